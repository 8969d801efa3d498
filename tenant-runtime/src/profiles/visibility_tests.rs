//! Truth table of the visibility of profiles.

use super::*;
use proptest::prelude::*;

fn audience() -> impl Strategy<Value = Audience> {
    prop_oneof![Just(Audience::Private), Just(Audience::Affiliations), Just(Audience::Public)]
}

prop_compose! {
    fn choices()(
        is_profile_private: bool,
        profile in audience(),
        directory in audience(),
        is_present: bool,
    ) -> Choices {
        Choices { is_profile_private, profile, directory, is_present }
    }
}

prop_compose! {
    fn between()(
        is_self: bool,
        by_staff: bool,
        shares: bool,
        blocks: bool,
        blocked: bool,
    ) -> Between {
        let apart = !is_self;
        Between { is_self, by_staff, shares, blocks: blocks && apart, blocked: blocked && apart }
    }
}

fn doors() -> impl Strategy<Value = Door> {
    prop_oneof![Just(Door::Main), Just(Door::Portal(platform::AffiliationId::new()))]
}

const STRANGER: Between =
    Between { is_self: false, by_staff: false, shares: false, blocks: false, blocked: false };

proptest! {
    #[test]
    fn users_see_themselves_and_staff_see_all_users(of in choices(), to in between()) {
        let own = Between { is_self: true, ..to };
        prop_assert_eq!(of.sight(own), Some(Sight::Whole));
        prop_assert_eq!(of.sight(Between { by_staff: true, ..to }), Some(Sight::Whole));
    }

    #[test]
    fn a_shared_affiliation_never_reduces_visibility(of in choices(), to in between(), door in doors()) {
        let (apart, together) = (Between { shares: false, ..to }, Between { shares: true, ..to });
        let rank = |sight: Option<Sight>| sight.map_or(0, |one| if one == Sight::Card { 1 } else { 2 });
        prop_assert!(rank(of.sight(apart)) <= rank(of.sight(together)));
        prop_assert!(of.is_listed(apart, door) <= of.is_listed(together, door));
    }

    #[test]
    fn a_block_hides_both_users_from_each_other(of in choices(), to in between(), door in doors()) {
        let plain = Between { by_staff: false, is_self: false, ..to };
        for estranged in [Between { blocks: true, ..plain }, Between { blocked: true, ..plain }] {
            prop_assert!(!of.is_listed(estranged, door));
            prop_assert_ne!(of.sight(estranged), Some(Sight::Whole));
        }
        prop_assert_eq!(of.sight(Between { blocked: true, ..plain }), None);
    }

    #[test]
    fn the_main_directory_lists_only_profiles_open_to_the_viewer(of in choices(), to in between()) {
        if of.is_listed(to, Door::Main) {
            prop_assert_eq!(of.sight(to), Some(Sight::Whole));
        }
    }

    #[test]
    fn a_private_profile_is_listed_on_portals_only(of in choices(), to in between()) {
        let hidden = Choices { is_profile_private: true, ..of };
        prop_assert!(!hidden.is_listed(to, Door::Main));
        let fellow = Between { shares: true, blocks: false, blocked: false, ..to };
        let portal = Door::Portal(platform::AffiliationId::new());
        let wants = hidden.is_present && hidden.directory != Audience::Private;
        prop_assert_eq!(hidden.is_listed(fellow, portal), wants);
    }

    #[test]
    fn directory_visibility_private_hides_a_user_on_every_site(of in choices(), to in between(), door in doors()) {
        let unlisted = Choices { directory: Audience::Private, ..of };
        prop_assert!(!unlisted.is_listed(to, door));
    }

    #[test]
    fn an_inactive_account_is_invisible(of in choices(), shares: bool, door in doors()) {
        let gone = Choices { is_present: false, ..of };
        let other = Between { shares, ..STRANGER };
        prop_assert_eq!(gone.sight(other), None);
        prop_assert!(!gone.is_listed(other, door));
    }
}

#[test]
fn a_stranger_sees_only_the_card_of_a_private_profile() {
    let shy = Choices {
        is_profile_private: true,
        profile: Audience::Public,
        directory: Audience::Public,
        is_present: true,
    };
    assert_eq!(shy.sight(STRANGER), Some(Sight::Card));
    let open = Choices { is_profile_private: false, ..shy };
    assert_eq!(open.sight(STRANGER), Some(Sight::Whole));
    let clubbable = Choices { profile: Audience::Affiliations, ..open };
    assert_eq!(clubbable.sight(STRANGER), Some(Sight::Card));
    assert_eq!(clubbable.sight(Between { shares: true, ..STRANGER }), Some(Sight::Whole));
}
