//! Creates a poll with its post.

use super::error::PollError;
use super::rows::{poll, poll_option};
use super::view::PollView;
use super::{PollId, PollOptionId};
use crate::content::{ContentError, TextRule};
use crate::posts::rows::post;
use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use platform::{Member, Problem, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use utoipa::ToSchema;

/// Number of options.
const OPTION_COUNT: RangeInclusive<usize> = 2..=10;
/// Maximum characters of an option.
const OPTION_CHARS_MAX: usize = 100;
/// Longest time until a poll closes by itself.
const OPEN_MAX: TimeDelta = TimeDelta::days(366);

/// A poll to create with a post, whose content is the question.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPoll {
    /// 2 to 10 different texts of at most 100 characters each, in one line.
    pub options: Vec<String>,
    /// True if a voter may choose several options.
    #[serde(default)]
    pub multiple: bool,
    /// True if only the voter knows their vote.
    #[serde(default)]
    pub secret: bool,
    /// When it closes by itself, within one year.
    #[serde(default)]
    pub closes_at: Option<DateTime<Utc>>,
}

/// A poll that was validated.
#[derive(Debug)]
pub(in crate::posts) struct ValidPoll {
    options: Vec<String>,
    multiple: bool,
    secret: bool,
    closes_at: Option<DateTime<Utc>>,
}

/// The validated poll of a new post.
pub(in crate::posts) fn validated(
    new: Option<&NewPoll>,
    is_reply: bool,
    now: DateTime<Utc>,
) -> Result<Option<ValidPoll>, Problem> {
    let Some(new) = new else { return Ok(None) };
    if is_reply {
        return Err(PollError::OnReply.into());
    }
    if new.closes_at.is_some_and(|end| end <= now || end > now + OPEN_MAX) {
        return Err(PollError::ClosingTime.into());
    }
    let options = validated_options(&new.options)?;
    let NewPoll { multiple, secret, closes_at, .. } = *new;
    // The databases store microseconds.
    let closes_at = closes_at.map(|end| end.trunc_subsecs(6));
    Ok(Some(ValidPoll { options, multiple, secret, closes_at }))
}

/// Options that differ only in case count as the same.
fn validated_options(options: &[String]) -> Result<Vec<String>, PollError> {
    if !OPTION_COUNT.contains(&options.len()) {
        return Err(PollError::OptionCount);
    }
    let refused = |error| match error {
        ContentError::TooLong(_) => PollError::OptionTooLong,
        ContentError::Harmful => PollError::OptionHarmful,
        _ => PollError::OptionEmpty,
    };
    let rule = TextRule::single_line(OPTION_CHARS_MAX);
    let texts: Result<Vec<String>, _> =
        options.iter().map(|text| rule.check(text).map_err(refused)).collect();
    let texts = texts?;
    let different: HashSet<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    if different.len() < texts.len() { Err(PollError::OptionRepeated) } else { Ok(texts) }
}

/// Inserts the poll of a new post. Returns it as all readers see it.
pub(in crate::posts) async fn attach_to_post(
    tx: &Tx<'_, Member>,
    post: &post::Model,
    new: Option<ValidPoll>,
) -> Result<Option<PollView>, DbErr> {
    let Some(new) = new else { return Ok(None) };
    let row = poll::ActiveModel {
        id: Set(PollId::new()),
        post_id: Set(post.id),
        multiple: Set(new.multiple),
        secret: Set(new.secret),
        closes_at: Set(new.closes_at),
        closed_at: Set(None),
        voters: Set(0),
        created_at: Set(tx.now()),
    };
    let poll = tx.table::<poll::Entity>().insert(row).await?;
    let options: Vec<poll_option::Model> = (0_i64..)
        .zip(new.options)
        .map(|(position, text)| poll_option::Model {
            id: PollOptionId::new(),
            poll_id: poll.id,
            position,
            text,
            votes: 0,
        })
        .collect();
    let rows = options.iter().map(|option| to_row(option.clone())).collect();
    tx.table::<poll_option::Entity>().insert_many(rows).await?;
    let options = options.into_iter().map(Into::into).collect();
    Ok(Some(PollView::new(&poll, options, tx.now())))
}

fn to_row(option: poll_option::Model) -> poll_option::ActiveModel {
    let poll_option::Model { id, poll_id, position, text, votes } = option;
    poll_option::ActiveModel {
        id: Set(id),
        poll_id: Set(poll_id),
        position: Set(position),
        text: Set(text),
        votes: Set(votes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(options: &[&str]) -> Result<Vec<String>, PollError> {
        validated_options(&options.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_lines_of_at_most_100_characters() {
        assert_eq!(check(&[" Steel\n", "Rope "]), Ok(vec!["Steel".to_owned(), "Rope".to_owned()]));
        let long = "é".repeat(101);
        assert!(check(&["Steel", &long[2..]]).is_ok());
        assert_eq!(check(&["Steel", &long]), Err(PollError::OptionTooLong));
        assert_eq!(check(&["Steel", " \u{200b}"]), Err(PollError::OptionEmpty));
        assert_eq!(check(&["Steel", "<script>x"]), Err(PollError::OptionHarmful));
    }

    #[test]
    fn options_differ_and_are_two_to_ten() {
        assert_eq!(check(&["Steel", " steel"]), Err(PollError::OptionRepeated));
        assert_eq!(check(&["Steel"]), Err(PollError::OptionCount));
        let many: Vec<String> = (0..11).map(|n| n.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(check(&many[..10]).is_ok());
        assert_eq!(check(&many), Err(PollError::OptionCount));
    }

    #[test]
    fn a_poll_closes_within_one_year() {
        let now = DateTime::<Utc>::UNIX_EPOCH;
        let closing = |end: TimeDelta| {
            let options = vec!["Steel".to_owned(), "Rope".to_owned()];
            let closes_at = Some(now + end);
            let new = NewPoll { options, multiple: false, secret: false, closes_at };
            validated(Some(&new), false, now).map(|poll| poll.is_some())
        };
        assert!(closing(TimeDelta::seconds(1)).is_ok() && closing(OPEN_MAX).is_ok());
        for end in [TimeDelta::zero(), OPEN_MAX + TimeDelta::seconds(1)] {
            let refused = closing(end).map_err(|problem| problem.detail);
            assert_eq!(refused, Err(PollError::ClosingTime.to_string()));
        }
    }
}
