//! How words are found within the viewer's own communities on PostgreSQL. Its index holds each word of a
//! text under the mark of its community, and each word of a post once more under the mark of its span: some
//! hundred and thirty posts of one community that follow one another. What a search reads therefore does
//! not depend on what was said elsewhere; and for the newest few of a word that many posts hold, not on what
//! was said before either.

use super::texts::Said;

/// How far back is looked: through this many spans of the busiest community, and the others as far back in
/// time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    spans: u32,
}

impl Window {
    /// Some five hundred posts of the busiest, and of each other at least one span.
    const FIRST: Self = Self { spans: 4 };
    /// Far enough for what is in one of four hundred posts.
    const SECOND: Self = Self { spans: 64 };
    /// Beyond it, what was found so seldom is asked for in all that was ever said.
    const LAST: Self = Self { spans: 8 * Self::SECOND.spans };

    /// How far to look first for so many words: what holds several of them is seldom near.
    pub const fn first(words: usize) -> Self {
        if words > 1 { Self::SECOND } else { Self::FIRST }
    }

    /// How far to look next for this many words after so many posts were found.
    ///
    /// All that holds one word costs what it is; so that is asked for unless the next window is likely to
    /// hold a page, and half of another, because chance may have put some together. From the first window
    /// the next is always tried: it costs little. What holds several words may be little where each of
    /// them is frequent, and then to have all costs much: so it comes last.
    pub fn next(self, held: u32, limit: u32, words: usize) -> Option<Self> {
        let (next, is_likely) = match self {
            Self::FIRST => (Self::SECOND, held > 0),
            // Eight times as far.
            Self::SECOND => (Self::LAST, held * 8 * 2 >= limit * 3),
            _ => return None,
        };
        (is_likely || words > 1).then_some(next)
    }
}

/// The mark that the words of a community `c` have in the index.
pub(super) const MARK: &str = "':' || split_part(CAST(c.id AS text), '-', 5) || ':'";

/// Posts of one span may overtake one another on their way to the database by so much.
const OVERTAKEN: &str = "interval '1 minute'";

/// The rows of which what is searched holds the words under one of some marks, each mark looked up by itself:
/// the words of the value are the pattern `$3`.
fn rows_sql(said: Said, marks: &str, more: &str, whole: &str) -> String {
    let (searched, span) = match said {
        Said::Posts => (said.searched(), "s.span"),
        Said::Articles => (said.searched(), "CAST(NULL AS integer)"),
    };
    let found = format!(
        "words_within({searched}, s.community_id, {span}) \
         @@ CAST(replace(CAST($3 AS text), '#', {marks}.mark) AS tsquery){more}"
    );
    said.rows_sql(&format!("{marks},"), &found, whole)
}

/// `found`: all that the communities `mine` hold.
pub(super) fn whole_sql(said: Said) -> String {
    format!("found AS MATERIALIZED ({})", rows_sql(said, "mine", "", "TRUE"))
}

/// `found`: the posts of a window of `mine` that hold so many words. Where the first holds none of one word,
/// that is rare, and all is searched at once; where it holds no page of several, the one after it is.
pub(super) fn newest_sql(window: Window, words: usize, limit: u32) -> String {
    let (looked, found) = match (window == Window::first(words), words) {
        (false, _) => (near_sql("near", window, ""), "SELECT * FROM near".to_owned()),
        (true, 1) => {
            let near = near_sql("near", window, "");
            let none = " AND (SELECT count(*) FROM near) = 0";
            let all = rows_sql(Said::Posts, "mine", none, "TRUE");
            (near, format!("SELECT * FROM near UNION ALL {all}"))
        }
        // The farther window holds what the nearer does.
        (true, _) => {
            let held = "(SELECT count(*) FROM near)";
            let near = near_sql("near", Window::FIRST, "");
            let far = near_sql("far", window, &format!(" AND {held} < {limit}"));
            let either =
                format!("SELECT * FROM near WHERE {held} >= {limit} UNION ALL SELECT * FROM far");
            (format!("{near}, {far}"), either)
        }
    };
    format!("{looked}, found AS MATERIALIZED ({found})")
}

/// `{name}`: what the posts of a window hold, if more is so.
fn near_sql(name: &str, window: Window, more: &str) -> String {
    let back = window.spans - 1;
    let held = rows_sql(
        Said::Posts,
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
         AND e.began < (SELECT at FROM {name}_since) - {OVERTAKEN} ORDER BY e.span DESC LIMIT 1), 0)), \
         {name} AS MATERIALIZED ({held})"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_looked_further_where_that_will_hold_a_page() {
        let (second, third) = (Window::SECOND, Window::LAST);
        let next = |window: Window, held| window.next(held, 20, 1);
        assert_eq!(Window::first(1), Window::FIRST);
        assert_eq!(next(Window::FIRST, 0), None, "a word of which there is none lately is rare");
        assert_eq!(next(Window::FIRST, 1), Some(second));
        assert_eq!((next(second, 3), next(second, 4)), (None, Some(third)));
        assert_eq!(next(third, 19), None);
        let of_two = |window: Window| window.next(0, 20, 2);
        assert_eq!((Window::first(2), of_two(second), of_two(third)), (second, Some(third), None));
    }
}
