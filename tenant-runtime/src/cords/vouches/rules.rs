//! Gives, withdraws and lists vouches.

use crate::activity::{self, Notice, NotificationType};
use crate::cord_activity::{self, ActivityKind, PairActivity};
use crate::cords::access::find_person;
use crate::cords::error::CordError;
use crate::cords::rows::vouch;
use crate::cords::settings::settings_of_both;
use crate::cords::view::CordVouches;
use crate::limits::check_limit;
use crate::profiles::visibility::visible_user_sql;
use crate::profiles::{self, UserSummary};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::affiliations::is_member_sql;
use platform::limiter::{LimitKey, LimitedAction};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, Member, Problem, Scope, System, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// Default and maximum page size of vouches.
const VOUCHES_PAGE: (u64, u64) = (20, 100);

/// A person who vouches for another.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::cords) struct VoucherEntry {
    #[serde(flatten)]
    person: UserSummary,
    /// Time of the vouch.
    at: DateTime<Utc>,
}

/// Vouches for a person who is visible to the viewer on this site.
pub(super) async fn give_vouch(
    scope: &mut Scope<Member>,
    user: UserId,
) -> Result<CordVouches, Problem> {
    let me = scope.viewer().id();
    if me == user {
        return Err(CordError::OwnVouch.into());
    }
    find_person(scope, scope.viewer(), user).await?;
    if between(scope, me, user).await?.mine {
        return Err(CordError::AlreadyVouched.into());
    }
    // Before the transaction: the database of a single node stores this limit.
    check_limit(scope.services(), scope.viewer(), LimitedAction::Vouch).await?;
    let given = insert_vouch(scope, user).await;
    if given.is_err() {
        let limiter = scope.services().limiter();
        limiter.refund_attempt(LimitedAction::Vouch, &LimitKey::user(me)).await;
    }
    given
}

async fn insert_vouch(scope: &mut Scope<Member>, user: UserId) -> Result<CordVouches, Problem> {
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    if !insert(&tx, me, user).await? {
        // A concurrent request of the viewer was first.
        return Err(CordError::AlreadyVouched.into());
    }
    let activity = PairActivity::new(ActivityKind::Vouch, me, user).once_for(user.uuid());
    cord_activity::publish(&tx, activity).await?;
    send_notice(&tx, user).await?;
    let vouches = between(&tx, me, user).await?;
    tx.commit().await?;
    Ok(vouches)
}

async fn insert(tx: &Tx<'_, Member>, voucher: UserId, user: UserId) -> Result<bool, DbErr> {
    let row = vouch::ActiveModel {
        voucher_id: Set(voucher),
        user_id: Set(user),
        created_at: Set(tx.now()),
    };
    let key = [vouch::Column::VoucherId, vouch::Column::UserId];
    tx.table::<vouch::Entity>().insert_unless_there(row, &key).await
}

/// Stores vouches of another source, such as the demo network: voucher, person and time.
///
/// # Errors
/// Database errors.
pub async fn import_vouches(
    tx: &Tx<'_, System>,
    vouches: &[(UserId, UserId, DateTime<Utc>)],
) -> Result<(), DbErr> {
    let rows = vouches.iter().map(|(voucher, user, at)| vouch::ActiveModel {
        voucher_id: Set(*voucher),
        user_id: Set(*user),
        created_at: Set(*at),
    });
    tx.table_across_sites::<vouch::Entity>().insert_many(rows.collect()).await
}

async fn send_notice(tx: &Tx<'_, Member>, user: UserId) -> Result<(), DbErr> {
    let me = tx.viewer().id();
    let name = profiles::person_of(tx, me).await?.display_name;
    let title = format!("{name} vouches for you");
    let message = "Your cord has become stronger. You decide in your settings who sees it.";
    let about = json!({ "voucherId": me });
    let notice = Notice::new(NotificationType::SystemMessage, &title, message, about);
    activity::notify(tx, &[user], &notice.with_author(me)).await
}

/// Withdraws a vouch of the viewer, also if the person is no longer visible. The strand of the cord
/// is not shortened; it decays.
pub(super) async fn withdraw_vouch(scope: &mut Scope<Member>, user: UserId) -> Result<(), Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    let this = Condition::all()
        .add(vouch::Column::VoucherId.eq(tx.viewer().id().uuid()))
        .add(vouch::Column::UserId.eq(user.uuid()));
    if !tx.table::<vouch::Entity>().delete(this).await?.is_changed() {
        return Err(CordError::NotVouched.into());
    }
    Ok(tx.commit().await?)
}

/// Vouches between the viewer and another person. One query.
pub(in crate::cords) async fn between(
    reads: &impl SqlReader,
    viewer: UserId,
    user: UserId,
) -> Result<CordVouches, DbErr> {
    #[derive(FromQueryResult)]
    struct VoucherRow {
        voucher_id: UserId,
    }
    const SQL: &str = "SELECT voucher_id FROM vouches \
         WHERE (voucher_id = $1 AND user_id = $2) OR (voucher_id = $2 AND user_id = $1)";
    let rows = reads.sql(SQL, vec![viewer.into(), user.into()]).all::<VoucherRow>().await?;
    let by = |voucher: UserId| rows.iter().any(|row| row.voucher_id == voucher);
    Ok(CordVouches { mine: by(viewer), theirs: by(user) })
}

/// People who vouch for a person, latest first; none if the person does not show them. Everyone
/// sees their own.
pub(super) async fn list_vouches(
    scope: &Scope<Member>,
    user: UserId,
    query: &PageQuery,
) -> Result<Page<VoucherEntry>, Problem> {
    let me = scope.viewer().id();
    find_person(scope, scope.viewer(), user).await?;
    let (_, theirs) = settings_of_both(scope, me, user).await?;
    if user != me && !theirs.shows_vouches {
        return Ok(Page { items: Vec::new(), next_cursor: None });
    }
    let limit = query.row_limit(VOUCHES_PAGE.0, VOUCHES_PAGE.1);
    let rows = page(scope, user, query.decode_cursor::<TimeCursor>()?, limit).await?;
    let page = Page::from_rows(rows, limit, |row| TimeCursor {
        at: row.created_at,
        id: row.voucher_id.uuid(),
    });
    let vouchers: Vec<UserId> = page.items.iter().map(|row| row.voucher_id).collect();
    let mut people = profiles::load_people(scope, &vouchers).await?;
    let Page { items, next_cursor } = page;
    let items = items.into_iter().filter_map(|row| {
        Some(VoucherEntry { person: people.remove(&row.voucher_id)?, at: row.created_at })
    });
    Ok(Page { items: items.collect(), next_cursor })
}

#[derive(FromQueryResult)]
struct VouchRow {
    voucher_id: UserId,
    created_at: DateTime<Utc>,
}

async fn page(
    scope: &Scope<Member>,
    user: UserId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<VouchRow>, DbErr> {
    let (at, id) =
        after.map_or((DateTime::<Utc>::MAX_UTC, uuid::Uuid::max()), |last| (last.at, last.id));
    let at = at.min(scope.now() + chrono::Duration::days(1));
    let me = scope.viewer().id();
    let mut values = vec![me.into(), user.into(), at.into(), id.into()];
    let here = scope.site().affiliation().map(|affiliation| {
        values.push(affiliation.into());
        format!(" AND {}", is_member_sql("$5", "v.voucher_id"))
    });
    let sql = format!(
        "SELECT v.voucher_id, v.created_at FROM vouches v WHERE v.user_id = $2 \
         AND v.created_at <= $3 AND (v.created_at < $3 OR v.voucher_id < $4) \
         AND (v.voucher_id = $1 OR {}){} \
         ORDER BY v.created_at DESC, v.voucher_id DESC LIMIT {}",
        visible_user_sql("v.voucher_id"),
        here.unwrap_or_default(),
        limit + 1
    );
    scope.raw(&sql, values).all().await
}
