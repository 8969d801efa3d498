//! Evaluates and changes the policy.

use super::store;
use crate::accounts::rows::system_setting::Model;
use crate::accounts::second_factor::SecondFactorError;
use chrono::{DateTime, Duration, Utc};
use platform::audit::{AuditedAction, record_action};
use platform::step_up::require_fresh_second_factor;
use platform::{AccountViewer, Problem, Scope, Staff, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;

const GRACE_DAYS_MAX: i64 = 365;

/// The policy of second factors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::accounts) struct Policy {
    /// True if second factors are available.
    pub enabled: bool,
    /// True if all users must have one.
    pub required: bool,
    /// Time to set it up, in days.
    pub grace_period_days: i64,
    /// Staff member who enabled it.
    pub enabled_by: Option<UserId>,
    pub enabled_at: Option<DateTime<Utc>>,
    /// When it became required.
    pub required_at: Option<DateTime<Utc>>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            enabled: true,
            required: false,
            grace_period_days: 30,
            enabled_by: None,
            enabled_at: None,
            required_at: None,
        }
    }
}

impl Policy {
    /// Returns true if second factors are used and can be set up. Staff keep theirs in any case,
    /// otherwise no one could enable them again; so do users who must have one.
    pub const fn applies_to(&self, always: bool) -> bool {
        self.enabled || always
    }

    /// When a user who joined at `joined` can no longer sign in without a second factor: the grace
    /// period starts at the later of both days (G-064).
    pub fn enforced_from(&self, joined: DateTime<Utc>) -> Option<DateTime<Utc>> {
        if !self.enabled || !self.required {
            return None;
        }
        let since = self.required_at.map_or(joined, |required| required.max(joined));
        Some(since + Duration::days(self.grace_period_days))
    }
}

/// Requested changes.
pub(super) struct PolicyChange {
    pub enabled: bool,
    pub required: bool,
    pub grace_period_days: i64,
}

/// The current policy.
pub(super) async fn read(scope: &Scope<Staff>) -> Result<(Policy, Model), SecondFactorError> {
    let row = store::find(scope).await?.ok_or(SecondFactorError::SettingsNotFound)?;
    Ok((policy_of(&row), row))
}

/// Changes the policy and records it in the audit log. Needs staff status and recent authentication
/// with a second factor (G-064).
pub(super) async fn change(
    scope: &mut Scope<Staff>,
    wanted: PolicyChange,
) -> Result<(Policy, Model), Problem> {
    require_fresh_second_factor(scope)?;
    check(&wanted)?;
    Ok(write(scope, &wanted).await?)
}

fn check(wanted: &PolicyChange) -> Result<(), SecondFactorError> {
    if wanted.required && !wanted.enabled {
        return Err(SecondFactorError::RequiredNeedsEnabled);
    }
    if !(0..=GRACE_DAYS_MAX).contains(&wanted.grace_period_days) {
        return Err(SecondFactorError::GraceOutOfBounds);
    }
    Ok(())
}

async fn write(
    scope: &mut Scope<Staff>,
    wanted: &PolicyChange,
) -> Result<(Policy, Model), SecondFactorError> {
    let failed = SecondFactorError::SettingsFailed;
    let actor = scope.viewer().id();
    let tx = scope.begin().await.map_err(failed)?;
    let row = store::find_in(&tx).await.map_err(failed)?;
    let before = policy_of(&row.ok_or(SecondFactorError::SettingsNotFound)?);
    let after = before.with_change(wanted, actor, tx.now());
    let row = store::replace_policy(&tx, &after).await.map_err(failed)?;
    let act = AuditedAction {
        actor: Some(actor),
        action: "mfa-settings.change",
        subject_kind: "system-settings",
        subject_id: "mfa".to_owned(),
        before: json!(before),
        after: json!(after),
        reason: None,
    };
    record_action(&tx, act).await.map_err(failed)?;
    tx.commit().await.map_err(failed)?;
    Ok((after, row))
}

impl Policy {
    fn with_change(&self, wanted: &PolicyChange, by: UserId, now: DateTime<Utc>) -> Self {
        let newly_enabled = wanted.enabled && !self.enabled;
        let required_at = match (wanted.required, self.required) {
            (true, false) => Some(now),
            (true, true) => self.required_at,
            (false, _) => None,
        };
        Self {
            enabled: wanted.enabled,
            required: wanted.required,
            grace_period_days: wanted.grace_period_days,
            enabled_by: if newly_enabled { Some(by) } else { self.enabled_by },
            enabled_at: if newly_enabled { Some(now) } else { self.enabled_at },
            required_at,
        }
    }
}

fn policy_of(row: &Model) -> Policy {
    // Only this module writes the value; an unreadable one counts as unset.
    serde_json::from_value(row.value.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(n: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_700_000_000, 0).unwrap_or_default() + Duration::days(n)
    }

    fn wanted(enabled: bool, required: bool) -> PolicyChange {
        PolicyChange { enabled, required, grace_period_days: 30 }
    }

    #[test]
    fn grace_period_starts_at_the_later_of_requirement_and_joining() {
        let by = UserId::new();
        let policy = Policy::default().with_change(&wanted(true, true), by, day(10));
        assert_eq!(policy.enforced_from(day(0)), Some(day(40)));
        assert_eq!(policy.enforced_from(day(25)), Some(day(55)));
        let optional = policy.with_change(&wanted(true, false), by, day(11));
        assert_eq!(optional.enforced_from(day(0)), None);
        let again = optional.with_change(&wanted(true, true), by, day(20));
        assert_eq!(again.enforced_from(day(0)), Some(day(50)), "grace begins anew");
        let unchanged = again.with_change(&wanted(true, true), by, day(30));
        assert_eq!(unchanged.enforced_from(day(0)), Some(day(50)));
    }

    #[test]
    fn keeps_who_enabled_it_when_the_policy_changes_otherwise() {
        let (ada, bob) = (UserId::new(), UserId::new());
        let off = Policy::default().with_change(&wanted(false, false), ada, day(1));
        assert_eq!(off.enabled_by, None);
        let on = off.with_change(&wanted(true, false), bob, day(2));
        assert_eq!((on.enabled_by, on.enabled_at), (Some(bob), Some(day(2))));
        let same = on.with_change(&wanted(true, false), ada, day(3));
        assert_eq!((same.enabled_by, same.enabled_at), (Some(bob), Some(day(2))));
    }

    #[test]
    fn rejects_a_required_factor_that_is_disabled_and_invalid_grace_periods() {
        assert!(check(&wanted(false, true)).is_err());
        assert!(check(&PolicyChange { grace_period_days: 366, ..wanted(true, true) }).is_err());
        assert!(check(&PolicyChange { grace_period_days: 0, ..wanted(true, true) }).is_ok());
    }

    #[test]
    fn staff_keep_second_factors_when_the_policy_disables_them() {
        let off = Policy { enabled: false, ..Policy::default() };
        assert!(off.applies_to(true) && !off.applies_to(false));
    }
}
