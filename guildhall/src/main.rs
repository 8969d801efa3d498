//! `guildhall`: one binary, many roles.

use anyhow::{Context, Result};
use control_plane::{certificates, routes_feed};
use guildhall::cli::{
    CertificatesCommand, Cli, Command, InviteCommand, RoutesCommand, SetupCommand,
};
use guildhall::commands;
use guildhall::data_access::Access;
use guildhall::roles::{Listeners, RoleProcess};
use guildhall::{
    backup, demo, descriptors, doctor, first_run, keys, migrate, openapi, roles, services,
};
use platform::config::Config;
use platform::{Clock, Services, telemetry};
use std::collections::HashMap;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// Faster than the system allocator for the many small allocations of a request, and returns memory
/// to the system after a start or a new route table.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    // All TLS connections use this provider.
    if rustls::crypto::aws_lc_rs::default_provider().install_default().is_err() {
        return ExitCode::FAILURE;
    }
    let cli = Cli::from_arguments(std::env::args_os()).unwrap_or_else(|error| error.exit());
    match run(&cli).await {
        Ok(code) => code,
        Err(error) => {
            // Logging may not be set up yet, and the operator must see the reason.
            let _ = writeln!(std::io::stderr(), "guildhall: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: &Cli) -> Result<ExitCode> {
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
    let environment: HashMap<String, String> = std::env::vars().collect();
    let mut out = std::io::stdout();
    if let Some(code) = run_reading_command(cli, &environment, &mut out).await? {
        return Ok(code);
    }
    let mut config = cli.load(environment)?;
    let traces = telemetry::init(&config.telemetry, cli.command.service_name())?;
    telemetry::recorder();
    for deprecation in config.deprecation_warnings() {
        tracing::warn!("{deprecation}");
    }
    if matches!(cli.command, Command::Edge | Command::Up(_)) {
        descriptors::raise_for(config.edge.connections);
    }
    if let Command::Restore(args) = &cli.command {
        backup::restore(&config, args, &mut out).await?;
        return Ok(ExitCode::SUCCESS);
    }
    // All checks that can refuse a start come before anything is written.
    config.check_keys_present()?;
    let listeners = Listeners::bind_all(roles::listen_addresses(&cli.command, &config.server))?;
    if let Command::Edge = cli.command {
        config.create_missing_keys()?;
        let process = RoleProcess::start_for(&cli.command, &config.server, &listeners)?;
        let process = process.context("an edge has an admin listener")?;
        roles::run_edge(&config, &listeners, process).await?;
        traces.shutdown().await;
        return Ok(ExitCode::SUCCESS);
    }
    let access = Access::acquire(&cli.command, &config).await?;
    config.create_missing_keys()?;
    if let Command::Migrate = cli.command {
        migrate::run(&config, &mut out).await?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Command::Backup(args) = &cli.command {
        backup::create(&config, args, &mut out).await?;
        return Ok(ExitCode::SUCCESS);
    }
    let process = RoleProcess::start_for(&cli.command, &config.server, &listeners)?;
    let Some(services) = open(&cli.command, config, process.as_ref()).await? else {
        return Ok(ExitCode::SUCCESS);
    };
    let performed = match &cli.command {
        Command::Keys { command } => {
            let is_alone = matches!(access, Access::Alone(_));
            keys::run(command, &services, is_alone, &mut out).await
        }
        command => execute_command(command, services.clone(), listeners, process).await,
    };
    services.close().await;
    traces.shutdown().await;
    performed.map(|()| ExitCode::SUCCESS)
}

/// Runs a command that only reads; `None` for all others.
async fn run_reading_command(
    cli: &Cli,
    environment: &HashMap<String, String>,
    out: &mut impl Write,
) -> Result<Option<ExitCode>> {
    match &cli.command {
        Command::Openapi => out.write_all(openapi::to_pretty_json()?.as_bytes())?,
        Command::Doctor(args) => {
            let well =
                doctor::examine(&cli.setting_sources(environment.clone()), args, out).await?;
            return Ok(Some(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }));
        }
        Command::Config { command } => commands::config::run(command, out)?,
        Command::Commands => out.write_all(commands::reference::markdown().as_bytes())?,
        _ => return Ok(None),
    }
    Ok(Some(ExitCode::SUCCESS))
}

/// Opens the services of a command; `None` if a role was told to stop before it could start. Only
/// `up` migrates: a role waits for `guildhall migrate`, and another command is refused.
async fn open(
    command: &Command,
    config: Config,
    process: Option<&RoleProcess>,
) -> Result<Option<Services>> {
    let (clock, prefix) = (Clock::system_clock(), services::REDIS_PREFIX);
    if command.migrates() {
        return services::open(config, clock, prefix).await.map(Some);
    }
    let database = services::open_database(&config).await?;
    if let Some(process) = process {
        let limit = Duration::from_secs(config.database.schema_wait_s);
        if !process.wait_for_schema(&database, limit).await? {
            return Ok(None);
        }
    }
    if process.is_some() || matches!(command, Command::Demo) {
        services::open_current(config, clock, database, prefix).await.map(Some)
    } else {
        services::join_network(config, clock, database, prefix).await.map(Some)
    }
}

async fn execute_command(
    command: &Command,
    services: Services,
    listeners: Listeners,
    process: Option<RoleProcess>,
) -> Result<()> {
    match process {
        Some(process) => run_role(command, services, listeners, process).await,
        None => run_command(command, services).await,
    }
}

async fn run_role(
    command: &Command,
    services: Services,
    listeners: Listeners,
    process: RoleProcess,
) -> Result<()> {
    match command {
        Command::Up(args) => {
            let greeting = if args.demo {
                let loading = demo::load(&services);
                let Some(loaded) = process.shutdown.leaving().run_until_cancelled(loading).await
                else {
                    return Ok(());
                };
                loaded.context("the demo network was not loaded")?;
                demo::greeting_text(&services) + "\n  Ctrl-C stops it.\n"
            } else {
                format!("Guildhall: {}", services.config().server.main_origin)
            };
            roles::up(services, listeners, &greeting, process).await
        }
        Command::ControlPlane => roles::run_control_plane(services, &listeners, process).await,
        Command::Worker => roles::run_worker(services, process).await,
        _ => roles::run_runtime(services, &listeners, process).await,
    }
}

async fn run_command(command: &Command, services: Services) -> Result<()> {
    let mut out = std::io::stdout();
    match command {
        Command::Demo => {
            demo::load(&services).await.context("the demo network was not loaded")?;
            writeln!(std::io::stdout(), "{}", demo::greeting_text(&services))?;
            Ok(())
        }
        Command::Certificates { command: CertificatesCommand::RenewAll } => {
            let mut scope = services.system("renew every certificate");
            let hosts = certificates::renew_all(&mut scope).await?;
            writeln!(std::io::stdout(), "{hosts} certificates are to be renewed")?;
            Ok(())
        }
        Command::Routes { command: RoutesCommand::Restored } => {
            let mut scope = services.system("raise the route version after a restore");
            let version = routes_feed::raise_after_restore(&mut scope).await?;
            writeln!(std::io::stdout(), "edges take the table again, as number {version}")?;
            Ok(())
        }
        Command::Staff { command } => commands::staff::run(&services, command, &mut out).await,
        Command::User { command } => commands::user::run(&services, command, &mut out).await,
        Command::Tenant { command } => commands::tenant::run(&services, command, &mut out).await,
        Command::Jobs { command } => commands::jobs::run(&services, command, &mut out).await,
        Command::Export { command } => commands::export::run(&services, command, &mut out).await,
        Command::Setup { command: SetupCommand::Link } => {
            writeln!(std::io::stdout(), "{}", first_run::setup_link(&services).await?)?;
            Ok(())
        }
        Command::Invite { command: InviteCommand::Create(args) } => {
            writeln!(std::io::stdout(), "{}", first_run::create_invite(&services, args).await?)?;
            Ok(())
        }
        // These commands have returned already, or are roles.
        _ => Ok(()),
    }
}
