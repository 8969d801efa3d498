//! Word search within the viewer's own communities on PostgreSQL. The index contains each word with
//! a tag of its community, and each word of a post once more with a tag of its span: about 130
//! consecutive posts of one community. The cost of a search is therefore independent of other
//! communities, and for the newest posts with a frequent word also independent of older posts.

/// SQL for the found rows with the marks of a step, a further condition, and whether they are all.
pub(super) type RowsSql<'r> = &'r dyn Fn(&str, &str, &str) -> String;

/// How far back to search: this number of spans of the busiest community, and the same period in
/// the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    spans: u32,
}

impl Window {
    /// About five hundred posts of the busiest community, and at least one span of each other.
    const FIRST: Self = Self { spans: 4 };
    /// Far enough for a word that occurs in one of four hundred posts.
    const SECOND: Self = Self { spans: 64 };
    /// Last window; after it, the whole history is searched.
    const LAST: Self = Self { spans: 8 * Self::SECOND.spans };

    /// First window for this number of words; several words rarely occur together in the newest
    /// posts.
    pub const fn first_window(words: usize) -> Self {
        if words > 1 { Self::SECOND } else { Self::FIRST }
    }

    /// Next window for this number of words, after `held` posts were found.
    ///
    /// Searching the whole history for one word costs as much as it has matches. So the whole
    /// history is searched unless the next window is likely to contain a page, with a margin of
    /// half a page for uneven distribution. After the first window, the next one is always tried,
    /// since it is cheap. Several frequent words may have few common matches, and then the whole
    /// history is expensive, so it comes last.
    pub fn next_window(self, held: u32, limit: u32, words: usize) -> Option<Self> {
        let (next, is_likely) = match self {
            Self::FIRST => (Self::SECOND, held > 0),
            // Eight times as far.
            Self::SECOND => (Self::LAST, held * 8 * 2 >= limit * 3),
            _ => return None,
        };
        (is_likely || words > 1).then_some(next)
    }
}

/// Tolerance for posts of one span that commit in another order than their times.
const CLOCK_MARGIN_SQL: &str = "interval '1 minute'";

/// SQL for the step `found`: posts of a window of `mine` that contain the words. If the first
/// window has no match for a single word, the word is rare and the whole history is searched at
/// once; if it has less than a page for several words, the next window is searched.
pub(super) fn newest_sql(rows: RowsSql<'_>, window: Window, words: usize, limit: u32) -> String {
    let (looked, found) = match (window == Window::first_window(words), words) {
        (false, _) => (near_sql(rows, "near", window, ""), "SELECT * FROM near".to_owned()),
        (true, 1) => {
            let near = near_sql(rows, "near", window, "");
            let none = " AND (SELECT count(*) FROM near) = 0";
            let all = rows("mine", none, "TRUE");
            (near, format!("SELECT * FROM near UNION ALL {all}"))
        }
        // The larger window includes the smaller one.
        (true, _) => {
            let held = "(SELECT count(*) FROM near)";
            let near = near_sql(rows, "near", Window::FIRST, "");
            let far = near_sql(rows, "far", window, &format!(" AND {held} < {limit}"));
            let either =
                format!("SELECT * FROM near WHERE {held} >= {limit} UNION ALL SELECT * FROM far");
            (format!("{near}, {far}"), either)
        }
    };
    format!("{looked}, found AS MATERIALIZED ({found})")
}

/// SQL for a step with this name: the matches of a window, if `more` holds.
fn near_sql(rows: RowsSql<'_>, name: &str, window: Window, more: &str) -> String {
    let back = window.spans - 1;
    let held = rows(
        &format!("{name}_spans"),
        &format!(" AND s.created > COALESCE((SELECT at FROM {name}_since), '-infinity'){more}"),
        &format!("(SELECT at IS NULL FROM {name}_since)"),
    );
    format!(
        "{name}_since AS MATERIALIZED (SELECT max((SELECT s.began FROM post_spans s \
         WHERE s.community_id = mine.id ORDER BY s.span DESC LIMIT 1 OFFSET {back})) AS at FROM mine), \
         {name}_spans AS MATERIALIZED (SELECT '/' || to_hex(s.span) || ':' AS mark \
         FROM mine JOIN post_spans s ON s.community_id = mine.id \
         AND s.span >= COALESCE((SELECT e.span FROM post_spans e WHERE e.community_id = mine.id \
         AND e.began < (SELECT at FROM {name}_since) - {CLOCK_MARGIN_SQL} ORDER BY e.span DESC LIMIT 1), 0)), \
         {name} AS MATERIALIZED ({held})"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widens_the_window_only_if_it_will_likely_fill_a_page() {
        let (second, third) = (Window::SECOND, Window::LAST);
        let next = |window: Window, held| window.next_window(held, 20, 1);
        assert_eq!(Window::first_window(1), Window::FIRST);
        assert_eq!(next(Window::FIRST, 0), None, "a word of which there is none lately is rare");
        assert_eq!(next(Window::FIRST, 1), Some(second));
        assert_eq!((next(second, 3), next(second, 4)), (None, Some(third)));
        assert_eq!(next(third, 19), None);
        let of_two = |window: Window| window.next_window(0, 20, 2);
        assert_eq!(
            (Window::first_window(2), of_two(second), of_two(third)),
            (second, Some(third), None)
        );
    }
}
