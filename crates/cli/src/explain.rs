//! `shapewright explain`, `config`, `man` and `completions`.

use anyhow::Context as _;
use clap::CommandFactory;
use model::Rule;

use crate::args::{Cli, ConfigTask};
use crate::config::Config;
use crate::exit::Exit;
use crate::terminal::Terminal;

pub(crate) fn explain(rule: Option<&str>, terminal: &Terminal) -> anyhow::Result<Exit> {
    let Some(name) = rule else {
        for rule in Rule::ALL {
            terminal.print(format!("{:<16} {}\n", rule.id(), rule.summary()));
        }
        return Ok(Exit::Clean);
    };
    let rule: Rule = name.parse().map_err(|error: String| {
        let names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
        anyhow::anyhow!("{error}; the rules are {}", names.join(", "))
    })?;
    terminal.print(format!("{}: {}\n\n{}", rule.id(), rule.summary(), report::explanation(rule)));
    Ok(Exit::Clean)
}

/// The file in effect, or what a file may say.
pub(crate) fn config(what: ConfigTask, cli: &Cli, terminal: &Terminal) -> anyhow::Result<Exit> {
    match what {
        ConfigTask::Schema => terminal.print(format!("{:#}\n", crate::config::schema())),
        ConfigTask::Show => {
            let here = std::env::current_dir()?;
            match Config::find(cli.config.as_deref(), &here)?.filter(|_| !cli.no_config) {
                None => terminal.print("no shapewright.toml here or above\n"),
                Some(file) => {
                    let given = Cli::command().try_get_matches_from(["shapewright", "check"])?;
                    let given = given.subcommand().context("`check` is a command")?.1;
                    terminal.print(format!("{}\n", ir::shown_path(&file.path)));
                    for argument in file.arguments("check", given)?.iter().flat_map(|entry| &entry.arguments)
                    {
                        terminal.print(format!("  {}\n", ir::shown(&argument.to_string_lossy())));
                    }
                }
            }
        }
    }
    Ok(Exit::Clean)
}

/// The manual page: the command, then each of its commands.
pub(crate) fn man(terminal: &Terminal) -> anyhow::Result<Exit> {
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    for task in command.get_subcommands().filter(|task| task.get_name() != "help") {
        let name = task.get_name().to_uppercase();
        page.extend_from_slice(format!(".SH \"COMMAND {name}\"\n").as_bytes());
        let man = clap_mangen::Man::new(task.clone());
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    man.render_extra_section(&mut page)?;
    man.render_version_section(&mut page)?;
    terminal.print(page);
    Ok(Exit::Clean)
}

pub(crate) fn completions(shell: clap_complete::Shell, terminal: &Terminal) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "shapewright", &mut script);
    terminal.print(script);
    Exit::Clean
}
