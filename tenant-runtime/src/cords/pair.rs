//! Two people, in a fixed order.

use platform::UserId;

/// Two different people; the one with the smaller id is the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Pair {
    pub first: UserId,
    pub second: UserId,
}

impl Pair {
    /// The same pair from both sides; `None` for one person.
    pub fn new(one: UserId, other: UserId) -> Option<Self> {
        match one.cmp(&other) {
            std::cmp::Ordering::Less => Some(Self { first: one, second: other }),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Self { first: other, second: one }),
        }
    }

    /// Id of their cord: both ids, sorted and joined (C-102).
    pub fn id(self) -> String {
        format!("{}_{}", self.first, self.second)
    }

    /// Position of a person: 0 for the first, 1 for the second.
    pub fn position_of(self, user: UserId) -> usize {
        usize::from(user == self.second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pair_is_the_same_from_both_sides() {
        let (ada, bob) = (UserId::new(), UserId::new());
        let pair = Pair::new(ada, bob);
        assert_eq!(pair, Pair::new(bob, ada));
        assert_eq!(pair.map(|pair| pair.id().len()), Some(65));
        assert_eq!(Pair::new(ada, ada), None);
    }
}
