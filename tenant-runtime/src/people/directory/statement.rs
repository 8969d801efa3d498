//! The statement of a directory page. There are two ways to one, and each is hopeless where the
//! other is quick: to walk the people in their order until there are enough who match (many match),
//! and to find all who match first and order those (few match). A database guesses which it is from
//! statistics that know nothing of parts of words, so it is counted instead. Counting reads all that
//! an index holds of a word, which costs more than the page of a trade that many have, so for a
//! trade a stretch of the order is looked through before.

use crate::people::pages::{Filter, Place, Sort};
use crate::profiles::visibility::{listed_sql, open_sql};
use platform::{Door, Identified, Member, Scope, UserId};
use sea_orm::Value;

/// Up to how many matches are all found first; ordering so many takes some milliseconds.
pub(super) const FEW: u64 = 2_000;

/// How many people are looked through for a trade before those who match are counted.
const STRETCH: u64 = 1_000;

/// What names are sorted by: the words of the index.
const NAME: &str = "lower(u.first_name || ' ' || u.last_name)";

/// All that is searched for words: what the index of words holds.
const WORDS: &str = "lower(u.first_name || ' ' || u.last_name || ' ' || coalesce(u.location, '') \
     || ' ' || coalesce(u.job_title, ''))";

/// The places of a word's patterns: for what is searched of somebody, and for a handle.
struct Found {
    words: String,
    handle: String,
}

/// A statement that grows with its values. The viewer is `$1`.
pub(super) struct Statement {
    /// Conditions that an index answers and that leave few people, perhaps.
    narrowing: Vec<String>,
    /// As those, for a part of a text.
    alike: Vec<String>,
    /// All others: who may be seen, and what of them.
    conditions: Vec<String>,
    /// That they come after the place where the page before ended.
    after: String,
    pub values: Vec<Value>,
    /// What the words of the search are found by.
    found_by: Vec<Found>,
    /// How many of `values` the narrowing conditions use; they are the first.
    narrowing_values: usize,
    sort: Sort,
    limit: u64,
}

impl Statement {
    /// For the first `limit` people after a place.
    pub fn new(scope: &Scope<Member>, filter: &Filter, after: Option<Place>, limit: u64) -> Self {
        let viewer = scope.viewer();
        let by_staff = viewer.is_staff();
        let mut it = Self {
            narrowing: Vec::new(),
            alike: Vec::new(),
            conditions: Vec::new(),
            after: "TRUE".to_owned(),
            values: vec![viewer.id().into()],
            found_by: Vec::new(),
            narrowing_values: 0,
            sort: filter.sort,
            limit,
        };
        it.narrow(scope.door(), filter, by_staff);
        it.narrowing_values = it.values.len();
        // Hidden people are for staff who ask for them.
        if !(by_staff && filter.include_private) {
            it.conditions.push(listed_sql(scope.door(), by_staff));
        }
        it.require(filter, by_staff);
        if let Some(place) = after {
            it.after = it.beyond(place);
        }
        it
    }

    /// The statement that counts those who may match, up to one more than are few; none where
    /// nothing narrows the directory.
    pub fn count(&self) -> Option<(String, Vec<Value>)> {
        let words = self.words();
        let mut all = [self.narrowing.as_slice(), &self.alike].concat();
        all.extend(words.iter().map(|(in_words, _)| in_words.clone()));
        if all.is_empty() {
            return None;
        }
        let all = all.join(" AND ");
        let by_handle = words.map(|(_, in_handle)| {
            format!("UNION ALL SELECT n.user_id FROM handles n WHERE {in_handle}")
        });
        let text = format!(
            "SELECT COUNT(*) AS matches FROM (SELECT u.id FROM users u WHERE $1 = $1 AND {all} {} \
             LIMIT {}) AS matching",
            by_handle.unwrap_or_default(),
            FEW + 1
        );
        let values = self.values.iter().take(self.narrowing_values).cloned().collect();
        Some((text, values))
    }

    /// Conditions that everybody meets who is found by the words: all of them are in what is
    /// searched of `u`, or one is in their handle `n`.
    fn words(&self) -> Option<(String, String)> {
        let of = |condition: &dyn Fn(&Found) -> String, between: &str| {
            self.found_by.iter().map(condition).collect::<Vec<_>>().join(between)
        };
        (!self.found_by.is_empty()).then(|| {
            let in_words =
                |found: &Found| format!("{WORDS} LIKE lower({}) ESCAPE '!'", found.words);
            let in_handle =
                |found: &Found| format!("n.handle LIKE lower({}) ESCAPE '!'", found.handle);
            (of(&in_words, " AND "), of(&in_handle, " OR "))
        })
    }

    /// The page as far as those fill it who come next in the order, a thousand of them; none where it
    /// is not a trade alone that narrows the directory. Words are mostly those of a few people, and an
    /// affiliation may be small: both would be looked for here in vain.
    pub fn stretch(&self, by_staff: bool) -> Option<String> {
        if self.alike.is_empty() || !self.narrowing.is_empty() || !self.found_by.is_empty() {
            return None;
        }
        let all = [self.alike.as_slice(), &self.conditions].concat().join(" AND ");
        let next = format!(
            "(SELECT u.*, {NAME} AS place FROM users u WHERE {} {} LIMIT {STRETCH}) AS u",
            self.after,
            order(self.sort, NAME, "u.")
        );
        let order = order(self.sort, "u.place", "u.");
        Some(format!("{} {order} LIMIT {}", people(&next, &all, by_staff), self.limit))
    }

    /// The page itself: everybody found first, or walked to in order.
    pub fn text(&self, finds_first: bool, by_staff: bool) -> String {
        let alike = if finds_first {
            self.alike.clone()
        } else {
            self.alike.iter().map(|condition| looked_at(condition)).collect()
        };
        let mut all = [self.narrowing.as_slice(), &alike, &self.conditions].concat();
        all.push(self.after.clone());
        if let Some((in_words, in_handle)) = self.words().filter(|_| finds_first) {
            all.push(format!(
                "u.id IN (SELECT u.id FROM users u WHERE {in_words} \
                 UNION SELECT n.user_id FROM handles n WHERE {in_handle})"
            ));
        }
        let people = people("users u", &all.join(" AND "), by_staff);
        let (sort, limit) = (self.sort, self.limit);
        if finds_first {
            // Kept apart from the order, which would tempt the database to walk after all.
            let order = order(sort, "f.sort_name", "f.");
            format!(
                "WITH found AS MATERIALIZED ({people}) SELECT * FROM found f {order} LIMIT {limit}"
            )
        } else {
            format!("{people} {} LIMIT {limit}", order(sort, NAME, "u."))
        }
    }

    /// The place of one more value.
    fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn bind_all(&mut self, ids: &[UserId]) -> String {
        ids.iter().map(|id| self.bind(*id)).collect::<Vec<_>>().join(", ")
    }

    fn narrow(&mut self, door: Door, filter: &Filter, by_staff: bool) {
        if let Door::Portal(affiliation) = door {
            let here = self.bind(affiliation);
            self.narrowing.push(format!(
                "u.id IN (SELECT m.user_id FROM affiliation_members m \
                 WHERE m.affiliation_id = {here})"
            ));
        }
        if let Some(affiliation) = filter.affiliation {
            let it = self.bind(affiliation);
            // A membership that is not shown is not found, and a private affiliation by its own only.
            let shown = if by_staff {
                String::new()
            } else {
                "AND (m.user_id = $1 OR (m.is_public AND (NOT a.is_private OR EXISTS (SELECT 1 \
                 FROM affiliation_members mine WHERE mine.affiliation_id = a.id \
                 AND mine.user_id = $1))))"
                    .to_owned()
            };
            self.narrowing.push(format!(
                "u.id IN (SELECT m.user_id FROM affiliation_members m JOIN affiliations a \
                 ON a.id = m.affiliation_id WHERE m.affiliation_id = {it} {shown})"
            ));
        }
        if let Some(industry) = &filter.industry {
            let words = self.bind(containing(industry));
            self.alike
                .push(format!("lower(coalesce(u.job_title, '')) LIKE lower({words}) ESCAPE '!'"));
        }
        for word in filter.text.iter().flat_map(|text| text.split_whitespace()) {
            let words = self.bind(containing(word));
            let handle = self.bind(containing(word.trim_start_matches('@')));
            self.found_by.push(Found { words, handle });
        }
        if !filter.only.is_empty() {
            let ids = self.bind_all(&filter.only);
            self.narrowing.push(format!("u.id IN ({ids})"));
        }
    }

    fn require(&mut self, filter: &Filter, by_staff: bool) {
        let open =
            if by_staff { "TRUE".to_owned() } else { format!("(u.id = $1 OR {})", open_sql()) };
        if filter.industry.is_some() {
            self.conditions.push(open.clone());
        }
        for Found { words, handle } in &self.found_by {
            // In the name or the handle, or in what an open profile says of work and place.
            self.conditions.push(format!(
                "({NAME} LIKE lower({words}) ESCAPE '!' OR h.handle LIKE lower({handle}) ESCAPE '!' \
                 OR ({WORDS} LIKE lower({words}) ESCAPE '!' AND {open}))"
            ));
        }
        if !filter.exclude.is_empty() {
            let ids = self.bind_all(&filter.exclude);
            self.conditions.push(format!("u.id NOT IN ({ids})"));
        }
    }

    fn beyond(&mut self, place: Place) -> String {
        let (key, sign, value): (&str, &str, Value) = match self.sort {
            Sort::NameAsc => (NAME, ">", place.name.unwrap_or_default().into()),
            Sort::NameDesc => (NAME, "<", place.name.unwrap_or_default().into()),
            Sort::Recent => ("u.joined_date", "<", place.joined.unwrap_or_default().into()),
            Sort::FollowersDesc => ("u.followers_count", "<", place.followers.unwrap_or(0).into()),
        };
        let (value, id) = (self.bind(value), self.bind(place.id));
        // Compared as a pair, so that the index is entered at its place.
        format!("({key}, u.id) {sign} ({value}, {id})")
    }
}

/// Those of `users` who meet the condition, as the viewer sees them.
fn people(users: &str, condition: &str, by_staff: bool) -> String {
    let open = if by_staff { "TRUE".to_owned() } else { open_sql() };
    format!(
        "SELECT u.id, u.first_name, u.last_name, h.shown_as AS handle, u.profile_picture, \
         u.is_verified, u.job_title, u.location, u.followers_count, u.joined_date, \
         {NAME} AS sort_name, {open} AS is_open, \
         EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = $1 AND f.followed_id = u.id) \
           AS is_following \
         FROM {users} LEFT JOIN handles h ON h.user_id = u.id WHERE {condition}"
    )
}

/// The condition as one that no index answers. A plan that is made before the pattern is known takes any pattern for
/// a rare one, and would find all of the many who match after all.
fn looked_at(condition: &str) -> String {
    format!("CASE WHEN {condition} THEN 1 ELSE 0 END > 0")
}

/// The order, where names are `name` and the other columns of `table`.
fn order(sort: Sort, name: &str, table: &str) -> String {
    match sort {
        Sort::NameAsc => format!("ORDER BY {name}, {table}id"),
        Sort::NameDesc => format!("ORDER BY {name} DESC, {table}id DESC"),
        Sort::Recent => format!("ORDER BY {table}joined_date DESC, {table}id DESC"),
        Sort::FollowersDesc => format!("ORDER BY {table}followers_count DESC, {table}id DESC"),
    }
}

/// A pattern for texts that contain this one as it stands.
fn containing(text: &str) -> String {
    let plain = text.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{plain}%")
}
