//! Times of posts and other texts.

use super::DemoError;
use super::random::Dice;
use super::script::{self, Script};
use chrono::{DateTime, Duration, TimeDelta, Utc};

/// Start of the daytime in which people write, in minutes since midnight.
const DAY_START_MINUTE: i64 = 390;
const DAY_END_MINUTE: i64 = 1_365;
const MINUTES_PER_DAY: i64 = 1_440;
/// Age from which a fixed time is approximate, and its maximum deviation in minutes.
const OLD_POST_AGE: Duration = Duration::hours(36);
const HOURS_OFF: usize = 840;

/// Computes a time for every line of a thread: the fixed times, and random times in between, with
/// replies closer to their parent. Always in order, and never in the future.
pub fn line_times(script: &Script, name: &str, now: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    let mut dice = Dice::from_name(name);
    let ages = fixed_ages(script, &mut dice);
    let mut times: Vec<DateTime<Utc>> = Vec::with_capacity(ages.len());
    let mut place = 0;
    while place < ages.len() {
        let next = (place..ages.len()).find(|at| ages[*at].is_some()).unwrap_or(place);
        let until = now - ages[next].unwrap_or(script.ended);
        let from = times.last().copied().unwrap_or(until);
        times.extend(spread_times(script, place..=next, from, until, &mut dice));
        place = next + 1;
    }
    in_daytime(&mut times, now);
    times
}

/// Fixed ages. An age of days is not exact to the minute: it gets an offset that is the same for
/// the whole thread, so that the order stays.
fn fixed_ages(script: &Script, dice: &mut Dice) -> Vec<Option<Duration>> {
    let hours = Duration::minutes(i64::try_from(dice.next_below(HOURS_OFF)).unwrap_or(0));
    let loosely = |age: Duration| if age > OLD_POST_AGE { age + hours } else { age };
    let mut ages: Vec<Option<Duration>> =
        script.lines.iter().map(|line| line.age.map(loosely)).collect();
    if let Some(last) = ages.last_mut() {
        last.get_or_insert(loosely(script.ended));
    }
    if let Some(first) = ages.first_mut() {
        *first = Some(loosely(script.began));
    }
    ages
}

/// Times after `from` for the lines in `places`, the last of them at `until`.
fn spread_times(
    script: &Script,
    places: std::ops::RangeInclusive<usize>,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
    dice: &mut Dice,
) -> Vec<DateTime<Utc>> {
    let weights: Vec<f64> = places
        .map(|place| {
            let haste = if script.lines[place].is_reply { 0.25 } else { 1.0 };
            haste * (0.15 + dice.next_fraction())
        })
        .collect();
    let whole: f64 = weights.iter().sum();
    let span = (until - from).num_seconds();
    let mut sum = 0.0;
    weights
        .iter()
        .map(|weight| {
            sum += weight;
            from + TimeDelta::seconds(scale_by(span, sum / whole))
        })
        .collect()
}

fn scale_by(of: i64, part: f64) -> i64 {
    // Seconds of a few years are within a float's exact integers.
    let share = (of as f64 * part) as i64;
    share.min(of)
}

/// Time of a single text of this age; an age of days gets a random hour in the daytime.
pub fn time_of_age(name: &str, age: &str, now: DateTime<Utc>) -> Result<DateTime<Utc>, DemoError> {
    let age = script::parse_age(age).ok_or_else(|| DemoError::Data(age.to_owned()))?;
    if age <= OLD_POST_AGE {
        return Ok(now - age);
    }
    let awake = usize::try_from(DAY_END_MINUTE - DAY_START_MINUTE).unwrap_or(0);
    let minute = i64::try_from(Dice::from_name(name).next_below(awake)).unwrap_or(0);
    Ok(midnight_before(now - age) + Duration::minutes(DAY_START_MINUTE + minute))
}

/// Ten in the morning of a day.
pub fn morning_of(day: DateTime<Utc>) -> DateTime<Utc> {
    midnight_before(day) + Duration::hours(10)
}

fn midnight_before(at: DateTime<Utc>) -> DateTime<Utc> {
    at.date_naive().and_time(chrono::NaiveTime::MIN).and_utc()
}

/// Moves times before yesterday into the daytime, and keeps their order.
fn in_daytime(times: &mut [DateTime<Utc>], now: DateTime<Utc>) {
    let yesterday = now.date_naive() - chrono::Days::new(1);
    let mut before: Option<DateTime<Utc>> = None;
    for time in times {
        if time.date_naive() < yesterday {
            let midnight = midnight_before(*time);
            let seconds = (*time - midnight).num_seconds();
            let awake = DAY_START_MINUTE * 60
                + seconds * (DAY_END_MINUTE - DAY_START_MINUTE) / MINUTES_PER_DAY;
            *time = midnight + TimeDelta::seconds(awake);
        }
        if let Some(before) = before {
            *time = (*time).max(before + TimeDelta::milliseconds(700));
        }
        before = Some(*time);
    }
}

#[cfg(test)]
mod tests {
    use super::line_times;
    use crate::demo::{DemoError, script};
    use chrono::{DateTime, Duration, Timelike, Utc};

    fn now() -> DateTime<Utc> {
        DateTime::<Utc>::UNIX_EPOCH + Duration::days(20_778) + Duration::hours(3)
    }

    #[test]
    fn times_are_ordered_and_keep_fixed_values() -> Result<(), DemoError> {
        let text = "== 9d..4m C\na: 1\nb: 2\n  c: 3\nb @2h: 4\nc: 5\na: 6\n";
        let script = script::read("x", text)?.remove(0);
        let times = line_times(&script, "x", now());
        assert!(times.is_sorted_by(|a, b| a < b), "{times:?}");
        let age = now() - times[0];
        assert!((8..=10).contains(&age.num_days()), "{age}");
        assert_eq!(times[3], now() - Duration::hours(2));
        assert_eq!(times[5], now() - Duration::minutes(4));
        assert_eq!(times, line_times(&script, "x", now()));
        Ok(())
    }

    #[test]
    fn old_posts_are_written_in_the_daytime() -> Result<(), DemoError> {
        let text = "== 40d..20d C\na: 1\nb: 2\n  c: 3\nb: 4\nc: 5\na: 6\n";
        let script = script::read("x", text)?.remove(0);
        for time in line_times(&script, "x", now()) {
            assert!((6..23).contains(&time.hour()), "{time}");
        }
        Ok(())
    }
}
