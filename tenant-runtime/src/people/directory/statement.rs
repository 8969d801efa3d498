//! SQL of a directory page. There are two query plans, each very slow where the other is fast: walk
//! users in sort order until enough match (good if many match), or find all matches first and sort
//! them (good if few match). A planner chooses by statistics, which do not cover substrings, so
//! matches are counted instead. Counting reads all index entries of a word, which costs more than a
//! page if many match. For an industry filter, a stretch of the sort order is therefore tried
//! first.

use crate::people::pages::{DirectoryCursor, DirectoryFilter, Sort};
use crate::profiles::visibility::{listed_sql, open_sql};
use crate::search_index::{SearchTerm, TextKind, WordQuery, found_people_sql};
use platform::affiliations::{is_member_sql, member_ids_sql};
use platform::{AccountViewer, Member, Scope, Site, UserId};
use sea_orm::{DbBackend, Value};

/// Up to this many matches are found first and then sorted, which takes some milliseconds.
pub(super) const FEW_MATCHES_MAX: u64 = 2_000;

/// Users examined for an industry filter before the matches are counted.
const SCAN_CHUNK: u64 = 1_000;

/// Expression for sorting by name: that of the index.
const NAME: &str = "lower(u.first_name || ' ' || u.last_name)";

/// Searched text: that of the trigram index.
const WORDS: &str = "lower(u.first_name || ' ' || u.last_name || ' ' || coalesce(u.location, '') \
     || ' ' || coalesce(u.job_title, ''))";

/// Placeholders of a word's patterns: for the searched text, and for a handle.
struct PatternPlaceholders {
    words: String,
    handle: String,
}

/// SQL for the ids of people with all words in their name, and in their name, job or place of
/// residence.
struct FoldedConditions {
    name: String,
    profile: String,
}

/// A statement with its values. The viewer is `$1`.
pub(super) struct Statement {
    /// Selective conditions that an index can answer.
    narrowing: Vec<String>,
    /// Like `narrowing`, for substring matches.
    alike: Vec<String>,
    /// All other conditions: visibility and further filters.
    conditions: Vec<String>,
    /// Condition that rows come after the cursor.
    after: String,
    pub values: Vec<Value>,
    /// Placeholders of the search words.
    found_by: Vec<PatternPlaceholders>,
    /// The same words in any spelling.
    folded: Option<FoldedConditions>,
    /// Number of leading `values` that the narrowing conditions use.
    narrowing_values: usize,
    sort: Sort,
    limit: u64,
}

impl Statement {
    /// Statement for the first `limit` users after a cursor.
    pub fn new(
        scope: &Scope<Member>,
        filter: &DirectoryFilter,
        after: Option<DirectoryCursor>,
        limit: u64,
    ) -> Self {
        let viewer = scope.viewer();
        let by_staff = viewer.is_staff();
        let mut it = Self {
            narrowing: Vec::new(),
            alike: Vec::new(),
            conditions: Vec::new(),
            after: "TRUE".to_owned(),
            values: vec![viewer.id().into()],
            found_by: Vec::new(),
            folded: None,
            narrowing_values: 0,
            sort: filter.sort,
            limit,
        };
        it.add_filters(scope.site(), filter, by_staff);
        it.narrowing_values = it.values.len();
        it.add_folded_words(scope.backend(), filter.text.as_deref());
        // Hidden users are included only for staff who ask for them.
        if !(by_staff && filter.include_private) {
            it.conditions.push(listed_sql(scope.site(), by_staff));
        }
        it.add_requirements(filter, by_staff);
        if let Some(place) = after {
            it.after = it.after_cursor(place);
        }
        it
    }

    /// Statement that counts possible matches, up to [`FEW_MATCHES_MAX`] + 1; `None` without a filter.
    pub fn count(&self) -> Option<(String, Vec<Value>)> {
        let words = self.word_conditions();
        let mut all = [self.narrowing.as_slice(), &self.alike].concat();
        all.extend(words.iter().map(|(in_words, _)| in_words.clone()));
        if all.is_empty() {
            return None;
        }
        let all = all.join(" AND ");
        let by_handle = words.map(|(_, in_handle)| {
            let folded =
                self.folded.as_ref().map(|folded| format!(" UNION ALL {}", folded.profile));
            format!(
                "UNION ALL SELECT n.user_id FROM handles n WHERE {in_handle}{}",
                folded.unwrap_or_default()
            )
        });
        let text = format!(
            "SELECT COUNT(*) AS matches FROM (SELECT u.id FROM users u WHERE $1 = $1 AND {all} {} \
             LIMIT {}) AS matching",
            by_handle.unwrap_or_default(),
            FEW_MATCHES_MAX + 1
        );
        let values = self.values.iter().take(self.narrowing_values).cloned().collect();
        Some((text, values))
    }

    /// Conditions for all users who match the search words: all words are in the searched text of
    /// `u`, or one is in their handle `n`.
    fn word_conditions(&self) -> Option<(String, String)> {
        let of = |condition: &dyn Fn(&PatternPlaceholders) -> String, between: &str| {
            self.found_by.iter().map(condition).collect::<Vec<_>>().join(between)
        };
        (!self.found_by.is_empty()).then(|| {
            let in_words = |found: &PatternPlaceholders| {
                format!("{WORDS} LIKE lower({}) ESCAPE '!'", found.words)
            };
            let in_handle = |found: &PatternPlaceholders| {
                format!("n.handle LIKE lower({}) ESCAPE '!'", found.handle)
            };
            (of(&in_words, " AND "), of(&in_handle, " OR "))
        })
    }

    /// Statement that fills the page from the next thousand users in sort order; `None` unless the
    /// industry is the only filter. Search words mostly match few users, and an affiliation may be
    /// small, so for these this would find too few.
    pub fn next_thousand_sql(&self, by_staff: bool) -> Option<String> {
        if self.alike.is_empty() || !self.narrowing.is_empty() || !self.found_by.is_empty() {
            return None;
        }
        let all = [self.alike.as_slice(), &self.conditions].concat().join(" AND ");
        let next = format!(
            "(SELECT u.*, {NAME} AS place FROM users u WHERE {} {} LIMIT {SCAN_CHUNK}) AS u",
            self.after,
            order_by(self.sort, NAME, "u.")
        );
        let order = order_by(self.sort, "u.place", "u.");
        Some(format!("{} {order} LIMIT {}", visible_users_sql(&next, &all, by_staff), self.limit))
    }

    /// Statement of the page: finds all matches first, or walks the users in order.
    pub fn page_sql(&self, finds_first: bool, by_staff: bool) -> String {
        let alike = if finds_first {
            self.alike.clone()
        } else {
            self.alike.iter().map(|condition| looked_at(condition)).collect()
        };
        let mut all = [self.narrowing.as_slice(), &alike, &self.conditions].concat();
        all.push(self.after.clone());
        if let Some((in_words, in_handle)) = self.word_conditions().filter(|_| finds_first) {
            let folded = self.folded.as_ref().map(|folded| format!(" UNION {}", folded.profile));
            all.push(format!(
                "u.id IN (SELECT u.id FROM users u WHERE {in_words} \
                 UNION SELECT n.user_id FROM handles n WHERE {in_handle}{})",
                folded.unwrap_or_default()
            ));
        }
        let people = visible_users_sql("users u", &all.join(" AND "), by_staff);
        let (sort, limit) = (self.sort, self.limit);
        if finds_first {
            // The matches are a separate step from the order, which the planner could use to walk
            // after all.
            let order = order_by(sort, "f.sort_name", "f.");
            format!(
                "WITH found AS MATERIALIZED ({people}) SELECT * FROM found f {order} LIMIT {limit}"
            )
        } else {
            format!("{people} {} LIMIT {limit}", order_by(sort, NAME, "u."))
        }
    }

    /// Adds a value and returns its placeholder.
    fn bind_value(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn bind_all(&mut self, ids: &[UserId]) -> String {
        ids.iter().map(|id| self.bind_value(*id)).collect::<Vec<_>>().join(", ")
    }

    fn add_filters(&mut self, site: Site, filter: &DirectoryFilter, by_staff: bool) {
        if let Site::Portal(affiliation) = site {
            let here = self.bind_value(affiliation);
            self.narrowing.push(format!("u.id IN {}", member_ids_sql(&here)));
        }
        if let Some(affiliation) = filter.affiliation {
            let it = self.bind_value(affiliation);
            // Hidden memberships do not match, and a private affiliation matches for its own
            // members only.
            let shown = if by_staff {
                String::new()
            } else {
                format!(
                    "AND (m.user_id = $1 OR (m.is_public AND (NOT a.is_private OR {})))",
                    is_member_sql("a.id", "$1")
                )
            };
            self.narrowing.push(format!(
                "u.id IN (SELECT m.user_id FROM affiliation_members m JOIN affiliations a \
                 ON a.id = m.affiliation_id WHERE m.affiliation_id = {it} {shown})"
            ));
        }
        if let Some(industry) = &filter.industry {
            let words = self.bind_value(substring_pattern(industry));
            self.alike
                .push(format!("lower(coalesce(u.job_title, '')) LIKE lower({words}) ESCAPE '!'"));
        }
        for word in filter.text.iter().flat_map(|text| text.split_whitespace()) {
            let words = self.bind_value(substring_pattern(word));
            let handle = self.bind_value(substring_pattern(word.trim_start_matches('@')));
            self.found_by.push(PatternPlaceholders { words, handle });
        }
        if !filter.only.is_empty() {
            let ids = self.bind_all(&filter.only);
            self.narrowing.push(format!("u.id IN ({ids})"));
        }
    }

    /// Adds the words of the search in any spelling. The value for names comes after those of the
    /// narrowing conditions, which do not use it.
    fn add_folded_words(&mut self, backend: DbBackend, text: Option<&str>) {
        let term = text.and_then(SearchTerm::parse).unwrap_or_default();
        if term.words.is_empty() {
            return;
        }
        let query = WordQuery::new(TextKind::Person, &term.words);
        let profile = self.bind_value(query.with_profile().value_everywhere(backend));
        self.narrowing_values = self.values.len();
        let name = self.bind_value(query.value_everywhere(backend));
        self.folded = Some(FoldedConditions {
            name: found_people_sql(backend, &name),
            profile: found_people_sql(backend, &profile),
        });
    }

    fn add_requirements(&mut self, filter: &DirectoryFilter, by_staff: bool) {
        let open =
            if by_staff { "TRUE".to_owned() } else { format!("(u.id = $1 OR {})", open_sql()) };
        if filter.industry.is_some() {
            self.conditions.push(open.clone());
        }
        // Matches name or handle; job and place of residence only if the profile is open.
        let each = self.found_by.iter().map(|PatternPlaceholders { words, handle }| {
            format!(
                "({NAME} LIKE lower({words}) ESCAPE '!' OR h.handle LIKE lower({handle}) ESCAPE '!' \
                 OR ({WORDS} LIKE lower({words}) ESCAPE '!' AND {open}))"
            )
        });
        let each = each.collect::<Vec<_>>().join(" AND ");
        if let Some(FoldedConditions { name, profile }) = &self.folded {
            let folded = format!("u.id IN ({name}) OR ({open} AND u.id IN ({profile}))");
            self.conditions.push(format!("(({each}) OR {folded})"));
        } else if !each.is_empty() {
            self.conditions.push(each);
        }
        if !filter.exclude.is_empty() {
            let ids = self.bind_all(&filter.exclude);
            self.conditions.push(format!("u.id NOT IN ({ids})"));
        }
    }

    fn after_cursor(&mut self, place: DirectoryCursor) -> String {
        let (key, sign, value): (&str, &str, Value) = match self.sort {
            Sort::NameAsc => (NAME, ">", place.name.unwrap_or_default().into()),
            Sort::NameDesc => (NAME, "<", place.name.unwrap_or_default().into()),
            Sort::Recent => ("u.joined_date", "<", place.joined.unwrap_or_default().into()),
            Sort::FollowersDesc => ("u.followers_count", "<", place.followers.unwrap_or(0).into()),
        };
        let (value, id) = (self.bind_value(value), self.bind_value(place.id));
        // Row comparison, so that the index scan starts at the cursor.
        format!("({key}, u.id) {sign} ({value}, {id})")
    }
}

/// The users in `users` who meet the condition, as the viewer may see them.
fn visible_users_sql(users: &str, condition: &str, by_staff: bool) -> String {
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

/// Wraps a condition so that no index is used. A generic plan is made before the pattern is known,
/// assumes that it is rare, and would find all matches first.
fn looked_at(condition: &str) -> String {
    format!("CASE WHEN {condition} THEN 1 ELSE 0 END > 0")
}

/// ORDER BY with the given name expression and the other columns of `table`.
fn order_by(sort: Sort, name: &str, table: &str) -> String {
    match sort {
        Sort::NameAsc => format!("ORDER BY {name}, {table}id"),
        Sort::NameDesc => format!("ORDER BY {name} DESC, {table}id DESC"),
        Sort::Recent => format!("ORDER BY {table}joined_date DESC, {table}id DESC"),
        Sort::FollowersDesc => format!("ORDER BY {table}followers_count DESC, {table}id DESC"),
    }
}

/// LIKE pattern for texts that contain this one literally.
fn substring_pattern(text: &str) -> String {
    let plain = text.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{plain}%")
}
