//! Tables of the comparison, and the gates.

use super::audience::Audience;
use super::entrants::{KINDS, Kind, caddy_program};
use super::growth::Growth;
use super::rounds::{DuelRow, Figure, What};
use super::shaking::WHOLE_EVERY;
use super::slow::{GONE_MAX, Slow, words};
use std::process::Command;
use std::time::Duration;

pub fn introduction() -> String {
    let version = |program: &str, flag: &str| {
        let said = Command::new(program).arg(flag).output();
        let said = said.map(|said| [said.stdout, said.stderr].concat()).unwrap_or_default();
        let said = String::from_utf8_lossy(&said).into_owned();
        let numbered = said.split_whitespace().find(|word| word.contains('.'));
        numbered.unwrap_or("?").trim_start_matches(['v', 'n']).to_owned()
    };
    format!(
        "1,000 tenants with a P-256 certificate each in front of one nginx that answers at once; load, entrant\n\
         and upstream share the cores, so read ratios and processor time, not requests a second. Medians of five\n\
         rounds in turns; logs off. Guildhall is the edge from its sealed table with all its checks on; the others\n\
         are nginx {}, HAProxy {} and Caddy {}. Debian 12's OpenSSL 3.0, which the first two use, has no\n\
         X25519MLKEM768. Handshakes are asked for by threads that check in each that the leaf carries the name,\n\
         and in one of {} the chain and the signatures as well.\n",
        version("nginx", "-v").trim_start_matches("ginx/"),
        version("haproxy", "-v"),
        version(&caddy_program().display().to_string(), "version"),
        WHOLE_EVERY,
    )
}

fn head(first: &str) -> String {
    let names: String = KINDS.iter().map(|kind| format!(" {} |", kind.name())).collect();
    format!("\n| {first} |{names}\n|---|{}\n", "---|".repeat(KINDS.len()))
}

pub fn rounds(rows: &[DuelRow]) -> String {
    let mut text = head("row");
    for DuelRow { what, figures } in rows {
        let mut line = |name: &str, show: &dyn Fn(&Figure) -> String| {
            text += &format!("| {name} |");
            for figure in figures {
                text += &format!(" {} |", figure.as_ref().map_or_else(|| "–".to_owned(), show));
            }
            text.push('\n');
        };
        line(&format!("{}: processor µs", what.name()), &|figure| {
            let (low, high) = figure.cpu_ends_us;
            format!("{:.1} [{low:.1}..{high:.1}]", figure.cpu_us)
        });
        line("– a second · p50 · p99 ms", &|figure| {
            format!("{:.0} · {:.2} · {:.1}", figure.per_second, figure.p50_ms, figure.p99_ms)
        });
    }
    text
}

pub fn growth(tenants: usize, all: &[Growth]) -> String {
    let mut text = head(&format!("{tenants} tenants"));
    let mut line = |name: &str, show: &dyn Fn(&Growth) -> Option<String>| {
        let shown: Vec<_> = all.iter().map(show).collect();
        if shown.iter().any(Option::is_some) {
            text += &format!("| {name} |");
            for one in shown {
                text += &format!(" {} |", one.unwrap_or_else(|| "–".to_owned()));
            }
            text.push('\n');
        }
    };
    let mib = |kib: u64| Some(format!("{:.1}", kib as f64 / 1024.0));
    line("start to the first answer, s", &|g| Some(format!("{:.2}", g.start.as_secs_f64())));
    line("memory (PSS) with one host used, MiB", &|g| mib(g.idle_kib));
    line("memory (PSS) with every host used, MiB", &|g| mib(g.used_kib));
    line("a tenant added under load: effective after, s", &|g| {
        g.added.as_ref().map(|added| format!("{:.2}", added.effective.as_secs_f64()))
    });
    line("– connections closed of 64 · requests lost", &|g| {
        g.added.as_ref().map(|added| format!("{} · {}", added.closed, added.lost))
    });
    line("streams reset on one connection until it is cut", &|g| {
        g.resets.map(|cut| cut.map_or_else(|| "never (3000)".to_owned(), |cut| cut.to_string()))
    });
    text
}

pub fn slow(slow: &Slow) -> String {
    let Slow { connections, idle_p99, coming_p99, attacked_p99, gone } = slow;
    let mut text = format!(
        "\n**Slow clients.** {connections} connections that only hold their places, a quarter of each kind, from a\n\
         process of their own; the edge's limits are those it has anywhere. Of honest clients one in a hundred\n\
         waits longer than {:.2} ms while they stand, than {:.2} ms while they come, which costs a handshake\n\
         each on the same cores, and than {:.2} ms without them.\n\n\
         | they send | gone after, s |\n|---|---|\n",
        attacked_p99.as_secs_f64() * 1e3,
        coming_p99.as_secs_f64() * 1e3,
        idle_p99.as_secs_f64() * 1e3,
    );
    for (kind, first, last) in gone {
        let (first, last) = (first.as_secs_f64(), last.as_secs_f64());
        text += &format!("| {} | {first:.1}..{last:.1} |\n", words(*kind));
    }
    text
}

pub fn audience(audience: &Audience) -> String {
    let Audience { streams, idle_p99, kept_p99, stream_kib, heard: (half, last) } = audience;
    let ms = |time: &Duration| time.as_secs_f64() * 1e3;
    format!(
        "\n**Streams of events.** {streams} of them over HTTP/2 to a role behind the edge, each with a connection\n\
         of its own there; a stream takes {stream_kib:.1} KiB of the edge's memory. An event is heard by half of\n\
         them after {:.0} ms and by all after {:.0} ms. Of honest clients one in a hundred waits longer than\n\
         {:.2} ms while the streams stand, and than {:.2} ms without them.\n",
        ms(half),
        ms(last),
        ms(kept_p99),
        ms(idle_p99),
    )
}

/// A gate: name, measurement, limit, goal.
pub type Gate = (&'static str, f64, f64, f64);

/// Gates of the edge design, section 6 N, that can be checked here.
pub fn gates(gates: &[Gate]) -> String {
    let mut text =
        String::from("\n| gate | measured | at most | goal | met |\n|---|---|---|---|---|\n");
    for (name, measured, most, goal) in gates.iter().copied() {
        let met = match measured {
            measured if measured <= goal => "goal",
            measured if measured <= most => "yes",
            _ => "**no**",
        };
        // An event that never happened has no figure.
        let shown =
            if measured == f64::MAX { "never".to_owned() } else { format!("{measured:.2}") };
        text += &format!("| {name} | {shown} | {most:.2} | {goal:.2} | {met} |\n");
    }
    text
}

/// Ratio of Guildhall's figure to the lowest of some others.
fn ratio(rows: &[DuelRow], what: What, of: fn(&Figure) -> f64, kinds: &[Kind]) -> f64 {
    let figure = |kind: Kind| -> Option<f64> {
        let at = KINDS.iter().position(|one| *one == kind)?;
        rows.iter().find(|row| row.what == what)?.figures.get(at)?.as_ref().map(of)
    };
    let least = kinds.iter().filter_map(|kind| figure(*kind)).fold(f64::MAX, f64::min);
    figure(Kind::Guildhall).map_or(f64::MAX, |own| own / least)
}

/// Gates relative to other proxies, for the measured rows.
pub fn ratios(rows: &[DuelRow]) -> Vec<Gate> {
    let of_all = &[Kind::Nginx, Kind::HaProxy, Kind::Caddy];
    let cpu = |what, kinds: &[Kind]| ratio(rows, what, |figure| figure.cpu_us, kinds);
    let inverse = |figure: &Figure| 1.0 / figure.per_second.max(f64::EPSILON);
    let two = &[Kind::Nginx, Kind::HaProxy];
    let (nginx, haproxy, caddy) = (&[Kind::Nginx], &[Kind::HaProxy], &[Kind::Caddy]);
    let open = |of| ratio(rows, What::OpenLoop, of, haproxy);
    vec![
        (
            "processor per HTTP/1.1 request, to the better of nginx and HAProxy",
            cpu(What::One, two),
            1.25,
            1.0,
        ),
        ("processor per HTTP/1.1 request, to Caddy", cpu(What::One, caddy), 0.4, 0.4),
        ("processor per HTTP/2 request, to nginx", cpu(What::Two, nginx), 1.4, 1.15),
        ("processor per handshake, X25519, to the best", cpu(What::Handshake, of_all), 0.7, 0.55),
        (
            "processor per handshake, X25519MLKEM768, to the best",
            cpu(What::PostQuantumHandshake, of_all),
            0.6,
            0.5,
        ),
        (
            "time between handshakes, both cores, to the best",
            ratio(rows, What::Handshake, inverse, of_all),
            1.0 / 1.4,
            1.0 / 1.6,
        ),
        ("p50 at 1,000 requests a second, to HAProxy", open(|figure| figure.p50_ms), 1.1, 1.0),
        ("p99 at 1,000 requests a second, to HAProxy", open(|figure| figure.p99_ms), 1.2, 1.0),
    ]
}

/// Gates of scaling with tenants.
pub fn absolutes(thousand: &[Growth], many: &[Growth]) -> Vec<Gate> {
    let ours = |all: &[Growth], of: fn(&Growth) -> f64| {
        all.iter().find(|one| one.kind == Kind::Guildhall).map_or(f64::MAX, of)
    };
    let mib = |one: &Growth| one.used_kib as f64 / 1024.0;
    let effective =
        |one: &Growth| one.added.as_ref().map_or(f64::MAX, |added| added.effective.as_secs_f64());
    let harmed = |one: &Growth| {
        one.added.as_ref().map_or(f64::MAX, |added| (added.closed + added.lost) as f64)
    };
    let cut = |one: &Growth| one.resets.flatten().map_or(f64::MAX, |cut| cut as f64);
    let start = |one: &Growth| one.start.as_secs_f64();
    vec![
        ("memory, 1,000 certificates, all used, MiB", ours(thousand, mib), 25.0, 15.0),
        ("memory, 10,000 certificates, all used, MiB", ours(many, mib), 80.0, 50.0),
        ("start to the first answer, 10,000, s", ours(many, start), 2.0, 1.0),
        ("a tenant more among 1,000, by a whole table, s", ours(thousand, effective), 1.0, 0.3),
        ("a tenant more among 10,000, by a whole table, s", ours(many, effective), 1.0, 0.3),
        ("connections closed and requests lost by it, 1,000", ours(thousand, harmed), 0.0, 0.0),
        ("connections closed and requests lost by it, 10,000", ours(many, harmed), 0.0, 0.0),
        ("streams reset until the connection is cut", ours(thousand, cut), 200.0, 100.0),
    ]
}

/// Gates of the table swap, with a thousand and ten thousand tenants.
pub fn swaps([thousand, many]: &[Duration; 2]) -> Vec<Gate> {
    let ms = |time: &Duration| time.as_secs_f64() * 1e3;
    vec![
        ("the swap itself, 1,000 tenants, ms", ms(thousand), 1.0, 1.0),
        ("the swap itself, 10,000 tenants, ms", ms(many), 5.0, 5.0),
    ]
}

/// Thresholds for the benchmark with slow clients.
pub fn patience(slow: &Slow) -> Vec<Gate> {
    let ratio = slow.attacked_p99.as_secs_f64() / slow.idle_p99.as_secs_f64();
    let last = slow.gone.iter().map(|(_, _, last)| *last).max().unwrap_or_default();
    let (last, most) = (last.as_secs_f64(), GONE_MAX.as_secs_f64());
    vec![
        ("p99 of honest clients among 2,000 slow ones, to without them", ratio, 2.0, 1.5),
        ("the last slow one gone after, s", last, most, most),
    ]
}

/// Gate of normal clients next to event streams.
pub fn calm(audience: &Audience) -> Vec<Gate> {
    let ratio = audience.kept_p99.as_secs_f64() / audience.idle_p99.as_secs_f64();
    vec![("p99 of honest clients among 10,000 streams, to without them", ratio, 3.0, 1.5)]
}
