// Starts `shapewright lsp` for C files; everything else is the server's business.
'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

function start() {
    const settings = vscode.workspace.getConfiguration('shapewright');
    const folder = vscode.workspace.workspaceFolders?.[0];
    const server = {
        command: settings.get('path', 'shapewright'),
        args: ['lsp', ...settings.get('arguments', [])],
        // The nearest shapewright.toml is looked for from here upwards.
        options: { cwd: folder?.uri.fsPath },
    };
    const documents = { documentSelector: [{ scheme: 'file', language: 'c' }] };
    client = new LanguageClient('shapewright', 'Shapewright', server, documents);
    return client.start();
}

async function stop() {
    const running = client;
    client = undefined;
    await running?.stop();
}

async function activate(context) {
    const restart = async () => {
        await stop();
        await start();
    };
    context.subscriptions.push(
        vscode.commands.registerCommand('shapewright.restart', restart),
        vscode.workspace.onDidChangeConfiguration((change) => {
            if (change.affectsConfiguration('shapewright')) {
                return restart();
            }
        }),
    );
    await start();
}

module.exports = { activate, deactivate: stop };
