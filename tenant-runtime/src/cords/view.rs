//! Cords as the API returns them to the two people.

use super::source;
use super::strength::{CordRules, CordState, ThreadType, is_active, rounded};
use crate::communities::CommonCommunity;
use crate::profiles::UserSummary;
use chrono::{DateTime, Utc};
use platform::language;
use platform::{AffiliationId, UserId};
use serde::Serialize;
use utoipa::ToSchema;

/// The viewer's cord with another person (C-102).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Cord)]
pub(super) struct CordView {
    /// Both user ids, sorted and joined.
    pub id: String,
    /// The other person.
    pub user_id: UserId,
    /// One of the two has turned cords off. There are no values then.
    pub disabled: bool,
    /// Reason why cords are off, in words.
    #[serde(serialize_with = "platform::language::localized_option")]
    pub reason: Option<String>,
    /// From 0 to 100, with one decimal.
    pub total_strength: f64,
    pub is_active: bool,
    /// Strands, the strongest first.
    pub threads: Vec<CordThread>,
    /// Missing if there is no cord yet.
    pub last_updated: Option<DateTime<Utc>>,
    pub vouches: CordVouches,
    /// The viewer may vouch for the person.
    pub can_vouch: bool,
    /// The viewer may introduce the person to others.
    pub can_introduce: bool,
    pub common: CommonGroups,
}

/// A strand of a cord.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CordThread {
    pub thread_type: ThreadType,
    /// Current strength, with one decimal.
    pub strength: f64,
    /// Maximum strength.
    pub cap: f64,
    /// Part of the total strength, in points of it.
    pub share: f64,
    pub last_activity: DateTime<Utc>,
    pub activity_count: i64,
    /// Missing if the strand never decays.
    pub half_life_days: Option<f64>,
    /// Explanation in words.
    #[schema(example = "12 messages, the last on 3 November")]
    pub source: String,
    /// Time at which the strand falls below 1 without further activity.
    pub fades_at: Option<DateTime<Utc>>,
}

/// Vouches between the viewer and another person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CordVouches {
    /// The viewer vouches for the person.
    pub mine: bool,
    /// The person vouches for the viewer.
    pub theirs: bool,
}

/// Groups that two people have in common, as far as the viewer may know them.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CommonGroups {
    pub affiliations: Vec<CommonAffiliation>,
    pub communities: Vec<CommonCommunity>,
}

/// An affiliation that two people have in common.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CommonAffiliation {
    pub id: AffiliationId,
    pub name: String,
    /// Its own logo, or that of its open portal.
    pub logo: Option<String>,
    /// Brand colour of its open portal, as `#rrggbb`.
    pub brand_colour: Option<String>,
}

/// A cord in the viewer's list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CordListItem)]
pub(super) struct CordListItem {
    pub user: UserSummary,
    /// From 0 to 100, with one decimal.
    pub total_strength: f64,
    pub is_active: bool,
}

impl CordView {
    /// Sets the values of the cord at `now`.
    pub fn set_values(&mut self, state: &CordState, rules: CordRules, now: DateTime<Utc>) {
        let total = state.total(rules, now);
        self.total_strength = rounded(total);
        self.is_active = is_active(total);
        let mut threads: Vec<CordThread> = state
            .visible_strands(rules, now)
            .map(|(thread, strand, strength)| CordThread {
                thread_type: thread,
                strength: rounded(strength),
                cap: rules.cap(thread),
                share: rounded(rules.weight(thread) * strength / rules.cap(thread)),
                last_activity: strand.last_activity,
                activity_count: strand.activity_count,
                half_life_days: rules.half_life_days(thread),
                source: source::describe(strand, now, language::of_response()),
                fades_at: strand.fades_at(rules, thread),
            })
            .collect();
        threads.sort_by(|one, other| {
            other.share.total_cmp(&one.share).then(one.thread_type.cmp(&other.thread_type))
        });
        self.last_updated = state.strands.0.values().map(|strand| strand.last_activity).max();
        self.threads = threads;
    }
}
