//! Analytics events of the demo network, derived from posts, likes and memberships, so that the
//! statistics match the visible content. Half of the actions in a portal affiliation's community
//! happened on the portal; a sign-in precedes every action.

use super::DemoError;
use super::cast::{Affiliation, Portal, PortalState};
use super::random::{Dice, id_at};
use super::store::{Rows, row};
use super::world::World;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use platform::{System, Tx};
use sea_orm::FromQueryResult;
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

/// Actions: event name, and the table and columns with actor, subject and time.
const EVENT_SOURCES: [(&str, &str); 7] = [
    (
        "create_thread",
        "SELECT created_by AS who, id AS content, community_id AS place, created AS at FROM threads",
    ),
    (
        "create_post",
        "SELECT author_id AS who, id AS content, community_id AS place, created AS at FROM posts",
    ),
    (
        "like_post",
        "SELECT l.user_id AS who, p.id AS content, p.community_id AS place, l.created_at AS at \
         FROM post_likes l JOIN posts p ON p.id = l.post_id",
    ),
    (
        "create_article",
        "SELECT author_id AS who, id AS content, community_id AS place, created AS at \
         FROM articles",
    ),
    (
        "create_comment",
        "SELECT author_id AS who, id AS content, community_id AS place, created AS at \
         FROM article_comments",
    ),
    (
        "like_article",
        "SELECT l.user_id AS who, a.id AS content, a.community_id AS place, l.created_at AS at \
         FROM article_likes l JOIN articles a ON a.id = l.article_id",
    ),
    (
        "group_join",
        "SELECT user_id AS who, id AS content, community_id AS place, timestamp AS at \
         FROM membership_events WHERE event_type = 'joined'",
    ),
];

#[derive(FromQueryResult)]
struct Did {
    who: Option<Uuid>,
    content: Uuid,
    place: Uuid,
    at: DateTime<Utc>,
}

#[derive(FromQueryResult)]
struct CommunityLink {
    community_id: Uuid,
    affiliation_id: Uuid,
}

#[derive(FromQueryResult)]
struct Account {
    id: Uuid,
    created_at: DateTime<Utc>,
}

const EVENT_COLUMNS: &[&str] =
    &["id", "event_type", "user_id", "content_id", "group_id", "affiliation_id", "timestamp"];

/// Builds the rows, after everything else was inserted.
pub async fn usage_rows(tx: &Tx<'_, System>, world: &World) -> Result<Rows, DemoError> {
    let portals = portal_communities(tx, world).await?;
    let mut rows = Rows::new("analytics_events", EVENT_COLUMNS);
    let mut days: BTreeSet<(Uuid, NaiveDate)> = BTreeSet::new();
    for (event, sql) in EVENT_SOURCES {
        for did in tx.raw(sql, Vec::new()).all::<Did>().await? {
            let Some(who) = did.who else { continue };
            let name = format!("{event}:{who}:{}", did.content);
            let portal = portals
                .get(&did.place)
                .filter(|_| Dice::from_name(&name).next_fraction() < 0.5)
                .copied();
            let content = (event != "group_join").then_some(did.content);
            if days.insert((who, did.at.date_naive())) {
                let before = did.at - Duration::minutes(4);
                let login = format!("user_login:{name}");
                let nothing = None::<Uuid>;
                rows.add(row![
                    id_at(&login, before),
                    "user_login",
                    who,
                    nothing,
                    nothing,
                    portal,
                    before
                ]);
            }
            rows.add(row![id_at(&name, did.at), event, who, content, did.place, portal, did.at]);
        }
    }
    let accounts = "SELECT id, created_at FROM users";
    for account in tx.raw(accounts, Vec::new()).all::<Account>().await? {
        let id = id_at(&format!("user_join:{}", account.id), account.created_at);
        let nothing = None::<Uuid>;
        rows.add(row![id, "user_join", account.id, nothing, nothing, nothing, account.created_at]);
    }
    Ok(rows)
}

/// Communities of a single affiliation that has a portal, with that affiliation.
async fn portal_communities(
    tx: &Tx<'_, System>,
    world: &World,
) -> Result<HashMap<Uuid, Uuid>, DemoError> {
    let mut with_portal = Vec::new();
    let is_opened = |portal: &Portal| portal.state != PortalState::Draft;
    let opened = |one: &&Affiliation| one.portal.as_ref().is_some_and(is_opened);
    for affiliation in world.cast.affiliations.iter().filter(opened) {
        with_portal.push(world.affiliation_id(&affiliation.key)?);
    }
    let links = "SELECT community_id, affiliation_id FROM community_affiliations";
    let mut houses: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
    for link in tx.raw(links, Vec::new()).all::<CommunityLink>().await? {
        houses.entry(link.community_id).or_default().push(link.affiliation_id);
    }
    let alone = houses.into_iter().filter_map(|(community, houses)| match houses.as_slice() {
        [house] if with_portal.contains(house) => Some((community, *house)),
        _ => None,
    });
    Ok(alone.collect())
}
