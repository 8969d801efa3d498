//! What may happen on a walk.

use super::aim::{INSIDE, SUITED};
use super::world::{PEOPLE, PERSONS};
use proptest::prelude::*;

/// Somebody, by their place among the [`PEOPLE`]; beyond them is the visitor.
pub type Who = usize;
/// One of the communities: [`OAK`], or [`OPEN`].
pub type Place = usize;

/// Belongs to the portal's affiliation.
pub const OAK: Place = 0;
/// Is for everybody, and not at the portal.
pub const OPEN: Place = 1;
/// What a community may be.
pub const VISIBILITIES: [&str; 3] = ["public", "private", "affiliations"];

/// A door, with whoever stands before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    pub who: Who,
    /// At the portal, not on main.
    pub portal: bool,
}

/// What one does about a community.
#[derive(Debug, Clone, Copy)]
pub enum Deed {
    Join,
    Ask,
    Redeem,
    /// With a code that was made anew.
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
    /// Deletes one of the posts that are there, as its author.
    TakeBack(usize),
    /// Removes one, as whoever keeps order.
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
    /// Staff give somebody who is in another role.
    Appoint(Who, Place, &'static str),
    /// Staff pause a community, or wake it.
    Rest(Place, bool),
    /// Staff pause an account, or lift that.
    Pause(Who, bool),
    /// A week passes for those who are to end.
    Finish,
}

/// A step, and where one looks after it.
#[derive(Debug, Clone, Copy)]
pub struct Stage {
    pub step: Step,
    pub viewer: At,
    pub place: Place,
}

fn door() -> impl Strategy<Value = bool> {
    prop_oneof![2 => Just(false), 1 => Just(true)]
}

/// Somebody before a door.
fn at() -> impl Strategy<Value = At> {
    (0..PERSONS, door()).prop_map(|(who, portal)| At { who, portal })
}

/// The same, with those who are in more often, and Ada, who begins as the admin.
fn actor() -> impl Strategy<Value = At> {
    let who = prop_oneof![3 => Just(0), 4 => 1..PERSONS, 3 => INSIDE..INSIDE + PEOPLE.len()];
    (who, door()).prop_map(|(who, portal)| At { who, portal })
}

fn deed() -> impl Strategy<Value = Deed> {
    // As often somebody for whom it makes sense as anybody.
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

/// Where the portal shows nothing, one seldom tries.
fn at_a_place((at, number, deed): (At, u8, Deed)) -> Step {
    let is_open = number < if at.portal { 1 } else { 3 };
    Step::Deed(at, if is_open { OPEN } else { OAK }, deed)
}

fn step() -> impl Strategy<Value = Step> {
    let place = || OAK..=OPEN;
    let role = prop_oneof![Just("trustee"), Just("member")];
    prop_oneof![
        40 => (actor(), 0..6u8, deed()).prop_map(at_a_place),
        3 => (1..PEOPLE.len(), place(), role).prop_map(|(who, place, role)| Step::Appoint(who, place, role)),
        1 => (place(), any::<bool>()).prop_map(|(place, on)| Step::Rest(place, on)),
        // Neither Ada, who founds what has ended, nor Sam, who would have to lift it.
        2 => (1..4usize, any::<bool>()).prop_map(|(who, on)| Step::Pause(who, on)),
        1 => Just(Step::Finish),
    ]
}

/// A step, and where one looks after it.
pub fn stage() -> impl Strategy<Value = Stage> {
    (step(), at(), OAK..=OPEN).prop_map(|(step, viewer, place)| Stage { step, viewer, place })
}
