//! What an account may do at all, derived from its row (A-171 to A-174, gaps G-036, G-043).

use chrono::{DateTime, Utc};

/// The standing of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent claim of the specification"
)]
pub struct Standing {
    /// Banned or suspended.
    pub suspended: bool,
    /// Paused, and the pause has not passed.
    pub is_paused: bool,
    /// Until when, if that is set.
    pub paused_until: Option<DateTime<Utc>>,
    /// The address is not proven, or staff marked it so.
    pub needs_email_verification: bool,
    /// The terms are not agreed to, or before the cut-off.
    pub needs_terms: bool,
    /// The guidelines are not agreed to, or before the cut-off.
    pub needs_guidelines: bool,
    /// The privacy policy was never agreed to.
    pub needs_privacy: bool,
    /// The wizard was never finished.
    pub has_completed_onboarding: bool,
    /// Member of staff.
    pub is_staff: bool,
}

/// The columns that standing is derived from.
#[derive(Debug, Clone, sea_orm::FromQueryResult)]
pub struct StandingRow {
    /// `active` or `paused`.
    pub account_status: String,
    /// When a pause ends by itself.
    pub paused_until: Option<DateTime<Utc>>,
    /// `banned` or `suspended`.
    pub status: Option<String>,
    /// The address was proven.
    pub email_verified: bool,
    /// Staff say that it was not.
    pub marked_unverified: bool,
    /// Member of staff.
    pub is_staff: bool,
    /// The wizard was finished.
    pub has_completed_onboarding: bool,
    /// When the terms were agreed to.
    pub agreed_to_terms_at: Option<DateTime<Utc>>,
    /// When the guidelines were agreed to.
    pub agreed_to_guidelines_at: Option<DateTime<Utc>>,
    /// When the privacy policy was agreed to.
    pub agreed_to_privacy_at: Option<DateTime<Utc>>,
}

impl Standing {
    /// Derives the standing at `now`. Terms and guidelines agreed to before `cutoff` count as not
    /// agreed to.
    #[must_use]
    pub fn of(row: &StandingRow, now: DateTime<Utc>, cutoff: DateTime<Utc>) -> Self {
        let outdated = |at: Option<DateTime<Utc>>| at.is_none_or(|at| at < cutoff);
        let pause_passed = row.paused_until.is_some_and(|until| until <= now);
        Self {
            suspended: row.status.is_some(),
            is_paused: row.account_status == "paused" && !pause_passed,
            paused_until: row.paused_until.filter(|_| !pause_passed),
            needs_email_verification: !row.email_verified || row.marked_unverified,
            needs_terms: outdated(row.agreed_to_terms_at),
            needs_guidelines: outdated(row.agreed_to_guidelines_at),
            needs_privacy: row.agreed_to_privacy_at.is_none(),
            has_completed_onboarding: row.has_completed_onboarding,
            is_staff: row.is_staff,
        }
    }

    /// Terms or guidelines must be agreed to anew, which starts the wizard over.
    #[must_use]
    pub const fn needs_reset(&self) -> bool {
        self.needs_terms || self.needs_guidelines
    }

    /// Nothing is left of the wizard.
    #[must_use]
    pub const fn is_onboarded(&self) -> bool {
        self.has_completed_onboarding
            && !self.needs_terms
            && !self.needs_guidelines
            && !self.needs_privacy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{Duration, TimeZone};

    fn row(agreed: Option<DateTime<Utc>>) -> StandingRow {
        StandingRow {
            account_status: "active".to_owned(),
            paused_until: None,
            status: None,
            email_verified: true,
            marked_unverified: false,
            is_staff: false,
            has_completed_onboarding: true,
            agreed_to_terms_at: agreed,
            agreed_to_guidelines_at: agreed,
            agreed_to_privacy_at: agreed,
        }
    }

    #[test]
    fn agreements_before_the_cut_off_must_be_given_anew() {
        let cutoff = Utc.with_ymd_and_hms(2025, 7, 12, 0, 0, 0).single().unwrap_or_default();
        let now = cutoff + Duration::days(400);
        let old = Standing::of(&row(Some(cutoff - Duration::seconds(1))), now, cutoff);
        assert!(old.needs_terms && old.needs_guidelines && old.needs_reset() && !old.needs_privacy);
        assert!(!old.is_onboarded());
        assert!(Standing::of(&row(Some(cutoff)), now, cutoff).is_onboarded());
        assert!(Standing::of(&row(None), now, cutoff).needs_privacy);
    }

    #[test]
    fn an_address_counts_as_proven_unless_staff_say_that_it_was_not() {
        let now = crate::Clock::system().now();
        let needs = |email_verified, marked_unverified| {
            let row = StandingRow { email_verified, marked_unverified, ..row(Some(now)) };
            Standing::of(&row, now, now).needs_email_verification
        };
        assert!(!needs(true, false));
        assert!(needs(false, false) && needs(true, true) && needs(false, true));
    }

    #[test]
    fn a_pause_that_has_passed_counts_as_active() {
        let now = crate::Clock::system().now();
        let mut paused = row(Some(now));
        paused.account_status = "paused".to_owned();
        assert!(Standing::of(&paused, now, now).is_paused);
        paused.paused_until = Some(now + Duration::seconds(1));
        assert!(Standing::of(&paused, now, now).is_paused);
        paused.paused_until = Some(now);
        assert!(!Standing::of(&paused, now, now).is_paused);
    }
}
