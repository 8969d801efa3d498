//! Cords: weights, caps, half-lives and activity strengths (communities.md C-105 to C-109, G-085).

use super::ConfigErrors;
use super::lists::deserialize_list;
use serde::{Deserialize, Serialize};

/// Strength of the cords between people.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CordsConfig {
    /// Maximum number of existing members of a community or affiliation that get a stronger cord
    /// with a new member; in a larger one, the members who joined last.
    pub join_max_members: u32,
    /// Ids of the affiliations that are professional: a new member's cords to the other members get
    /// a professional strand too.
    #[serde(deserialize_with = "deserialize_list")]
    pub professional_affiliations: Vec<String>,
    /// Part of each strand in the total strength, in percent.
    pub weights: CordWeights,
    /// Maximum strength of each strand.
    pub caps: CordCaps,
    /// Half-life of each strand.
    pub half_lives: CordHalfLives,
    /// Strength that each activity adds to a strand.
    pub strengths: CordStrengths,
}

/// Part of each strand in the total strength, in percent. The sum is 100.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CordWeights {
    /// Direct messages, replies and comments.
    pub interaction: f64,
    /// Vouches.
    pub trust: f64,
    /// Common communities and affiliations.
    pub association: f64,
    /// Introductions.
    pub weave: f64,
    /// Activity in the same weeks.
    pub temporal: f64,
    /// Replies to each other within a day.
    pub behavioral: f64,
    /// Common professional affiliations.
    pub professional: f64,
    /// Likes.
    pub social: f64,
    /// Contributions that were marked as helpful.
    pub support: f64,
}

/// Maximum strength of each strand.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CordCaps {
    /// Direct messages, replies and comments.
    pub interaction: f64,
    /// Vouches.
    pub trust: f64,
    /// Common communities and affiliations.
    pub association: f64,
    /// Introductions.
    pub weave: f64,
    /// Activity in the same weeks.
    pub temporal: f64,
    /// Replies to each other within a day.
    pub behavioral: f64,
    /// Common professional affiliations.
    pub professional: f64,
    /// Likes.
    pub social: f64,
    /// Contributions that were marked as helpful.
    pub support: f64,
}

/// Half-life of each strand, in days; 0 means that it never decays.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CordHalfLives {
    /// Direct messages, replies and comments.
    pub interaction: f64,
    /// Vouches.
    pub trust: f64,
    /// Common communities and affiliations.
    pub association: f64,
    /// Introductions.
    pub weave: f64,
    /// Activity in the same weeks.
    pub temporal: f64,
    /// Replies to each other within a day.
    pub behavioral: f64,
    /// Common professional affiliations.
    pub professional: f64,
    /// Likes.
    pub social: f64,
    /// Contributions that were marked as helpful.
    pub support: f64,
}

/// Strength that each activity adds to a strand.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CordStrengths {
    /// A direct message, to the interaction strand.
    pub direct_message: f64,
    /// A reply to a post, to the interaction strand.
    pub reply: f64,
    /// A comment on an article, to the interaction strand.
    pub article_comment: f64,
    /// A like of a post or article, to the social strand.
    pub like: f64,
    /// A vouch, to the trust strand.
    pub vouch: f64,
    /// An accepted introduction, to the weave strands of the three people.
    pub introduction: f64,
    /// A joined community, to the association strand with each existing member.
    pub community_join: f64,
    /// A joined affiliation, to the association strand with each existing member.
    pub affiliation_join: f64,
    /// A joined professional affiliation, to the professional strand with each existing member.
    pub professional_join: f64,
    /// A week in which both people were active, to the temporal strand.
    pub same_week: f64,
    /// Replies to each other within 24 hours, to the behavioral strand.
    pub mutual_reply: f64,
    /// A contribution marked as helpful, to the support strand.
    pub helpful_mark: f64,
}

impl Default for CordsConfig {
    fn default() -> Self {
        Self {
            join_max_members: 2_000,
            professional_affiliations: Vec::new(),
            weights: CordWeights::default(),
            caps: CordCaps::default(),
            half_lives: CordHalfLives::default(),
            strengths: CordStrengths::default(),
        }
    }
}

impl Default for CordWeights {
    fn default() -> Self {
        Self {
            interaction: 25.0,
            trust: 20.0,
            association: 15.0,
            weave: 20.0,
            temporal: 5.0,
            behavioral: 5.0,
            professional: 5.0,
            social: 3.0,
            support: 2.0,
        }
    }
}

impl Default for CordCaps {
    fn default() -> Self {
        Self {
            interaction: 25.0,
            trust: 15.0,
            association: 20.0,
            weave: 25.0,
            temporal: 10.0,
            behavioral: 8.0,
            professional: 12.0,
            social: 7.0,
            support: 10.0,
        }
    }
}

impl Default for CordHalfLives {
    fn default() -> Self {
        Self {
            interaction: 30.0,
            trust: 180.0,
            association: 0.0,
            weave: 7.0,
            temporal: 60.0,
            behavioral: 90.0,
            professional: 365.0,
            social: 45.0,
            support: 60.0,
        }
    }
}

impl Default for CordStrengths {
    fn default() -> Self {
        Self {
            direct_message: 5.0,
            reply: 2.0,
            article_comment: 2.0,
            like: 2.0,
            vouch: 6.0,
            introduction: 20.0,
            community_join: 3.0,
            affiliation_join: 3.0,
            professional_join: 3.0,
            same_week: 1.0,
            mutual_reply: 1.0,
            helpful_mark: 2.0,
        }
    }
}

/// Adds `all()`, the values in the order of the fields.
macro_rules! all_values {
    ($section:ident, $count:literal: $($field:ident),*) => {
        impl $section {
            const fn all(&self) -> [f64; $count] {
                [$(self.$field),*]
            }
        }
    };
}
all_values!(CordWeights, 9: interaction, trust, association, weave, temporal, behavioral,
    professional, social, support);
all_values!(CordCaps, 9: interaction, trust, association, weave, temporal, behavioral,
    professional, social, support);
all_values!(CordHalfLives, 9: interaction, trust, association, weave, temporal, behavioral,
    professional, social, support);
all_values!(CordStrengths, 12: direct_message, reply, article_comment, like, vouch, introduction,
    community_join, affiliation_join, professional_join, same_week, mutual_reply, helpful_mark);

impl CordsConfig {
    pub(super) fn check(&self, faults: &mut ConfigErrors) {
        let weights = self.weights.all();
        let is_positive = |value: &f64| value.is_finite() && *value >= 0.0;
        let sum: f64 = weights.iter().sum();
        faults.require(
            weights.iter().all(is_positive) && (sum - 100.0).abs() < 1e-6,
            "cords.weights: must not be negative, and their sum must be 100",
        );
        faults.require(
            self.caps.all().iter().all(|cap| cap.is_finite() && *cap >= 1.0),
            "cords.caps: must be at least 1",
        );
        faults.require(
            self.half_lives.all().iter().all(is_positive),
            "cords.half_lives: must not be negative",
        );
        faults.require(
            self.strengths.all().iter().all(is_positive),
            "cords.strengths: must not be negative",
        );
        faults.require(
            (1..=100_000).contains(&self.join_max_members),
            "cords.join_max_members: must be 1 to 100000",
        );
        faults.require(
            self.professional_affiliations.iter().all(|id| uuid::Uuid::try_parse(id).is_ok()),
            "cords.professional_affiliations: must be ids of affiliations",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(change: impl FnOnce(&mut CordsConfig)) -> Vec<String> {
        let mut config = CordsConfig::default();
        change(&mut config);
        let mut faults = ConfigErrors::default();
        config.check(&mut faults);
        faults.0
    }

    #[test]
    fn accepts_the_specified_defaults() {
        assert!(faults(|_| ()).is_empty());
        assert!(faults(|config| config.half_lives.trust = 0.0).is_empty());
    }

    #[test]
    fn rejects_weights_with_another_sum_and_values_out_of_range() {
        assert_eq!(faults(|config| config.weights.trust = 21.0).len(), 1);
        assert_eq!(faults(|config| config.weights.trust = f64::NAN).len(), 1);
        assert_eq!(faults(|config| config.caps.social = 0.0).len(), 1);
        assert_eq!(faults(|config| config.half_lives.weave = -1.0).len(), 1);
        assert_eq!(faults(|config| config.strengths.like = f64::INFINITY).len(), 1);
        assert_eq!(faults(|config| config.join_max_members = 0).len(), 1);
        let text = || vec![String::from("ashcombe")];
        assert_eq!(faults(|config| config.professional_affiliations = text()).len(), 1);
    }
}
