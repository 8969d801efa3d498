//! Access of people to support: everyone with a session, also before onboarding. Paused accounts
//! only have tickets about the pause.

use super::rows::ticket;
use platform::request::RequestFacts;
use platform::staff::StaffPermission;
use platform::{AccountViewer, Scope, Site};
use sea_orm::{ColumnTrait, Condition};

/// Tickets that the viewer may access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TicketAccess {
    /// All of their own.
    Own,
    /// Those about the pause of the account.
    AboutPause,
}

impl TicketAccess {
    pub fn from_facts(facts: &RequestFacts) -> Self {
        let is_paused = facts.session.as_ref().is_some_and(|one| one.account_status.is_paused);
        if is_paused { Self::AboutPause } else { Self::Own }
    }

    /// Condition of the viewer's tickets.
    pub fn condition(self, viewer: &impl AccountViewer) -> Condition {
        let about_pause = (self == Self::AboutPause).then(|| ticket::Column::AboutPause.eq(true));
        Condition::all().add(ticket::Column::OwnerId.eq(viewer.id().uuid())).add_option(about_pause)
    }
}

/// Returns true if the viewer answers tickets as staff, on the main site.
pub(super) fn is_staff<V>(scope: &Scope<V>) -> bool {
    let session = scope.facts().session.as_ref();
    scope.site() == Site::Main
        && session.is_some_and(|one| {
            let status = &one.account_status;
            status.staff_role.is_some_and(|role| role.allows(StaffPermission::Support))
                && !status.is_paused
                && status.is_onboarded()
                && !one.lacks_second_factor
        })
}
