//! Finding, opening and ending sessions.

use super::row::{ActiveModel, Column, Entity};
use super::standing::{Standing, StandingRow};
use super::{Kind, Life, life};
use crate::db::Tx;
use crate::events::Topic;
use crate::ids::{SessionId, TenantId, UserId};
use crate::problem::Problem;
use crate::services::Services;
use crate::tokens;
use chrono::{DateTime, Duration, Utc};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect,
};
use serde_json::json;
use std::net::IpAddr;
use wire::{Context, Door};

/// Most sessions of one account; the one unused for longest makes room.
const SESSIONS_MAX: u64 = 20;
/// Use is written down at most this often.
const SEEN_EVERY: Duration = Duration::seconds(60);
/// Prefix of a session token.
const TOKEN_PREFIX: &str = "v1.";

/// The live session a request came with.
#[derive(Debug, Clone)]
pub struct CurrentSession {
    /// The session.
    pub id: SessionId,
    /// Whose.
    pub user_id: UserId,
    /// The session it was transferred from.
    pub parent_id: Option<SessionId>,
    /// Whether it was made by a transfer.
    pub is_transferred: bool,
    /// When the person last proved who they are.
    pub auth_time: DateTime<Utc>,
    /// With how much assurance.
    pub aal: i64,
    /// When it ends whatever happens.
    pub absolute_expires_at: DateTime<Utc>,
    /// Whether the person asked to stay signed in.
    pub stay_signed_in: bool,
    /// Whether they belong to the affiliation of this portal; true on main.
    pub is_portal_member: bool,
    /// What the account may do at all.
    pub standing: Standing,
}

#[derive(Debug, FromQueryResult)]
struct Found {
    id: SessionId,
    user_id: UserId,
    kind: String,
    audience_host: String,
    parent_id: Option<SessionId>,
    stay_signed_in: bool,
    auth_time: DateTime<Utc>,
    aal: i64,
    last_seen_at: DateTime<Utc>,
    idle_expires_at: DateTime<Utc>,
    absolute_expires_at: DateTime<Utc>,
    revoked_at: Option<DateTime<Utc>>,
    parent_revoked_at: Option<DateTime<Utc>>,
    portal_memberships: i64,
    #[sea_orm(nested)]
    standing: StandingRow,
}

/// One statement: the session, its parent, the account's standing and the portal membership.
const SELECT: &str = "SELECT s.id, s.user_id, s.kind, s.audience_host, s.parent_id, s.stay_signed_in, \
     s.auth_time, s.aal, s.last_seen_at, s.idle_expires_at, s.absolute_expires_at, s.revoked_at, \
     p.revoked_at AS parent_revoked_at, u.account_status, u.paused_until, u.status, \
     u.email_verified, u.marked_unverified, u.is_staff, u.has_completed_onboarding, \
     u.agreed_to_terms_at, u.agreed_to_guidelines_at, u.agreed_to_privacy_at, \
     (SELECT COUNT(*) FROM affiliation_members am \
        WHERE am.user_id = s.user_id AND am.affiliation_id = $2) AS portal_memberships \
     FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN sessions p ON p.id = s.parent_id \
     WHERE ";

/// Finds the live session of a token on the host that the edge named. A token of another host, an
/// ended one and an unknown one are all nothing.
///
/// # Errors
/// The database's: away is 503, never 401.
pub async fn find(
    services: &Services,
    token: &str,
    context: &Context,
) -> Result<Option<CurrentSession>, Problem> {
    let now = services.clock().now();
    let key = tokens::hash(token).into();
    let found = select(services, "s.token_hash = $1", key, context.door).await?;
    let Some(found) =
        found.filter(|found| found.is_live(now) && found.audience_host == context.host)
    else {
        return Ok(None);
    };
    if now - found.last_seen_at >= SEEN_EVERY {
        seen(services, &found, now).await?;
    }
    Ok(Some(found.into_current(services, context.door)))
}

/// Finds a live session by its id, whatever host it is valid on, as it stands towards `door`. For the
/// session that a transfer comes from.
///
/// # Errors
/// The database's.
pub async fn find_by_id(
    services: &Services,
    id: SessionId,
    door: Door,
) -> Result<Option<CurrentSession>, Problem> {
    let now = services.clock().now();
    let found = select(services, "s.id = $1", id.uuid().into(), door).await?;
    Ok(found.filter(|found| found.is_live(now)).map(|found| found.into_current(services, door)))
}

async fn select(
    services: &Services,
    which: &str,
    key: sea_orm::Value,
    door: Door,
) -> Result<Option<Found>, DbErr> {
    let system = services.system("find the session of a request");
    let portal = door.affiliation().map_or(uuid::Uuid::nil(), Into::into);
    system.raw(&format!("{SELECT}{which}"), vec![key, portal.into()]).one::<Found>().await
}

impl Found {
    fn is_live(&self, now: DateTime<Utc>) -> bool {
        self.revoked_at.is_none()
            && self.parent_revoked_at.is_none()
            && self.idle_expires_at > now
            && self.absolute_expires_at > now
    }

    fn into_current(self, services: &Services, door: Door) -> CurrentSession {
        let cutoff = services.config().auth.agreement_cutoff;
        CurrentSession {
            id: self.id,
            user_id: self.user_id,
            is_transferred: self.parent_id.is_some(),
            parent_id: self.parent_id,
            auth_time: self.auth_time,
            aal: self.aal,
            absolute_expires_at: self.absolute_expires_at,
            stay_signed_in: self.stay_signed_in,
            is_portal_member: door == Door::Main || self.portal_memberships > 0,
            standing: Standing::of(&self.standing, services.clock().now(), cutoff),
        }
    }
}

async fn seen(services: &Services, found: &Found, now: DateTime<Utc>) -> Result<(), DbErr> {
    let kind = if found.kind == Kind::Portal.name() { Kind::Portal } else { Kind::Main };
    let Life { idle, .. } = life(kind, found.stay_signed_in, found.standing.is_staff);
    let mut system = services.system("write down that a session was used");
    let tx = system.begin().await?;
    let this = Condition::all()
        .add(Column::Id.eq(found.id.uuid()))
        .add(Column::LastSeenAt.lte(now - SEEN_EVERY));
    tx.doorless_table::<Entity>()
        .update(this, |update| {
            update
                .col_expr(Column::LastSeenAt, Expr::value(now))
                .col_expr(Column::IdleExpiresAt, Expr::value(now + idle))
        })
        .await?
        .as_many_as_there_are();
    tx.commit().await
}

/// A session to open.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Whose.
    pub user_id: UserId,
    /// What for.
    pub kind: Kind,
    /// The only host it will be valid on.
    pub audience_host: String,
    /// The portal's tenant.
    pub tenant_id: Option<TenantId>,
    /// The session it comes from, and dies with.
    pub parent: Option<(SessionId, DateTime<Utc>)>,
    /// Whether the person asked to stay signed in.
    pub stay_signed_in: bool,
    /// Staff sessions are short.
    pub is_staff: bool,
    /// When the person proved who they are.
    pub auth_time: DateTime<Utc>,
    /// How, such as `pwd`.
    pub amr: String,
    /// With how much assurance.
    pub aal: i64,
}

/// Opens a session; the token is for the cookie and kept nowhere.
///
/// # Errors
/// The database's.
pub async fn open<V>(
    tx: &Tx<'_, V>,
    new: NewSession,
) -> Result<(String, super::row::Model), Problem> {
    let now = tx.now();
    let token =
        format!("{TOKEN_PREFIX}{}", tokens::random_token::<32>().map_err(Problem::internal)?);
    let Life { idle, absolute } = life(new.kind, new.stay_signed_in, new.is_staff);
    let absolute_expires_at = match new.parent {
        Some((_, parent_ends)) => parent_ends.min(now + absolute),
        None => now + absolute,
    };
    make_room(tx, new.user_id).await?;
    let facts = tx.facts();
    let row = ActiveModel {
        id: Set(SessionId::new()),
        token_hash: Set(tokens::hash(&token)),
        next_token_hash: Set(None),
        user_id: Set(new.user_id),
        kind: Set(new.kind.name().to_owned()),
        audience_host: Set(new.audience_host),
        tenant_id: Set(new.tenant_id),
        parent_id: Set(new.parent.map(|(id, _)| id)),
        stay_signed_in: Set(new.stay_signed_in),
        auth_time: Set(new.auth_time),
        amr: Set(new.amr),
        aal: Set(new.aal),
        created_at: Set(now),
        last_seen_at: Set(now),
        idle_expires_at: Set((now + idle).min(absolute_expires_at)),
        absolute_expires_at: Set(absolute_expires_at),
        device_id: Set(None),
        ua_summary: Set(facts.user_agent.clone()),
        ip_prefix: Set(Some(network_of(facts.context.client_ip))),
        revoked_at: Set(None),
        revoke_reason: Set(None),
    };
    let row = tx.doorless_table::<Entity>().insert(row).await?;
    Ok((token, row))
}

async fn make_room<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), Problem> {
    let live =
        Condition::all().add(Column::UserId.eq(user.uuid())).add(Column::RevokedAt.is_null());
    let surplus = tx
        .doorless::<Entity>()
        .filter(live)
        .shape(|select| {
            select.order_by_desc(Column::LastSeenAt).offset(SESSIONS_MAX - 1).limit(100)
        })
        .all()
        .await?;
    for session in surplus {
        revoke(tx, user, session.id, "too-many-sessions").await?;
    }
    Ok(())
}

/// Ends a session and its children, and tells their open streams.
///
/// # Errors
/// The database's.
pub async fn revoke<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    session: SessionId,
    reason: &str,
) -> Result<(), DbErr> {
    let family = Condition::any()
        .add(Column::Id.eq(session.uuid()))
        .add(Column::ParentId.eq(session.uuid()));
    end(tx, user, family, reason).await
}

/// Ends every session of an account.
///
/// # Errors
/// The database's.
pub async fn revoke_all<V>(tx: &Tx<'_, V>, user: UserId, reason: &str) -> Result<(), DbErr> {
    end(tx, user, Condition::all(), reason).await
}

async fn end<V>(tx: &Tx<'_, V>, user: UserId, which: Condition, reason: &str) -> Result<(), DbErr> {
    let now = tx.now();
    let live = Condition::all()
        .add(Column::UserId.eq(user.uuid()))
        .add(Column::RevokedAt.is_null())
        .add(which);
    let ended = tx
        .doorless_table::<Entity>()
        .update_returning(live, |update| {
            update
                .col_expr(Column::RevokedAt, Expr::value(now))
                .col_expr(Column::RevokeReason, Expr::value(reason))
        })
        .await?;
    if !ended.is_empty() {
        let sessions: Vec<SessionId> = ended.iter().map(|session| session.id).collect();
        let told = json!({ "sessions": sessions, "reason": reason });
        tx.publish(Topic::User(user), "session.ended", &told).await?;
    }
    Ok(())
}

/// The network an address belongs to: /24 of IPv4, /48 of IPv6.
fn network_of(address: IpAddr) -> String {
    match address {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        IpAddr::V6(v6) => {
            let [a, b, c, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}::/48")
        }
    }
}
