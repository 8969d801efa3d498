//! Communities, their members, threads, posts and likes.

use super::DemoError;
use super::random::id_at;
use super::store::{Rows, count, row};
use super::world::{Place, Thread, World};
use chrono::Duration;

/// Days between the request to delete a community and its deletion.
const DELETION_GRACE: i64 = 7;

/// Builds the rows of every community, in the order of their references.
pub fn community_rows(world: &World) -> Result<Vec<Rows>, DemoError> {
    let mut communities = Rows::new("communities", COMMUNITY_COLUMNS);
    let mut links = Rows::new("community_affiliations", &["community_id", "affiliation_id"]);
    let mut members = Rows::new("community_members", MEMBER_COLUMNS);
    let mut joins = Rows::new("membership_events", EVENT_COLUMNS);
    let mut reads =
        Rows::new("community_read_status", &["user_id", "community_id", "last_read_at"]);
    let mut ends =
        Rows::new("scheduled_deletions", &["community_id", "scheduled_for", "created_at"]);
    let mut talk = Talk::default();
    for place in &world.places {
        communities.add(community_values(world, place)?);
        if let Some(it) = &place.community.deletion {
            let at = world.now + Duration::days(it.days_left);
            ends.add(row![place.id, at, at - Duration::days(DELETION_GRACE)]);
        }
        for affiliation in &place.community.affiliations {
            links.add(row![place.id, world.affiliation_id(affiliation)?]);
        }
        for member in &place.members {
            let role = if member.is_admin { "admin" } else { "member" };
            let default = member.by_default;
            members.add(row![place.id, member.person, role, default, member.joined]);
            reads.add(row![member.person, place.id, member.last_read]);
            let name = format!("{}/{}", place.community.key, member.person);
            let is_approved =
                place.community.visibility != "public" && !member.is_admin && !default;
            joins.add(row![
                id_at(&name, member.joined),
                place.id,
                place.community.name.clone(),
                member.person,
                "joined",
                if is_approved { "approved_request" } else { "voluntary" },
                default,
                member.joined,
            ]);
        }
        for thread in &place.threads {
            talk.add(place, thread);
        }
    }
    let Talk { threads, posts, replies, likes } = talk;
    Ok(vec![communities, links, members, joins, reads, ends, threads, posts, replies, likes])
}

const COMMUNITY_COLUMNS: &[&str] = &[
    "id",
    "name",
    "description",
    "group_type",
    "visibility",
    "require_all_affiliations",
    "status",
    "pause_reason",
    "deletion_pending",
    "deletion_requested_by",
    "deletion_requested_at",
    "deletion_scheduled_for",
    "is_default_community",
    "created_by_staff",
    "creator_id",
    "member_count",
    "total_threads",
    "total_posts",
    "created",
    "last_updated",
];
const MEMBER_COLUMNS: &[&str] =
    &["community_id", "user_id", "role", "added_by_default", "joined_at"];
const EVENT_COLUMNS: &[&str] = &[
    "id",
    "community_id",
    "community_name",
    "user_id",
    "event_type",
    "reason",
    "added_by_default",
    "timestamp",
];

fn community_values(world: &World, place: &Place) -> Result<Vec<sea_orm::Value>, DemoError> {
    let one = &place.community;
    let founder = one.admins.first().map(|key| world.person_id(key)).transpose()?;
    let deletion = one.deletion.as_ref();
    let requested_by = deletion.map(|it| world.person_id(&it.requested_by)).transpose()?;
    let scheduled_for = deletion.map(|it| world.now + Duration::days(it.days_left));
    let posts: usize = place.threads.iter().map(|thread| thread.posts.len()).sum();
    Ok(row![
        place.id,
        one.name.clone(),
        one.description.clone(),
        one.kind.clone(),
        one.visibility.clone(),
        one.require_all,
        if one.paused.is_some() { "paused" } else { "active" },
        one.paused.clone(),
        deletion.is_some(),
        requested_by,
        scheduled_for.map(|at| at - Duration::days(DELETION_GRACE)),
        scheduled_for,
        one.default,
        // Default communities do not count towards the limit of their creator.
        one.default,
        founder,
        count(place.members.len()),
        count(place.threads.len()),
        count(posts),
        place.created,
        place.last_updated,
    ])
}

/// Posts, replies and likes.
struct Talk {
    threads: Rows,
    posts: Rows,
    replies: Rows,
    likes: Rows,
}

impl Default for Talk {
    fn default() -> Self {
        Self {
            threads: Rows::new("threads", THREAD_COLUMNS),
            posts: Rows::new("posts", POST_COLUMNS),
            replies: Rows::new("posts", POST_COLUMNS),
            likes: Rows::new("post_likes", &["post_id", "user_id", "created_at"]),
        }
    }
}

const THREAD_COLUMNS: &[&str] = &[
    "id",
    "community_id",
    "caption",
    "created_by",
    "numposts",
    "last_post_id",
    "created",
    "last_updated",
];
const POST_COLUMNS: &[&str] = &[
    "id",
    "community_id",
    "thread_id",
    "author_id",
    "parent_post_id",
    "content",
    "content_format",
    "likes",
    "reply_count",
    "created",
];

impl Talk {
    fn add(&mut self, place: &Place, thread: &Thread) {
        let first = thread.posts.first().map_or(place.created, |post| post.at);
        let last = thread.posts.last();
        self.threads.add(row![
            thread.id,
            place.id,
            thread.caption,
            thread.opened_by,
            count(thread.posts.len()),
            last.map(|post| post.id),
            first,
            last.map_or(first, |post| post.at),
        ]);
        for post in &thread.posts {
            // Posts are written before the replies that refer to them.
            let rows = if post.parent.is_some() { &mut self.replies } else { &mut self.posts };
            rows.add(row![
                post.id,
                place.id,
                thread.id,
                post.by,
                post.parent,
                post.text,
                "text",
                count(post.likes.len()),
                post.replies,
                post.at,
            ]);
            for (liker, at) in &post.likes {
                self.likes.add(row![post.id, *liker, *at]);
            }
        }
    }
}
