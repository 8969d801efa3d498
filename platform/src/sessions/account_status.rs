//! Account status, derived from the account's row (A-171 to A-174, gaps G-036, G-043).

use crate::staff::StaffRole;
use chrono::{DateTime, Utc};

/// Status of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent flag of the specification"
)]
pub struct AccountStatus {
    /// Banned or suspended.
    pub suspended: bool,
    /// Currently paused.
    pub is_paused: bool,
    /// End of the pause, if set.
    pub paused_until: Option<DateTime<Utc>>,
    /// The email address is not verified, or staff marked it as unverified.
    pub needs_email_verification: bool,
    /// The terms are not accepted, or only before the cut-off.
    pub needs_terms: bool,
    /// The guidelines are not accepted, or only before the cut-off.
    pub needs_guidelines: bool,
    /// The privacy policy was never accepted.
    pub needs_privacy: bool,
    /// The onboarding wizard was completed.
    pub has_completed_onboarding: bool,
    /// Staff member.
    pub is_staff: bool,
    /// Role of a staff member.
    pub staff_role: Option<StaffRole>,
}

/// Columns from which the status is derived.
#[derive(Debug, Clone, sea_orm::FromQueryResult)]
pub struct AccountStatusRow {
    /// `active` or `paused`.
    pub account_status: String,
    /// End of a pause.
    pub paused_until: Option<DateTime<Utc>>,
    /// `banned` or `suspended`.
    pub status: Option<String>,
    /// The email address was verified.
    pub email_verified: bool,
    /// Staff marked the address as unverified.
    pub marked_unverified: bool,
    /// Staff member.
    pub is_staff: bool,
    /// Role, if staff member.
    pub staff_role: String,
    /// The onboarding wizard was completed.
    pub has_completed_onboarding: bool,
    /// Time at which the terms were accepted.
    pub agreed_to_terms_at: Option<DateTime<Utc>>,
    /// Time at which the guidelines were accepted.
    pub agreed_to_guidelines_at: Option<DateTime<Utc>>,
    /// Time at which the privacy policy was accepted.
    pub agreed_to_privacy_at: Option<DateTime<Utc>>,
}

impl AccountStatus {
    /// Derives the status at `now`. Terms and guidelines accepted before `cutoff` count as not
    /// accepted.
    #[must_use]
    pub fn from_row(row: &AccountStatusRow, now: DateTime<Utc>, cutoff: DateTime<Utc>) -> Self {
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
            staff_role: StaffRole::from_name(&row.staff_role).filter(|_| row.is_staff),
        }
    }

    /// Terms or guidelines must be accepted again, which restarts the wizard.
    #[must_use]
    pub const fn needs_reset(&self) -> bool {
        self.needs_terms || self.needs_guidelines
    }

    /// The wizard has no remaining steps.
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

    fn row(agreed: Option<DateTime<Utc>>) -> AccountStatusRow {
        AccountStatusRow {
            account_status: "active".to_owned(),
            paused_until: None,
            status: None,
            email_verified: true,
            marked_unverified: false,
            is_staff: false,
            staff_role: StaffRole::Administrator.name().to_owned(),
            has_completed_onboarding: true,
            agreed_to_terms_at: agreed,
            agreed_to_guidelines_at: agreed,
            agreed_to_privacy_at: agreed,
        }
    }

    #[test]
    fn agreements_before_the_cut_off_do_not_count() {
        let cutoff = Utc.with_ymd_and_hms(2025, 7, 12, 0, 0, 0).single().unwrap_or_default();
        let now = cutoff + Duration::days(400);
        let old = AccountStatus::from_row(&row(Some(cutoff - Duration::seconds(1))), now, cutoff);
        assert!(old.needs_terms && old.needs_guidelines && old.needs_reset() && !old.needs_privacy);
        assert!(!old.is_onboarded());
        assert!(AccountStatus::from_row(&row(Some(cutoff)), now, cutoff).is_onboarded());
        assert!(AccountStatus::from_row(&row(None), now, cutoff).needs_privacy);
    }

    #[test]
    fn verified_address_counts_unless_staff_marked_it() {
        let now = crate::Clock::system_clock().now();
        let needs = |email_verified, marked_unverified| {
            let row = AccountStatusRow { email_verified, marked_unverified, ..row(Some(now)) };
            AccountStatus::from_row(&row, now, now).needs_email_verification
        };
        assert!(!needs(true, false));
        assert!(needs(false, false) && needs(true, true) && needs(false, true));
    }

    #[test]
    fn expired_pause_counts_as_active() {
        let now = crate::Clock::system_clock().now();
        let mut paused = row(Some(now));
        paused.account_status = "paused".to_owned();
        assert!(AccountStatus::from_row(&paused, now, now).is_paused);
        paused.paused_until = Some(now + Duration::seconds(1));
        assert!(AccountStatus::from_row(&paused, now, now).is_paused);
        paused.paused_until = Some(now);
        assert!(!AccountStatus::from_row(&paused, now, now).is_paused);
    }
}
