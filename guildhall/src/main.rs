//! `guildhall`: one binary, many roles.

use anyhow::{Context, Result};
use clap::Parser;
use control_plane::{certificates, routes_feed};
use guildhall::cli::{
    CertificatesCommand, Cli, Command, InviteCommand, RoutesCommand, SetupCommand, StaffCommand,
};
use guildhall::data_access::Access;
use guildhall::roles::Listeners;
use guildhall::{
    backup, demo, descriptors, doctor, first_run, keys, migrate, openapi, roles, services,
};
use platform::{Clock, Services, telemetry};
use std::collections::HashMap;
use std::io::Write;
use std::process::ExitCode;

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
    match run(&Cli::parse()).await {
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
    match &cli.command {
        Command::Openapi => {
            out.write_all(openapi::pretty()?.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        Command::Doctor => {
            let well = doctor::examine(&cli.sources(environment), &mut out).await?;
            return Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        _ => {}
    }
    let mut config = cli.load(environment)?;
    telemetry::init_logs(&config.telemetry)?;
    for deprecation in config.deprecations() {
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
    let listeners = Listeners::reserve(roles::addresses(&cli.command, &config.server))?;
    if let Command::Edge = cli.command {
        config.create_missing_keys()?;
        roles::edge(&config, &listeners).await?;
        return Ok(ExitCode::SUCCESS);
    }
    let access = Access::gain(&cli.command, &config).await?;
    config.create_missing_keys()?;
    if let Command::Migrate = cli.command {
        migrate::run(&config, &mut out).await?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Command::Backup(args) = &cli.command {
        backup::create(&config, args, &mut out).await?;
        return Ok(ExitCode::SUCCESS);
    }
    let (clock, prefix) = (Clock::system(), services::REDIS_PREFIX);
    let services = match &access {
        Access::Alone(_) => services::open(config, clock, prefix).await?,
        Access::Alongside => services::join(config, clock, prefix).await?,
    };
    let performed = match &cli.command {
        Command::Keys { command } => {
            let is_alone = matches!(access, Access::Alone(_));
            keys::run(command, &services, is_alone, &mut out).await
        }
        command => perform(command, services.clone(), listeners).await,
    };
    services.close().await;
    performed.map(|()| ExitCode::SUCCESS)
}

async fn perform(command: &Command, services: Services, listeners: Listeners) -> Result<()> {
    match command {
        Command::Up(args) => {
            let greeting = if args.demo {
                demo::load(&services).await.context("the demo network was not loaded")?;
                demo::greeting(&services) + "\n  Ctrl-C stops it.\n"
            } else {
                format!("Guildhall: {}", services.config().server.main_origin)
            };
            roles::up(services, listeners, &greeting).await
        }
        Command::Demo => {
            demo::load(&services).await.context("the demo network was not loaded")?;
            writeln!(std::io::stdout(), "{}", demo::greeting(&services))?;
            Ok(())
        }
        Command::ControlPlane => roles::control_plane(services, &listeners).await,
        Command::Runtime => roles::runtime(services, &listeners).await,
        Command::Worker => roles::worker(services, &listeners).await,
        Command::Certificates { command: CertificatesCommand::RenewAll } => {
            let mut scope = services.system("renew every certificate");
            let hosts = certificates::renew_all(&mut scope).await?;
            writeln!(std::io::stdout(), "{hosts} certificates are to be renewed")?;
            Ok(())
        }
        Command::Routes { command: RoutesCommand::Restored } => {
            let mut scope = services.system("raise the route version after a restore");
            let version = routes_feed::restored(&mut scope).await?;
            writeln!(std::io::stdout(), "edges take the table again, as number {version}")?;
            Ok(())
        }
        Command::Staff { command: StaffCommand::Grant { email } } => {
            first_run::grant_staff(&services, email).await
        }
        Command::Setup { command: SetupCommand::Link } => {
            writeln!(std::io::stdout(), "{}", first_run::setup_link(&services).await?)?;
            Ok(())
        }
        Command::Invite { command: InviteCommand::Create(args) } => {
            writeln!(std::io::stdout(), "{}", first_run::create_invite(&services, args).await?)?;
            Ok(())
        }
        // These commands have returned already.
        Command::Edge
        | Command::Migrate
        | Command::Openapi
        | Command::Doctor
        | Command::Keys { .. }
        | Command::Backup(_)
        | Command::Restore(_) => Ok(()),
    }
}
