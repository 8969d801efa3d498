//! SQL of the feed. Each community has its own subquery, which reads the newest posts from an
//! index, so that a busy community costs no more than a quiet one.

use crate::communities::{joined_from_sql, since_sql};
use crate::profiles::blocks::{Blocks, not_blocked_sql};

/// Posts per community (C-129).
const POSTS_EACH: u32 = 3;
/// Posts in the feed (C-129).
const ITEMS_MAX: u32 = 20;

/// SQL for this number of communities. The viewer is `$1`; on a portal, its affiliation is `$2`.
pub(super) fn feed_sql(communities: u32, at_portal: bool, by_staff: bool) -> String {
    let joined = joined_from_sql("$1", at_portal.then_some("$2"));
    // Staff see the whole history: NULL, typed as a timestamp for PostgreSQL.
    let since = since_sql("m");
    let since = if by_staff { format!("CASE WHEN FALSE THEN {since} END") } else { since };
    let mine = format!(
        "SELECT c.id, c.name, {since} AS since, \
         ROW_NUMBER() OVER (ORDER BY c.last_updated DESC, c.id DESC) AS place \
         FROM {joined} ORDER BY c.last_updated DESC, c.id DESC LIMIT {communities}"
    );
    let blocks = if by_staff { Blocks::NotApplied } else { Blocks::Both };
    let parts: Vec<String> = (1..=communities).map(|place| community_sql(place, blocks)).collect();
    format!(
        "WITH mine AS ({mine}) SELECT f.id, f.community_id, mine.name AS community_name, \
         f.thread_id, t.caption AS thread_caption, f.author_id, f.parent_post_id, f.content, f.content_format, \
         f.likes, f.reply_count, f.created FROM ({}) AS f \
         JOIN mine ON mine.id = f.community_id JOIN threads t ON t.id = f.thread_id \
         ORDER BY f.created DESC, f.id DESC LIMIT {ITEMS_MAX}",
        parts.join(" UNION ALL ")
    )
}

/// Subquery for the latest posts of others in the n-th community.
fn community_sql(place: u32, blocks: Blocks) -> String {
    let of = |what: &str| format!("(SELECT {what} FROM mine WHERE place = {place})");
    let named = not_blocked_sql("p.author_id", "$1", blocks);
    let (id, since) = (of("id"), of("since"));
    format!(
        "SELECT * FROM (SELECT p.id, p.community_id, p.thread_id, p.author_id, p.parent_post_id, \
         p.content, p.content_format, p.likes, p.reply_count, p.created FROM posts p WHERE p.community_id = {id} \
         AND p.removed_at IS NULL AND (p.author_id IS NULL OR p.author_id <> $1) AND {named} \
         AND ({since} IS NULL OR p.created > {since}) \
         ORDER BY p.created DESC, p.id DESC LIMIT {POSTS_EACH}) AS part_{place}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_one_subquery_per_community_and_ignores_blocks_for_staff() {
        assert_eq!(feed_sql(5, false, false).matches("LIMIT 3").count(), 5);
        assert!(
            feed_sql(2, true, false).contains("$2") && !feed_sql(2, false, false).contains("$2")
        );
        assert!(!feed_sql(1, false, true).contains("blocks"));
    }
}
