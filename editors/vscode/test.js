// What the extension starts, started without an editor: `npm test` (SHAPEWRIGHT names the program).
'use strict';

const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const { pathToFileURL } = require('node:url');

/** Loads the extension with stand-ins for the editor's modules; gives it and the clients it makes. */
function load(settings) {
    const clients = [];
    class LanguageClient {
        constructor(id, name, server, documents) {
            Object.assign(this, { id, name, server, documents, running: false });
            clients.push(this);
        }
        async start() {
            this.running = true;
        }
        async stop() {
            this.running = false;
        }
    }
    const commands = {};
    const vscode = {
        workspace: {
            getConfiguration: () => ({ get: (key, otherwise) => settings[key] ?? otherwise }),
            workspaceFolders: [{ uri: { fsPath: os.tmpdir() } }],
            onDidChangeConfiguration: () => ({ dispose() {} }),
        },
        commands: { registerCommand: (name, run) => ((commands[name] = run), { dispose() {} }) },
    };
    const fakes = { vscode, 'vscode-languageclient/node': { LanguageClient } };
    const real = Module._load;
    Module._load = (name, ...rest) => fakes[name] ?? real(name, ...rest);
    try {
        delete require.cache[require.resolve('./extension.js')];
        return { extension: require('./extension.js'), clients, commands };
    } finally {
        Module._load = real;
    }
}

test('one server at a time, as the settings say', async () => {
    const { extension, clients, commands } = load({ path: '/opt/sw', arguments: ['-p', 'build'] });
    const context = { subscriptions: [] };
    await extension.activate(context);
    assert.deepStrictEqual(clients[0].server.args, ['lsp', '-p', 'build']);
    assert.strictEqual(clients[0].server.command, '/opt/sw');
    await commands['shapewright.restart']();
    assert.deepStrictEqual(clients.map((client) => client.running), [false, true]);
    await extension.deactivate();
    assert.ok(clients.every((client) => !client.running));
    assert.ok(context.subscriptions.length > 0);
});

test('the server it starts finds an error', { skip: !process.env.SHAPEWRIGHT }, async () => {
    const { extension, clients } = load({ path: process.env.SHAPEWRIGHT });
    await extension.activate({ subscriptions: [] });
    const { command, args, options } = clients[0].server;
    const server = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
    const send = (message) => {
        const body = JSON.stringify({ jsonrpc: '2.0', ...message });
        server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    };
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shapewright-'));
    const file = path.join(folder, 'deref.c');
    const text = 'int main(void) { int *p = 0; return *p; }\n';
    fs.writeFileSync(file, text);
    const uri = pathToFileURL(file).href;
    send({ id: 1, method: 'initialize', params: { capabilities: {} } });
    send({ method: 'initialized', params: {} });
    send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'c', version: 1, text } } });
    let said = '';
    for await (const part of server.stdout) {
        said += part;
        if (said.includes('null-deref')) {
            break;
        }
    }
    assert.match(said, /"code":"null-deref"/);
    server.kill();
    fs.rmSync(folder, { recursive: true });
});
