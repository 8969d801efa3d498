//! Truth table of the visibility of profiles.

use super::*;
use proptest::prelude::*;

fn audience() -> impl Strategy<Value = ProfileAudience> {
    prop_oneof![
        Just(ProfileAudience::Private),
        Just(ProfileAudience::Affiliations),
        Just(ProfileAudience::Public)
    ]
}

prop_compose! {
    fn choices()(
        is_profile_private: bool,
        profile in audience(),
        directory in audience(),
        is_present: bool,
    ) -> VisibilitySettings {
        VisibilitySettings { is_profile_private, profile, directory, is_present }
    }
}

prop_compose! {
    fn between()(
        is_self: bool,
        by_staff: bool,
        shares: bool,
        blocks: bool,
        blocked: bool,
    ) -> ViewerRelation {
        let apart = !is_self;
        ViewerRelation { is_self, by_staff, shares, blocks: blocks && apart, blocked: blocked && apart }
    }
}

fn sites() -> impl Strategy<Value = Site> {
    prop_oneof![Just(Site::Main), Just(Site::Portal(platform::AffiliationId::new()))]
}

const STRANGER: ViewerRelation = ViewerRelation {
    is_self: false,
    by_staff: false,
    shares: false,
    blocks: false,
    blocked: false,
};

proptest! {
    #[test]
    fn users_see_themselves_and_staff_see_all_users(of in choices(), to in between()) {
        let own = ViewerRelation { is_self: true, ..to };
        prop_assert_eq!(of.profile_access(own), Some(ProfileAccess::Whole));
        prop_assert_eq!(of.profile_access(ViewerRelation { by_staff: true, ..to }), Some(ProfileAccess::Whole));
    }

    #[test]
    fn a_shared_affiliation_never_reduces_visibility(of in choices(), to in between(), site in sites()) {
        let (apart, together) = (ViewerRelation { shares: false, ..to }, ViewerRelation { shares: true, ..to });
        let rank = |sight: Option<ProfileAccess>| sight.map_or(0, |one| if one == ProfileAccess::Card { 1 } else { 2 });
        prop_assert!(rank(of.profile_access(apart)) <= rank(of.profile_access(together)));
        prop_assert!(of.is_listed(apart, site) <= of.is_listed(together, site));
    }

    #[test]
    fn a_block_hides_both_users_from_each_other(of in choices(), to in between(), site in sites()) {
        let plain = ViewerRelation { by_staff: false, is_self: false, ..to };
        for blocked in [ViewerRelation { blocks: true, ..plain }, ViewerRelation { blocked: true, ..plain }] {
            prop_assert!(!of.is_listed(blocked, site));
            prop_assert_ne!(of.profile_access(blocked), Some(ProfileAccess::Whole));
        }
        prop_assert_eq!(of.profile_access(ViewerRelation { blocked: true, ..plain }), None);
    }

    #[test]
    fn the_main_directory_lists_only_profiles_open_to_the_viewer(of in choices(), to in between()) {
        if of.is_listed(to, Site::Main) {
            prop_assert_eq!(of.profile_access(to), Some(ProfileAccess::Whole));
        }
    }

    #[test]
    fn a_private_profile_is_listed_on_portals_only(of in choices(), to in between()) {
        let hidden = VisibilitySettings { is_profile_private: true, ..of };
        prop_assert!(!hidden.is_listed(to, Site::Main));
        let fellow = ViewerRelation { shares: true, blocks: false, blocked: false, ..to };
        let portal = Site::Portal(platform::AffiliationId::new());
        let wants = hidden.is_present && hidden.directory != ProfileAudience::Private;
        prop_assert_eq!(hidden.is_listed(fellow, portal), wants);
    }

    #[test]
    fn directory_visibility_private_hides_a_user_on_every_site(of in choices(), to in between(), site in sites()) {
        let unlisted = VisibilitySettings { directory: ProfileAudience::Private, ..of };
        prop_assert!(!unlisted.is_listed(to, site));
    }

    #[test]
    fn an_inactive_account_is_invisible(of in choices(), shares: bool, site in sites()) {
        let gone = VisibilitySettings { is_present: false, ..of };
        let other = ViewerRelation { shares, ..STRANGER };
        prop_assert_eq!(gone.profile_access(other), None);
        prop_assert!(!gone.is_listed(other, site));
    }
}

#[test]
fn a_stranger_sees_only_the_card_of_a_private_profile() {
    let shy = VisibilitySettings {
        is_profile_private: true,
        profile: ProfileAudience::Public,
        directory: ProfileAudience::Public,
        is_present: true,
    };
    assert_eq!(shy.profile_access(STRANGER), Some(ProfileAccess::Card));
    let open = VisibilitySettings { is_profile_private: false, ..shy };
    assert_eq!(open.profile_access(STRANGER), Some(ProfileAccess::Whole));
    let clubbable = VisibilitySettings { profile: ProfileAudience::Affiliations, ..open };
    assert_eq!(clubbable.profile_access(STRANGER), Some(ProfileAccess::Card));
    assert_eq!(
        clubbable.profile_access(ViewerRelation { shares: true, ..STRANGER }),
        Some(ProfileAccess::Whole)
    );
}
