//! Arithmetic of cords, without I/O: strands, caps, decay and total (C-103 to C-109, G-084).
//!
//! A strand rises with each activity up to its cap, and halves in its half-life. Values are exact at
//! the time at which they were last updated, and computed for any later time.

use crate::cord_activity::ActivityKind;
use chrono::{DateTime, Duration, Utc};
use platform::config::CordsConfig;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A cord is active at this total strength (`cord.active_at`).
const ACTIVE_AT: f64 = 20.0;
/// A weaker strand does not count, and is dropped by the weekly decay (`cord.thread_drop_below`).
const STRAND_MIN: f64 = 1.0;
/// A weaker cord is deleted by the weekly decay (`cord.delete_total_below`).
const TOTAL_MIN: f64 = 1.0;
const TOTAL_MAX: f64 = 100.0;
/// Replies to each other within this time are mutual.
const MUTUAL_WITHIN: Duration = Duration::hours(24);
const DAY_S: f64 = 86_400.0;

/// Type of a strand (C-105).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[schema(as = CordThreadType)]
pub enum ThreadType {
    Interaction,
    Trust,
    Association,
    Weave,
    Temporal,
    Behavioral,
    Professional,
    Social,
    Support,
}

#[cfg(test)]
impl ThreadType {
    /// All types, in the order of the specification.
    pub const ALL: [Self; 9] = [
        Self::Interaction,
        Self::Trust,
        Self::Association,
        Self::Weave,
        Self::Temporal,
        Self::Behavioral,
        Self::Professional,
        Self::Social,
        Self::Support,
    ];
}

/// The configured table of weights, caps, half-lives and activity strengths.
#[derive(Debug, Clone, Copy)]
pub struct CordRules<'c>(pub &'c CordsConfig);

/// Picks the field of a table that belongs to a strand.
macro_rules! of_thread {
    ($table:expr, $thread:expr) => {
        match $thread {
            ThreadType::Interaction => $table.interaction,
            ThreadType::Trust => $table.trust,
            ThreadType::Association => $table.association,
            ThreadType::Weave => $table.weave,
            ThreadType::Temporal => $table.temporal,
            ThreadType::Behavioral => $table.behavioral,
            ThreadType::Professional => $table.professional,
            ThreadType::Social => $table.social,
            ThreadType::Support => $table.support,
        }
    };
}

impl CordRules<'_> {
    /// Part of the total, in percent.
    #[must_use]
    pub const fn weight(self, thread: ThreadType) -> f64 {
        of_thread!(self.0.weights, thread)
    }

    /// Maximum strength.
    #[must_use]
    pub const fn cap(self, thread: ThreadType) -> f64 {
        of_thread!(self.0.caps, thread)
    }

    /// Half-life in days; `None` if it never decays.
    #[must_use]
    pub fn half_life_days(self, thread: ThreadType) -> Option<f64> {
        Some(of_thread!(self.0.half_lives, thread)).filter(|days| *days > 0.0)
    }

    /// The strand that an activity strengthens, and by how much (G-085).
    #[must_use]
    pub const fn effect(self, kind: ActivityKind) -> (ThreadType, f64) {
        let strengths = &self.0.strengths;
        match kind {
            ActivityKind::DirectMessage => (ThreadType::Interaction, strengths.direct_message),
            ActivityKind::Reply => (ThreadType::Interaction, strengths.reply),
            ActivityKind::ArticleComment => (ThreadType::Interaction, strengths.article_comment),
            ActivityKind::Like => (ThreadType::Social, strengths.like),
            ActivityKind::Vouch => (ThreadType::Trust, strengths.vouch),
            ActivityKind::Introduction => (ThreadType::Weave, strengths.introduction),
            ActivityKind::CommunityJoin => (ThreadType::Association, strengths.community_join),
            ActivityKind::AffiliationJoin => (ThreadType::Association, strengths.affiliation_join),
            ActivityKind::ProfessionalJoin => {
                (ThreadType::Professional, strengths.professional_join)
            }
            ActivityKind::SameWeek => (ThreadType::Temporal, strengths.same_week),
            ActivityKind::MutualReply => (ThreadType::Behavioral, strengths.mutual_reply),
            ActivityKind::HelpfulMark => (ThreadType::Support, strengths.helpful_mark),
        }
    }
}

/// One strand of a cord.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Strand {
    /// Strength at `last_updated`.
    pub strength: f64,
    pub last_updated: DateTime<Utc>,
    pub last_activity: DateTime<Utc>,
    pub activity_count: i64,
    /// Number of activities by kind.
    #[serde(default)]
    pub metadata: BTreeMap<ActivityKind, i64>,
}

/// The strands of a cord, by type.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Strands(pub BTreeMap<ThreadType, Strand>);

/// A cord without its two people.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CordState {
    pub strands: Strands,
    /// Unanswered last reply of each of the two people.
    pub last_replies: [Option<DateTime<Utc>>; 2],
    /// Activity until this time does not count.
    pub erased_at: Option<DateTime<Utc>>,
}

/// An activity within a cord.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CordEvent {
    pub kind: ActivityKind,
    /// The active person: 0 for the first of the two, 1 for the second.
    pub actor: usize,
    pub at: DateTime<Utc>,
}

/// `strength` after the time from `since` to `now`.
fn decay(
    strength: f64,
    half_life_days: Option<f64>,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> f64 {
    let elapsed_s = (now - since).as_seconds_f64().max(0.0);
    half_life_days.map_or(strength, |days| strength * (-elapsed_s / DAY_S / days).exp2())
}

impl Strand {
    /// Strength at `now`.
    #[must_use]
    pub fn strength_at(&self, rules: CordRules, thread: ThreadType, now: DateTime<Utc>) -> f64 {
        let half_life = rules.half_life_days(thread);
        decay(self.strength, half_life, self.last_updated, now).min(rules.cap(thread))
    }

    /// Time at which the strand falls below 1 without further activity; `None` if it never decays.
    #[must_use]
    pub fn fades_at(&self, rules: CordRules, thread: ThreadType) -> Option<DateTime<Utc>> {
        let days = rules.half_life_days(thread)?;
        let strength = self.strength.min(rules.cap(thread));
        let left_s = (strength / STRAND_MIN).log2().max(0.0) * days * DAY_S;
        #[expect(clippy::cast_possible_truncation, reason = "a whole number of seconds")]
        let left = Duration::try_seconds(left_s.ceil() as i64)?;
        self.last_updated.checked_add_signed(left)
    }
}

impl CordState {
    /// Adds the activities of one flush. Their order has no effect.
    pub fn add_all(&mut self, rules: CordRules, events: &[CordEvent]) {
        let mut events = events.to_vec();
        events.sort_unstable_by_key(|event| (event.at, event.kind, event.actor));
        for event in events {
            self.add(rules, event);
        }
    }

    /// Adds an activity, unless the cord was erased after it. One that is older than its strand
    /// counts at the time at which the strand was last updated.
    fn add(&mut self, rules: CordRules, event: CordEvent) {
        if self.erased_at.is_some_and(|erased_at| event.at <= erased_at) {
            return;
        }
        self.strengthen(rules, event.kind, event.at);
        if event.kind == ActivityKind::Reply && self.is_mutual(event) {
            self.strengthen(rules, ActivityKind::MutualReply, event.at);
        }
    }

    fn strengthen(&mut self, rules: CordRules, kind: ActivityKind, at: DateTime<Utc>) {
        let (thread, amount) = rules.effect(kind);
        let strand = self.strands.0.entry(thread).or_insert_with(|| Strand {
            strength: 0.0,
            last_updated: at,
            last_activity: at,
            activity_count: 0,
            metadata: BTreeMap::new(),
        });
        let at = at.max(strand.last_updated);
        let strength = strand.strength_at(rules, thread, at) + amount;
        strand.strength = strength.min(rules.cap(thread));
        strand.last_updated = at;
        strand.last_activity = strand.last_activity.max(at);
        strand.activity_count += 1;
        *strand.metadata.entry(kind).or_default() += 1;
    }

    /// Records a reply. True if it answers a reply of the other person in time; both are then used
    /// up, so that each exchange counts once.
    fn is_mutual(&mut self, event: CordEvent) -> bool {
        let [first, second] = self.last_replies;
        let theirs = if event.actor == 0 { second } else { first };
        if theirs.is_some_and(|theirs| event.at - theirs <= MUTUAL_WITHIN) {
            self.last_replies = [None, None];
            return true;
        }
        if let Some(mine) = self.last_replies.get_mut(event.actor) {
            *mine = Some(event.at);
        }
        false
    }

    /// Total strength at `now`, from 0 to 100 (G-084).
    #[must_use]
    pub fn total(&self, rules: CordRules, now: DateTime<Utc>) -> f64 {
        let parts = self
            .visible_strands(rules, now)
            .map(|(thread, _, strength)| rules.weight(thread) * strength / rules.cap(thread));
        // A sum of nothing is -0.0.
        parts.fold(0.0, |sum, part| sum + part).clamp(0.0, TOTAL_MAX)
    }

    /// The strands that count at `now`, with their strength.
    pub fn visible_strands<'s>(
        &'s self,
        rules: CordRules<'s>,
        now: DateTime<Utc>,
    ) -> impl Iterator<Item = (ThreadType, &'s Strand, f64)> {
        let strength = move |(thread, strand): (&ThreadType, &'s Strand)| {
            (*thread, strand, strand.strength_at(rules, *thread, now))
        };
        self.strands.0.iter().map(strength).filter(|(_, _, strength)| *strength >= STRAND_MIN)
    }

    /// Persists the decay until `now`, after adding this many completed weeks in which both people
    /// were active. They count at `now`, because a week of strength 1 would otherwise be dropped at
    /// once. Drops strands below 1.
    pub fn decay_weekly(&mut self, rules: CordRules, common_weeks: usize, now: DateTime<Utc>) {
        for _ in 0..common_weeks {
            self.strengthen(rules, ActivityKind::SameWeek, now);
        }
        for (thread, strand) in &mut self.strands.0 {
            strand.strength = strand.strength_at(rules, *thread, now);
            strand.last_updated = strand.last_updated.max(now);
        }
        self.strands.0.retain(|_, strand| strand.strength >= STRAND_MIN);
    }
}

/// True if a cord of this total strength is active (C-104).
#[must_use]
pub fn is_active(total: f64) -> bool {
    total >= ACTIVE_AT
}

/// True if the weekly decay deletes a cord of this total strength (C-104).
#[must_use]
pub fn is_deleted(total: f64) -> bool {
    total < TOTAL_MIN
}

/// Rounds a strength to one decimal, for people.
#[must_use]
pub fn rounded(strength: f64) -> f64 {
    (strength * 10.0).round() / 10.0
}

#[cfg(test)]
#[path = "strength_tests.rs"]
mod tests;
