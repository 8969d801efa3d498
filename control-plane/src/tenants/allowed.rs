//! Actions that the state of a portal allows, each with the one word for it on every screen.

use super::ManagedTenant;
use super::lifecycle::is_allowed_transition;
use super::rows::TenantState;
use platform::TenantId;
use serde::Serialize;
use utoipa::ToSchema;

/// Method of the request of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
enum TenantActionMethod {
    Post,
    Put,
    Patch,
}

/// An action that the portal's state allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TenantAction {
    /// `changeDefaultLanguage`, `activate`, `rename`, `suspend` or `archive`.
    action: &'static str,
    /// Word on buttons and in dialogs.
    #[serde(serialize_with = "platform::language::localized")]
    label: &'static str,
    /// A reason is required.
    needs_reason: bool,
    method: TenantActionMethod,
    path: String,
}

/// The actions, dangerous ones last. Only staff change the state and the address of a portal.
pub(super) fn allowed_actions(managed: &ManagedTenant) -> Vec<TenantAction> {
    let language = (managed.may_manage() && !managed.is_archived()).then(|| TenantAction {
        action: "changeDefaultLanguage",
        label: "Default language",
        needs_reason: false,
        method: TenantActionMethod::Put,
        path: format!("/api/control/tenants/{}/default-language", managed.id()),
    });
    let of_state = if managed.as_staff() {
        actions_of_state(managed.state(), managed.id())
    } else {
        Vec::new()
    };
    language.into_iter().chain(of_state).collect()
}

fn actions_of_state(state: TenantState, id: TenantId) -> Vec<TenantAction> {
    let change = |to, action: &'static str, label, needs_reason| {
        is_allowed_transition(state, to).then(|| TenantAction {
            action,
            label,
            needs_reason,
            method: TenantActionMethod::Post,
            path: format!("/api/control/tenants/{id}/{action}"),
        })
    };
    let rename = (state != TenantState::Archived).then(|| TenantAction {
        action: "rename",
        label: "Rename",
        needs_reason: false,
        method: TenantActionMethod::Patch,
        path: format!("/api/control/tenants/{id}"),
    });
    [
        change(TenantState::Active, "activate", "Activate", false),
        rename,
        change(TenantState::Suspended, "suspend", "Suspend", true),
        change(TenantState::Archived, "archive", "Archive", true),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_offers_exactly_its_actions() {
        let offered = |state| {
            let actions = actions_of_state(state, TenantId::new());
            actions.into_iter().map(|one| one.action).collect::<Vec<_>>()
        };
        assert_eq!(offered(TenantState::Draft), ["activate", "rename", "archive"]);
        assert_eq!(offered(TenantState::Active), ["rename", "suspend"]);
        assert_eq!(offered(TenantState::Suspended), ["activate", "rename", "archive"]);
        assert_eq!(offered(TenantState::Archived), Vec::<&str>::new());
    }
}
