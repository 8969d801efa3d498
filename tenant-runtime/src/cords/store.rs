//! Reads and writes cords. Writers lock cords in id order, so that they do not deadlock.

use super::pair::Pair;
use super::rows::cord;
use super::strength::{CordEvent, CordRules, CordState, Strands, is_active};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{Member, Scope, System, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{IntoCondition, LockType, OnConflict};
use sea_orm::{ColumnTrait, DbErr, QueryOrder, QuerySelect};
use std::collections::BTreeMap;

impl cord::Model {
    /// The state that the row stores. Strands that cannot be read count as missing.
    pub fn state(&self) -> CordState {
        CordState {
            strands: serde_json::from_value::<Strands>(self.threads.clone()).unwrap_or_default(),
            last_replies: [self.reply_a_at, self.reply_b_at],
            erased_at: self.erased_at,
        }
    }
}

/// The viewer's cord with a person who is visible on this site.
pub(super) async fn find(scope: &Scope<Member>, pair: Pair) -> Result<Option<cord::Model>, DbErr> {
    scope.select::<cord::Entity>().by_id(pair.id()).one().await
}

/// Locks these cords in id order, until the transaction ends.
pub(super) async fn lock(
    tx: &Tx<'_, System>,
    rows: impl IntoCondition,
) -> Result<Vec<cord::Model>, DbErr> {
    tx.across_sites::<cord::Entity>()
        .filter(rows)
        .modify_select(|select| select.order_by_asc(cord::Column::Id).lock(LockType::NoKeyUpdate))
        .all()
        .await
}

/// Adds the activities to the cords of these pairs, which are created if they do not exist.
pub(super) async fn add_activities(
    tx: &Tx<'_, System>,
    activities: &BTreeMap<Pair, Vec<CordEvent>>,
) -> Result<(), DbErr> {
    if activities.is_empty() {
        return Ok(());
    }
    let rules = CordRules(&tx.services().config().cords);
    let ids = activities.keys().map(|pair| pair.id());
    let rows = lock(tx, cord::Column::Id.is_in(ids)).await?;
    let mut known: BTreeMap<String, cord::Model> =
        rows.into_iter().map(|row| (row.id.clone(), row)).collect();
    let mut changed = Vec::new();
    for (pair, events) in activities {
        let row = known.remove(&pair.id());
        let mut state = row.as_ref().map(cord::Model::state).unwrap_or_default();
        state.add_all(rules, events);
        let row = row.unwrap_or_else(|| new_row(*pair, tx.now()));
        changed.push(to_row(row, &state, rules, tx.now())?);
    }
    write(tx, changed).await
}

/// A cord without strands.
fn new_row(pair: Pair, now: DateTime<Utc>) -> cord::Model {
    cord::Model {
        id: pair.id(),
        user_a: pair.first,
        user_b: pair.second,
        total_strength: 0.0,
        is_active: false,
        threads: serde_json::Value::Object(serde_json::Map::new()),
        reply_a_at: None,
        reply_b_at: None,
        created_at: now,
        last_updated: now,
        last_decay_applied: now,
        erased_at: None,
    }
}

/// The row with another state.
pub(super) fn to_row(
    row: cord::Model,
    state: &CordState,
    rules: CordRules,
    now: DateTime<Utc>,
) -> Result<cord::Model, DbErr> {
    let total = state.total(rules, now);
    let threads = serde_json::to_value(&state.strands);
    let [reply_a_at, reply_b_at] = state.last_replies;
    Ok(cord::Model {
        total_strength: total,
        is_active: is_active(total),
        threads: threads.map_err(|error| DbErr::Custom(error.to_string()))?,
        reply_a_at,
        reply_b_at,
        last_updated: now,
        ..row
    })
}

/// Writes new and changed rows with one statement, in id order.
pub(super) async fn write(tx: &Tx<'_, System>, mut rows: Vec<cord::Model>) -> Result<(), DbErr> {
    use cord::Column::{
        Id, IsActive, LastDecayApplied, LastUpdated, ReplyAAt, ReplyBAt, Threads, TotalStrength,
    };
    rows.sort_by(|one, other| one.id.cmp(&other.id));
    let replaced = OnConflict::column(Id)
        .update_columns([
            TotalStrength,
            IsActive,
            Threads,
            ReplyAAt,
            ReplyBAt,
            LastUpdated,
            LastDecayApplied,
        ])
        .to_owned();
    let rows = rows.into_iter().map(active_model).collect();
    tx.table_across_sites::<cord::Entity>().upsert_many(rows, replaced).await
}

fn active_model(row: cord::Model) -> cord::ActiveModel {
    cord::ActiveModel {
        id: Set(row.id),
        user_a: Set(row.user_a),
        user_b: Set(row.user_b),
        total_strength: Set(row.total_strength),
        is_active: Set(row.is_active),
        threads: Set(row.threads),
        reply_a_at: Set(row.reply_a_at),
        reply_b_at: Set(row.reply_b_at),
        created_at: Set(row.created_at),
        last_updated: Set(row.last_updated),
        last_decay_applied: Set(row.last_decay_applied),
        erased_at: Set(row.erased_at),
    }
}

/// Erases a cord for both people. The row stays until the weekly decay, so that activity that was
/// not counted yet does not restore it.
pub(super) async fn erase(tx: &Tx<'_, Member>, pair: Pair) -> Result<(), DbErr> {
    use cord::Column::{
        ErasedAt, Id, IsActive, LastUpdated, ReplyAAt, ReplyBAt, Threads, TotalStrength,
    };
    let row = cord::Model { erased_at: Some(tx.now()), ..new_row(pair, tx.now()) };
    let replaced = OnConflict::column(Id)
        .update_columns([
            TotalStrength,
            IsActive,
            Threads,
            ReplyAAt,
            ReplyBAt,
            LastUpdated,
            ErasedAt,
        ])
        .to_owned();
    tx.table::<cord::Entity>().upsert(active_model(row), replaced).await
}

/// A cord in the viewer's list.
#[derive(Debug, Clone, sea_orm::FromQueryResult)]
pub(super) struct ListedCord {
    pub id: String,
    /// The other person.
    pub user_id: UserId,
    pub total_strength: f64,
    pub threads: serde_json::Value,
}

/// Position in the viewer's list: the bits of the stored strength, which are exact, and the id.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub(super) struct CordCursor {
    pub strength_bits: u64,
    pub id: String,
}

/// Up to `limit + 1` of the viewer's cords by stored strength, with people who are visible to the
/// viewer on this site. One query.
pub(super) async fn list_page(
    reads: &impl SqlReader,
    viewer: UserId,
    after: Option<CordCursor>,
    limit: u64,
) -> Result<Vec<ListedCord>, DbErr> {
    // A forged cursor must not bring text that the database cannot store.
    let is_id = |id: &str| id.chars().all(|c| c.is_ascii_hexdigit() || c == '_');
    let (strength, id) =
        after.filter(|last| is_id(&last.id)).map_or((f64::INFINITY, String::new()), |last| {
            (f64::from_bits(last.strength_bits), last.id)
        });
    // JSON and SQL have no infinity; no strength is above 100.
    let mut values = vec![viewer.into(), strength.min(1_000.0).into(), id.into()];
    let portal = reads.site().affiliation().map(|affiliation| {
        values.push(affiliation.into());
        format!("${}", values.len())
    });
    let half = |mine: &str, theirs: &str| {
        let here = portal.as_ref().map_or_else(String::new, |portal| {
            format!(
                " AND {}",
                platform::affiliations::is_member_sql(portal, &format!("c.{theirs}"))
            )
        });
        format!(
            "SELECT * FROM (SELECT c.id, c.{theirs} AS user_id, c.total_strength, c.threads \
             FROM cords c WHERE c.{mine} = $1 AND c.total_strength > 0 \
             AND c.total_strength <= $2 AND (c.total_strength < $2 OR c.id < $3) \
             AND {}{here} ORDER BY c.total_strength DESC, c.id DESC LIMIT {}) AS {mine}_cords",
            crate::profiles::visibility::visible_user_sql(&format!("c.{theirs}")),
            limit + 1
        )
    };
    let sql = format!(
        "{} UNION ALL {} ORDER BY total_strength DESC, id DESC LIMIT {}",
        half("user_a", "user_b"),
        half("user_b", "user_a"),
        limit + 1
    );
    reads.sql(&sql, values).all().await
}
