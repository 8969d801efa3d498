//! `make test`: every suite of the house in one run, cheapest first.
//!
//! A suite that fails does not hide what the others would have said: all are run, and the last line
//! is the sum. A suite that ran no test has failed, and so has one that skipped some.

use std::fs;
use std::process::{Child, Stdio};
use std::thread::ScopedJoinHandle;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};

use crate::outcome::{Check, Count, Ran};
use crate::process::{self, say, succeeds, told_at_the_end, watched};
use crate::session::Session;
use crate::{arrows, licences, lint, produce, summary, tidy};

type Run = fn(&Session) -> Result<Count>;

struct Suite {
    name: &'static str,
    what: &'static str,
    run: Run,
    /// It has cargo build something.
    compiles: bool,
    /// It mostly waits for what it started, or has use for one core only, and says nothing until it has ended:
    /// the next one need not wait.
    waits: bool,
}

/// A suite that cargo builds nothing for.
const fn plain(name: &'static str, what: &'static str, run: Run) -> Suite {
    Suite { name, what, run, compiles: false, waits: false }
}

/// A suite that begins with a build.
const fn built(name: &'static str, what: &'static str, run: Run) -> Suite {
    Suite { name, what, run, compiles: true, waits: false }
}

/// A suite that begins with a build, and runs beside the next one.
const fn beside(name: &'static str, what: &'static str, run: Run) -> Suite {
    Suite { name, what, run, compiles: true, waits: true }
}

const SUITES: &[Suite] = &[
    plain("fmt", "Rust formatting", fmt),
    plain("tidy", "house rules", tidy_rules),
    plain("arrows", "crate arrows", crate_arrows),
    plain("licences", "licences and sources of packages", licences_allowed),
    plain("web-format", "web formatting", web_format),
    plain("web-lint", "web linter", web_lint),
    plain("web-types", "web type check", web_types),
    plain("messages", "who asserts each message", messages),
    plain("texts", "translation of each text", texts),
    plain("web-unit", "Vitest", web_unit),
    plain("web-build", "both web builds", web_build),
    plain("web-size", "size of the web builds", web_size),
    plain("native", "the store apps' projects", native),
    built("clippy", "Rust linter", clippy),
    beside("fleet", "every role and server as a process", fleet),
    built("sqlite", "Rust tests on SQLite", on_sqlite),
    built("postgres", "Rust tests on PostgreSQL and Redis", on_postgres),
    built("chart", "the Helm chart", chart),
    built("drift", "generated files", drift),
    beside("doc", "what must not compile", doc),
    plain("e2e", "browser tests", e2e),
    plain("tls", "browser tests over TLS, on both layouts", over_tls),
];

impl Suite {
    /// Runs it, and says that it does.
    fn report(&self, session: &Session) -> Ran {
        say(&format!("\n── {}: {}\n", self.name, self.what));
        let start = Instant::now();
        let count = (self.run)(session).unwrap_or_else(|error| {
            say(&format!("{error:#}\n"));
            Count::of_one(false)
        });
        Ran { name: self.name, count, took: start.elapsed() }
    }
}

pub fn test(arguments: &[String]) -> Result<()> {
    if arguments.iter().any(|argument| argument == "--list") {
        for suite in SUITES {
            say(&format!("  {:<11} {}\n", suite.name, suite.what));
        }
        return Ok(());
    }
    let chosen = choose(arguments)?;
    let session = Session::begin()?;

    let mut ahead = compile_ahead(&session, &chosen)?;
    if !succeeds(&mut session.command(&["scripts/install.sh"]))? {
        bail!("what the suites need is not installed");
    }
    let mut ran = std::thread::scope(|scope| {
        let (mut ran, mut beside) = (Vec::new(), None);
        for suite in chosen {
            if suite.compiles
                && let Some(mut compiling) = ahead.take()
            {
                // What it found wrong, the suite that it was for says.
                compiling.wait().context("wait for the compiler")?;
            }
            let running = scope.spawn(|| suite.report(&session));
            if suite.waits {
                beside = Some(running);
                continue;
            }
            for running in beside.take().into_iter().chain([running]) {
                ran.push(ended(running)?);
            }
        }
        ran.extend(beside.map(ended).transpose()?);
        Ok::<_, anyhow::Error>(ran)
    })?;
    ran.push(nothing_left_behind(&session)?);
    session.end()?;
    close(&ran)
}

fn ended(running: ScopedJoinHandle<'_, Ran>) -> Result<Ran> {
    running.join().map_err(|_| anyhow!("a suite ended in the middle"))
}

/// Starts to compile what the tests are made of, if suites come first that need none of it. Much of a
/// build is one crate waiting for the other, on one core; they have the rest, and what installs has it before.
fn compile_ahead(session: &Session, chosen: &[&Suite]) -> Result<Option<Child>> {
    let is_first = chosen.first().is_some_and(|suite| suite.compiles);
    if is_first || !chosen.iter().any(|suite| suite.name == "sqlite") {
        return Ok(None);
    }
    // Not this very program: what runs the fleet must stay in its place. And as the test runner has it
    // done, which may not be installed yet, with what only the linter wants.
    let words = ["cargo", "test", "--workspace", "--no-run", "--all-targets"];
    let mut command = session.command(&words);
    let started = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    Ok(Some(started.context("start the compiler")?))
}

fn choose(names: &[String]) -> Result<Vec<&'static Suite>> {
    if names.is_empty() {
        return Ok(SUITES.iter().collect());
    }
    names
        .iter()
        .map(|name| {
            let found = SUITES.iter().find(|suite| suite.name == name);
            found.with_context(|| format!("there is no suite `{name}`; see --list"))
        })
        .collect()
}

/// Prints the table and, as the very last line, the sum.
fn close(ran: &[Ran]) -> Result<()> {
    let mut sum = Count::default();
    say("\n");
    for Ran { name, count, took } in ran {
        let mark = if count.failed == 0 { "ok" } else { "FAILED" };
        let (passed, failed, seconds) = (count.passed, count.failed, took.as_secs_f32());
        say(&format!(
            "  {mark:<7}{name:<11}{passed:>5} passed {failed:>3} failed {seconds:>7.1} s\n"
        ));
        for name in &count.names {
            say(&format!("         {name}\n"));
        }
        sum += count.clone();
    }
    say(&format!("\n{} passed, {} failed\n", sum.passed, sum.failed));
    if sum.failed > 0 {
        std::process::exit(1);
    }
    Ok(())
}

fn nothing_left_behind(session: &Session) -> Result<Ran> {
    let start = Instant::now();
    let mut left = process::left_behind(&session.mark)?;
    // A server that is just now stopping gets a moment to do so.
    for _ in 0..20 {
        if left.is_empty() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(250));
        left = process::left_behind(&session.mark)?;
    }
    for process in &left {
        say(&format!("still running: {process}\n"));
    }
    Ok(Ran { name: "leftovers", count: Count::of_one(left.is_empty()), took: start.elapsed() })
}

fn counted(checks: Vec<Check>) -> Count {
    let mut sum = Count::default();
    for check in checks {
        check.print();
        sum += Count::of_one(check.findings.is_empty());
    }
    sum
}

fn tidy_rules(_: &Session) -> Result<Count> {
    Ok(counted(tidy::check()?))
}

fn crate_arrows(_: &Session) -> Result<Count> {
    Ok(counted(arrows::check()?))
}

fn licences_allowed(_: &Session) -> Result<Count> {
    Ok(counted(licences::check()?))
}

fn fmt(session: &Session) -> Result<Count> {
    session.check(&["cargo", "fmt", "--all", "--check"])
}

fn clippy(session: &Session) -> Result<Count> {
    Ok(Count::of_one(lint::is_clean(|words| session.command(words))?))
}

fn web_format(session: &Session) -> Result<Count> {
    session.check(&["npm", "run", "--silent", "format:check"])
}

fn web_lint(session: &Session) -> Result<Count> {
    session.check(&["npm", "run", "--silent", "lint"])
}

fn web_types(session: &Session) -> Result<Count> {
    session.check(&["npm", "run", "--silent", "typecheck"])
}

fn messages(session: &Session) -> Result<Count> {
    session.check(&["npm", "run", "--silent", "messages"])
}

fn texts(session: &Session) -> Result<Count> {
    session.check(&["npm", "run", "--silent", "texts:check"])
}

fn web_build(session: &Session) -> Result<Count> {
    session.check(&["npm", "run", "--silent", "build"])
}

fn web_size(session: &Session) -> Result<Count> {
    session.check(&["npm", "run", "--silent", "size"])
}

fn native(session: &Session) -> Result<Count> {
    session.check(&["npm", "run", "--silent", "native"])
}

fn web_unit(session: &Session) -> Result<Count> {
    let report = session.report("vitest.json")?;
    let file = format!("--outputFile.json={}", report.display());
    let words =
        ["npm", "run", "--silent", "test", "--", "--reporter=default", "--reporter=json", &file];
    // Dozens of its files have a process of their own, and most read the same libraries: compiled once.
    let compiled = std::path::absolute(process::target())?.join("node-compile-cache");
    let (succeeded, printed) =
        watched(session.command(&words).env("NODE_COMPILE_CACHE", compiled))?;
    let report = fs::read_to_string(report).context("Vitest left no report")?;
    let mut count = summary::vitest(&report)?;
    count.names.extend(summary::vitest_strays(&printed));
    Ok(count.honest(succeeded))
}

/// How many tests run at once: twice as many as there are cores, since each waits for its database
/// about as long as it computes.
fn threads() -> String {
    (2 * std::thread::available_parallelism().map_or(1, usize::from)).to_string()
}

fn on_sqlite(session: &Session) -> Result<Count> {
    // The targets `servers` have nothing to say without them; the fleet and the chart have a suite of their own.
    let threads = threads();
    let runner = ["cargo", "nextest", "run", "--workspace", "--test-threads", &threads];
    let kept = ["--tests", "-E", "not (binary(servers) or binary(fleet) or binary(chart))"];
    let words = [runner.as_slice(), &kept].concat();
    let mut command = session.in_memory(&words);
    let (succeeded, printed) = watched(command.env("GUILDHALL_TEST_BACKEND", "sqlite"))?;
    Ok(summary::nextest(&printed).honest(succeeded))
}

/// What speaks to the product from outside once more, on the servers that production has, and what
/// only they can show. The edge by itself knows no database, so its own tests are not run again.
fn on_postgres(session: &Session) -> Result<Count> {
    let threads = threads();
    let servers = ["scripts/with-servers.sh", "cargo", "nextest", "run", "--workspace"];
    let targets = ["--test", "it", "--test", "certificates", "--test", "servers"];
    let kept = ["--test-threads", &threads, "-E", "not package(edge-router)"];
    let words = [servers.as_slice(), &targets, &kept].concat();
    let mut command = session.in_memory(&words);
    let (succeeded, printed) = watched(command.env("GUILDHALL_TEST_BACKEND", "postgres"))?;
    Ok(summary::nextest(&printed).honest(succeeded))
}

fn fleet(session: &Session) -> Result<Count> {
    let words = ["cargo", "nextest", "run", "--workspace", "--test", "fleet"];
    let mut command = session.command(&words);
    if std::env::var_os("GUILDHALL_OUTAGE_MINUTES").is_some() {
        command.args(["--profile", "outage"]);
    }
    // This very program runs the fleet.
    let (succeeded, printed) = told_at_the_end(command.env("GUILDHALL_XTASK", &session.program))?;
    Ok(summary::nextest(&printed).honest(succeeded))
}

fn chart(session: &Session) -> Result<Count> {
    let words = ["cargo", "nextest", "run", "--workspace", "--test", "chart"];
    let (succeeded, printed) = watched(&mut session.command(&words))?;
    Ok(summary::nextest(&printed).honest(succeeded))
}

fn doc(session: &Session) -> Result<Count> {
    // Of every crate, since for one alone cargo would compile what it uses anew.
    let words = ["cargo", "test", "--doc", "--quiet", "--workspace"];
    let (succeeded, printed) = told_at_the_end(&mut session.command(&words))?;
    Ok(summary::libtest(&printed).honest(succeeded))
}

fn drift(_: &Session) -> Result<Count> {
    Ok(counted(produce::drift()?))
}

fn e2e(session: &Session) -> Result<Count> {
    in_browsers(session, "e2e", "", "playwright.json")
}

/// The fleet with portals below main's domain, and with portals below one of their own: two fleets that
/// know nothing of each other, at once.
fn over_tls(session: &Session) -> Result<Count> {
    let run = |layout: &'static str| {
        in_browsers(session, "e2e:tls", layout, &format!("playwright-{layout}.json"))
    };
    let counts = std::thread::scope(|scope| {
        ["under-main", "own-domain"]
            .map(|layout| scope.spawn(move || run(layout)))
            .map(|running| running.join().unwrap_or_else(|_| bail!("a run ended in the middle")))
    });
    let mut sum = Count::default();
    for count in counts {
        sum += count?;
    }
    Ok(sum)
}

fn in_browsers(session: &Session, script: &str, layout: &str, report: &str) -> Result<Count> {
    let binary = std::path::absolute(process::target())?.join("debug/guildhall");
    if !binary.is_file() {
        bail!("{} is not built; run the suite `sqlite` first, or cargo build", binary.display());
    }
    let report = session.report(report)?;
    let mut command =
        session.in_memory(&["npm", "run", "--silent", script, "--", "--reporter=list,json"]);
    command.env("GUILDHALL_BIN", binary).env("PLAYWRIGHT_JSON_OUTPUT_NAME", &report);
    // A fleet is run by this very program.
    command.env("GUILDHALL_XTASK", &session.program).env("GUILDHALL_E2E_LAYOUT", layout);
    let succeeded = succeeds(&mut command)?;
    let report = fs::read_to_string(report).context("Playwright left no report")?;
    Ok(summary::playwright(&report)?.honest(succeeded))
}
