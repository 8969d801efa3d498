//! Steps of a walk, and strategies that generate them.

use super::aim::{INSIDE, SUITED};
use super::world::{PEOPLE, PERSONS};
use proptest::prelude::*;

/// A person's index in [`PEOPLE`]; the next index is the visitor.
pub type Who = usize;
/// Index of a community: [`OAK`] or [`OPEN`].
pub type Place = usize;

/// The community of the portal's affiliation.
pub const OAK: Place = 0;
/// The community for everyone, which the portal does not show.
pub const OPEN: Place = 1;
/// Values of a community's visibility.
pub const VISIBILITIES: [&str; 3] = ["public", "private", "affiliations"];

/// A person on a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    pub who: Who,
    /// On the portal instead of the main site.
    pub portal: bool,
}

/// An action of a person in a community.
#[derive(Debug, Clone, Copy)]
pub enum Deed {
    Join,
    Ask,
    Redeem,
    /// With a code that has been replaced.
    RedeemOld,
    Withdraw,
    Approve(Who),
    Reject(Who),
    Leave,
    Remove(Who),
    Promote(Who),
    TimeOut(Who),
    Wake(Who),
    Post,
    /// Deletes an existing post as its author.
    TakeBack(usize),
    /// Removes an existing post as a moderator.
    TakeAway(usize),
    Show(usize),
    MakeCode,
    DropCode,
    End,
    Keep,
}

/// A step.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    Deed(At, Place, Deed),
    /// Gives a member another role.
    Appoint(Who, Place, &'static str),
    /// Staff pause or unpause a community.
    Rest(Place, bool),
    /// Staff pause or unpause an account.
    Pause(Who, bool),
    /// Pending deletions become due.
    Finish,
}

/// A step, and the viewer and community to compare after it.
#[derive(Debug, Clone, Copy)]
pub struct Stage {
    pub step: Step,
    pub viewer: At,
    pub place: Place,
}

fn site() -> impl Strategy<Value = bool> {
    prop_oneof![2 => Just(false), 1 => Just(true)]
}

/// Any person on any site.
fn anyone() -> impl Strategy<Value = At> {
    (0..PERSONS, site()).prop_map(|(who, portal)| At { who, portal })
}

/// As [`anyone`], with members and Ada, the first admin, more often.
fn actor() -> impl Strategy<Value = At> {
    let who = prop_oneof![3 => Just(0), 4 => 1..PERSONS, 3 => INSIDE..INSIDE + PEOPLE.len()];
    (who, site()).prop_map(|(who, portal)| At { who, portal })
}

fn action() -> impl Strategy<Value = Deed> {
    // A suitable target as often as an arbitrary one.
    let whom = || 0..SUITED + PEOPLE.len();
    prop_oneof![
        4 => Just(Deed::Join),
        4 => Just(Deed::Ask),
        3 => Just(Deed::Redeem),
        1 => Just(Deed::RedeemOld),
        1 => Just(Deed::Withdraw),
        5 => whom().prop_map(Deed::Approve),
        2 => whom().prop_map(Deed::Reject),
        2 => Just(Deed::Leave),
        2 => whom().prop_map(Deed::Remove),
        2 => whom().prop_map(Deed::Promote),
        2 => whom().prop_map(Deed::TimeOut),
        2 => whom().prop_map(Deed::Wake),
        8 => Just(Deed::Post),
        2 => (0..8usize).prop_map(Deed::TakeBack),
        2 => (0..8usize).prop_map(Deed::TakeAway),
        3 => (0..VISIBILITIES.len()).prop_map(Deed::Show),
        2 => Just(Deed::MakeCode),
        1 => Just(Deed::DropCode),
        1 => Just(Deed::End),
        2 => Just(Deed::Keep),
    ]
}

/// Chooses the community; one that the portal hides is seldom tried there.
fn with_community((at, number, deed): (At, u8, Deed)) -> Step {
    let is_open = number < if at.portal { 1 } else { 3 };
    Step::Deed(at, if is_open { OPEN } else { OAK }, deed)
}

fn step() -> impl Strategy<Value = Step> {
    let place = || OAK..=OPEN;
    let role = prop_oneof![Just("trustee"), Just("member")];
    prop_oneof![
        40 => (actor(), 0..6u8, action()).prop_map(with_community),
        3 => (1..PEOPLE.len(), place(), role).prop_map(|(who, place, role)| Step::Appoint(who, place, role)),
        1 => (place(), any::<bool>()).prop_map(|(place, on)| Step::Rest(place, on)),
        // Neither Ada, who re-creates deleted communities, nor Sam, who lifts pauses.
        2 => (1..4usize, any::<bool>()).prop_map(|(who, on)| Step::Pause(who, on)),
        1 => Just(Step::Finish),
    ]
}

/// A step, and the viewer and community to compare after it.
pub fn stage() -> impl Strategy<Value = Stage> {
    (step(), anyone(), OAK..=OPEN).prop_map(|(step, viewer, place)| Stage { step, viewer, place })
}
