//! Presence: a user is online if they were active within two minutes. An open live stream counts as
//! activity. Shown to people with whom they have an open conversation, unless one of the two has
//! turned presence off or has blocked the other.

use super::rows::{ConversationKind, ConversationState, conversation, participant, presence};
use crate::profiles::blocks::{Blocks, blocked_pairs, not_blocked_sql};
use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, TimeDelta, Utc};
use platform::events::{Hub, Topic};
use platform::{AccountViewer, Member, Scope, Services, UserId};
use sea_orm::sea_query::{ExprTrait, OnConflict, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, DbErr, FromQueryResult, QuerySelect, Value,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// A user is online for this long after their last activity.
const ONLINE_FOR: TimeDelta = TimeDelta::minutes(2);
/// Minimum interval between two stored activities of a user.
const STORE_INTERVAL: TimeDelta = TimeDelta::seconds(60);
/// Maximum people who are told about one change.
const AUDIENCE_MAX: u32 = 500;
/// Users per statement.
const CHUNK: usize = 500;
/// A user came online or went offline.
const PRESENCE_CHANGED: &str = "presence.changed";
/// SQL condition that the conversation `c` is open.
pub(super) const OPEN_SQL: &str =
    "(c.kind = 'group' OR (c.state = 'open' AND c.message_count > 0))";

/// Presence of a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserPresence {
    pub user_id: UserId,
    /// Active within two minutes.
    pub online: bool,
    pub last_active_at: Option<DateTime<Utc>>,
}

impl UserPresence {
    pub fn new(user_id: UserId, last_active_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Self {
        let online = last_active_at.is_some_and(|at| now - at < ONLINE_FOR);
        Self { user_id, online, last_active_at }
    }
}

#[derive(Debug, FromQueryResult)]
struct OwnPresenceRow {
    shows_presence: Option<bool>,
    last_active_at: Option<DateTime<Utc>>,
}

/// Records that the viewer has opened a live stream, and tells the others if they were offline. At
/// most one query if they were active a moment ago.
///
/// # Errors
/// Database errors.
pub async fn record_stream_opened(scope: &mut Scope<Member>) -> Result<(), DbErr> {
    const OWN: &str = "SELECT (SELECT shows_presence FROM message_settings WHERE user_id = $1) \
         AS shows_presence, (SELECT last_active_at FROM user_presence WHERE user_id = $1) \
         AS last_active_at";
    let (me, now) = (scope.viewer().id(), scope.now());
    let row = scope.raw(OWN, vec![me.into()]).one::<OwnPresenceRow>().await?;
    let Some(row) = row.filter(|row| row.shows_presence.unwrap_or(true)) else { return Ok(()) };
    if row.last_active_at.is_some_and(|at| now - at < STORE_INTERVAL) {
        return Ok(());
    }
    let tx = scope.begin().await?;
    let active = presence::ActiveModel { user_id: Set(me), last_active_at: Set(now) };
    let later = OnConflict::column(presence::Column::UserId)
        .update_column(presence::Column::LastActiveAt)
        .to_owned();
    tx.own_table::<presence::Entity>().upsert(active, later).await?;
    tx.commit().await?;
    let was_online = UserPresence::new(me, row.last_active_at, now).online;
    if !was_online {
        publish_presence(scope, scope.services(), UserPresence::new(me, Some(now), now)).await?;
    }
    Ok(())
}

/// Records that these users have open live streams, except those who have turned presence off.
///
/// # Errors
/// Database errors.
pub async fn record_active(services: &Services, mut users: Vec<UserId>) -> Result<(), DbErr> {
    #[derive(FromQueryResult)]
    struct UserRow {
        user_id: UserId,
    }
    // In one order, so that two processes do not wait for each other.
    users.sort_unstable();
    let mut system = services.system("record presence");
    for chunk in users.chunks(CHUNK) {
        let tx = system.begin().await?;
        let ids = || chunk.iter().map(|user| (*user).into());
        let hidden = format!(
            "SELECT user_id FROM message_settings WHERE NOT shows_presence AND user_id IN ({})",
            placeholders(1, chunk.len())
        );
        let hidden = tx.raw(&hidden, ids().collect()).all::<UserRow>().await?;
        let hidden: HashSet<UserId> = hidden.into_iter().map(|row| row.user_id).collect();
        let shown: Vec<UserId> =
            chunk.iter().copied().filter(|user| !hidden.contains(user)).collect();
        if shown.is_empty() {
            continue;
        }
        let rows: Vec<String> = (2..shown.len() + 2).map(|n| format!("(${n}, $1)")).collect();
        let sql = format!(
            "INSERT INTO user_presence (user_id, last_active_at) VALUES {} \
             ON CONFLICT (user_id) DO UPDATE SET last_active_at = excluded.last_active_at",
            rows.join(", ")
        );
        let mut values: Vec<Value> = vec![tx.now().into()];
        values.extend(shown.into_iter().map(Value::from));
        tx.execute(&sql, values).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Tells the others about those of these users who have gone offline. Returns the rest.
///
/// # Errors
/// Database errors.
pub async fn publish_departed(
    services: &Services,
    users: Vec<UserId>,
) -> Result<Vec<UserId>, DbErr> {
    let system = services.system("publish presence");
    let known = load_presence(&system, &users).await?;
    let mut still_online = Vec::new();
    for user in users {
        let Some(row) = known.get(&user) else { continue };
        let presence = UserPresence::new(user, row.last_active_at, system.now());
        if presence.online {
            still_online.push(user);
        } else {
            publish_presence(&system, services, presence).await?;
        }
    }
    Ok(still_online)
}

/// Deletes the viewer's stored activity, because they have turned presence off, and tells the
/// others.
pub(super) async fn hide_presence(scope: &mut Scope<Member>) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let own = tx.own_table::<presence::Entity>().delete(Condition::all()).await?;
    tx.commit().await?;
    if own.is_changed() {
        let offline = UserPresence::new(scope.viewer().id(), None, scope.now());
        publish_presence(scope, scope.services(), offline).await?;
    }
    Ok(())
}

async fn publish_presence(
    reads: &impl SqlReader,
    services: &Services,
    presence: UserPresence,
) -> Result<(), DbErr> {
    #[derive(FromQueryResult)]
    struct AudienceRow {
        user_id: UserId,
    }
    let sql = format!(
        "SELECT DISTINCT o.user_id FROM conversation_participants me \
         JOIN conversations c ON c.id = me.conversation_id \
         JOIN conversation_participants o ON o.conversation_id = me.conversation_id \
         LEFT JOIN message_settings s ON s.user_id = o.user_id \
         WHERE me.user_id = $1 AND o.user_id <> $1 AND {OPEN_SQL} \
         AND COALESCE(s.shows_presence, TRUE) AND {} LIMIT {AUDIENCE_MAX}",
        not_blocked_sql("o.user_id", "$1", Blocks::Both)
    );
    let people = reads.sql(&sql, vec![presence.user_id.into()]).all::<AudienceRow>().await?;
    let topics: Vec<Topic> = people.into_iter().map(|row| Topic::User(row.user_id)).collect();
    let payload = json!(presence);
    Hub::publish_transient(services, &topics, PRESENCE_CHANGED, payload).await;
    Ok(())
}

#[derive(Debug, FromQueryResult)]
struct PresenceRow {
    user_id: UserId,
    shows_presence: bool,
    last_active_at: Option<DateTime<Utc>>,
}

/// Settings and last activity of these users, if there is anything about them.
async fn load_presence(
    reads: &impl SqlReader,
    users: &[UserId],
) -> Result<HashMap<UserId, PresenceRow>, DbErr> {
    if users.is_empty() {
        return Ok(HashMap::new());
    }
    let ids = placeholders(1, users.len());
    let sql = format!(
        "SELECT k.user_id, COALESCE(s.shows_presence, TRUE) AS shows_presence, a.last_active_at \
         FROM (SELECT user_id FROM message_settings WHERE user_id IN ({ids}) \
               UNION SELECT user_id FROM user_presence WHERE user_id IN ({ids})) k \
         LEFT JOIN message_settings s ON s.user_id = k.user_id \
         LEFT JOIN user_presence a ON a.user_id = k.user_id"
    );
    let values = users.iter().map(|user| (*user).into()).collect();
    let rows = reads.sql(&sql, values).all::<PresenceRow>().await?;
    Ok(rows.into_iter().map(|row| (row.user_id, row)).collect())
}

/// Presence of those of these users whose presence the viewer may see on this site. 3 queries.
pub(super) async fn list_presence(
    scope: &Scope<Member>,
    users: &[UserId],
) -> Result<Vec<UserPresence>, DbErr> {
    let scope = &scope.on_one_connection().await?;
    let me = scope.viewer().id();
    let partners = partners_among(scope, users).await?;
    let mut asked = partners.clone();
    asked.push(me);
    let known = load_presence(scope, &asked).await?;
    let shows = |user: &UserId| known.get(user).is_none_or(|row| row.shows_presence);
    if !shows(&me) {
        return Ok(Vec::new());
    }
    let blocked = blocked_pairs(scope, me).await?;
    let visible = partners
        .into_iter()
        .filter(|user| shows(user) && !blocked.contains_user(*user, Blocks::Both));
    let last_active_at = |user: &UserId| known.get(user).and_then(|row| row.last_active_at);
    Ok(visible.map(|user| UserPresence::new(user, last_active_at(&user), scope.now())).collect())
}

/// Those of these users with whom the viewer has an open conversation on this site.
async fn partners_among(scope: &Scope<Member>, users: &[UserId]) -> Result<Vec<UserId>, DbErr> {
    use participant::Column::{ConversationId, UserId as Participant};
    let me = scope.viewer().id();
    let mine = Query::select()
        .column(ConversationId)
        .from(participant::Entity)
        .and_where(Participant.eq(me.uuid()))
        .to_owned();
    let open = Query::select()
        .column(conversation::Column::Id)
        .from(conversation::Entity)
        .cond_where(open_condition())
        .to_owned();
    scope
        .select::<participant::Entity>()
        .filter(
            Participant.is_in(users.iter().map(|user| user.uuid())).and(Participant.ne(me.uuid())),
        )
        .filter(ConversationId.in_subquery(mine))
        .filter(ConversationId.in_subquery(open))
        .modify_select(|select| select.select_only().column(Participant).distinct())
        .all_tuples()
        .await
}

fn open_condition() -> Condition {
    use conversation::Column::{Kind, MessageCount, State};
    let direct = Condition::all().add(State.eq(ConversationState::Open)).add(MessageCount.gt(0));
    Condition::any().add(Kind.eq(ConversationKind::Group)).add(direct)
}

/// Returns true if the viewer has an open conversation with this user on this site.
///
/// # Errors
/// Database errors.
pub async fn is_partner_here(scope: &Scope<Member>, user: UserId) -> Result<bool, DbErr> {
    Ok(!partners_among(scope, &[user]).await?.is_empty())
}
