//! Redirects steps to people who can take them at the moment, because chance alone seldom finds them.

use super::model::{Community, Model};
use super::steps::{At, Deed, Step, Who};
use super::world::{PEOPLE, PERSONS};

/// Numbers from here on mean a current member.
pub const INSIDE: Who = PERSONS;
/// Numbers from here on mean a suitable target of the action.
pub const SUITED: Who = PEOPLE.len();

fn pick(number: Who, beyond: Who, among: &[Who]) -> Who {
    let Some(n) = number.checked_sub(beyond) else { return number };
    n.checked_rem(among.len()).map_or(n % PEOPLE.len(), |n| among[n])
}

impl Community {
    /// Suitable targets of the action.
    fn candidates(&self, deed: Deed) -> Vec<Who> {
        match deed {
            Deed::Approve(_) | Deed::Reject(_) => self.requests.keys().copied().collect(),
            Deed::Wake(_) => self.timed_out.clone(),
            _ => self.seats.keys().copied().collect(),
        }
    }
}

impl Model {
    /// The step with placeholder numbers replaced by people.
    pub fn with_suitable_people(&self, step: Step) -> Step {
        let Step::Deed(At { who, portal }, place, deed) = step else { return step };
        let here = &self.communities[place];
        let inside: Vec<Who> = here.seats.keys().copied().collect();
        let at = At { who: pick(who, INSIDE, &inside), portal };
        let whom = |who| pick(who, SUITED, &here.candidates(deed));
        let deed = match deed {
            Deed::Approve(who) => Deed::Approve(whom(who)),
            Deed::Reject(who) => Deed::Reject(whom(who)),
            Deed::Remove(who) => Deed::Remove(whom(who)),
            Deed::Promote(who) => Deed::Promote(whom(who)),
            Deed::TimeOut(who) => Deed::TimeOut(whom(who)),
            Deed::Wake(who) => Deed::Wake(whom(who)),
            other => other,
        };
        Step::Deed(at, place, deed)
    }
}
