//! Opening and revoking sessions.

use super::row::{ActiveModel, Column, Entity};
use super::token::SessionToken;
use super::{CurrentSession, SessionKind, SessionLifetime, agent, session_lifetimes};
use crate::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use crate::db::Tx;
use crate::events::{EndedSessions, Topic};
use crate::ids::{SessionId, TenantId, UserId};
use crate::problem::Problem;
use chrono::{DateTime, Utc};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde_json::json;
use std::collections::BTreeMap;
use std::net::IpAddr;

/// Maximum sessions of one account; a new one replaces the least recently used.
const SESSIONS_MAX: u64 = 20;

/// A session to open.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Account.
    pub user_id: UserId,
    /// Session of the main site or of a portal; decides its lifetime.
    pub kind: SessionKind,
    /// The only host on which it will be valid.
    pub audience_host: String,
    /// Tenant of a portal session.
    pub tenant_id: Option<TenantId>,
    /// Parent session, with which it ends, and the parent's absolute expiry.
    pub parent: Option<(SessionId, DateTime<Utc>)>,
    /// True if the user chose to stay signed in.
    pub stay_signed_in: bool,
    /// Staff sessions are short.
    pub is_staff: bool,
    /// Time of the authentication.
    pub auth_time: DateTime<Utc>,
    /// Authentication methods, such as `pwd`.
    pub amr: String,
    /// Assurance level.
    pub aal: i64,
    /// Device id, if the device cookie belongs to this account.
    pub device_id: Option<String>,
}

/// Opens a session; the token exists only in the cookie.
///
/// # Errors
/// Database errors.
pub async fn open<V>(
    tx: &Tx<'_, V>,
    new: NewSession,
) -> Result<(String, super::row::Model), Problem> {
    let now = tx.now();
    let token = SessionToken::random_token().map_err(Problem::internal)?;
    let SessionLifetime { idle, absolute } =
        session_lifetimes(new.kind, new.stay_signed_in, new.is_staff);
    let absolute_expires_at = match new.parent {
        Some((_, parent_ends)) => parent_ends.min(now + absolute),
        None => now + absolute,
    };
    make_room(tx, new.user_id).await?;
    let facts = tx.facts();
    let row = ActiveModel {
        id: Set(SessionId::new()),
        token_hash: Set(token.hash()),
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
        token_issued_at: Set(Some(now)),
        device_id: Set(new.device_id),
        ua_summary: Set(facts.user_agent.as_deref().and_then(agent::summarize_user_agent)),
        ip_prefix: Set(Some(network_of(facts.context.client_ip))),
        revoked_at: Set(None),
        revoke_reason: Set(None),
    };
    let row = tx.global_table::<Entity>().insert(row).await?;
    analytics::record_event(tx, AnalyticsEvent::new(AnalyticsEventType::UserLogin, row.user_id))
        .await?;
    Ok((token.expose().to_owned(), row))
}

async fn make_room<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), Problem> {
    let live =
        Condition::all().add(Column::UserId.eq(user.uuid())).add(Column::RevokedAt.is_null());
    let surplus = tx
        .global::<Entity>()
        .filter(live)
        .modify_select(|select| {
            select.order_by_desc(Column::LastSeenAt).offset(SESSIONS_MAX - 1).limit(100)
        })
        .all()
        .await?;
    for session in surplus {
        revoke(tx, user, session.id, "too-many-sessions").await?;
    }
    Ok(())
}

/// Revokes a session and its children, and notifies their open streams.
///
/// # Errors
/// Database errors.
pub async fn revoke<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    session: SessionId,
    reason: &str,
) -> Result<(), DbErr> {
    end(tx, user, family_of(session), reason).await
}

/// A session and its children.
fn family_of(session: SessionId) -> Condition {
    Condition::any().add(Column::Id.eq(session.uuid())).add(Column::ParentId.eq(session.uuid()))
}

/// Deletes a session and its children when a full disk leaves no space for a revocation, because
/// deleting rows needs none. Open streams of this process end at once, those of other processes at
/// their next session check.
///
/// # Errors
/// Database errors.
pub async fn delete_session<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    session: SessionId,
    reason: &str,
) -> Result<(), DbErr> {
    let theirs = Condition::all().add(Column::UserId.eq(user.uuid())).add(family_of(session));
    let erased = tx.global::<Entity>().filter(theirs).all().await?;
    let sessions = erased.into_iter().map(|row| row.id).collect();
    tx.end_streams_after_commit(EndedSessions { sessions, reason: reason.to_owned() });
    let table = tx.global_table::<Entity>();
    for family in [Column::ParentId.eq(session.uuid()), Column::Id.eq(session.uuid())] {
        let theirs = Condition::all().add(Column::UserId.eq(user.uuid())).add(family);
        table.delete(theirs).await?.as_many_as_there_are();
    }
    Ok(())
}

/// Revokes all sessions of an account.
///
/// # Errors
/// Database errors.
pub async fn revoke_all<V>(tx: &Tx<'_, V>, user: UserId, reason: &str) -> Result<(), DbErr> {
    end(tx, user, Condition::all(), reason).await
}

/// Revokes all sessions of an account except the current one, its transferred children and its
/// parent.
///
/// # Errors
/// Database errors.
pub async fn revoke_others<V>(
    tx: &Tx<'_, V>,
    kept: &CurrentSession,
    reason: &str,
) -> Result<(), DbErr> {
    let this = kept.id.uuid();
    let carried = Condition::any().add(Column::ParentId.is_null()).add(Column::ParentId.ne(this));
    let mut others = Condition::all().add(Column::Id.ne(this)).add(carried);
    if let Some(parent) = kept.parent_id {
        others = others.add(Column::Id.ne(parent.uuid()));
    }
    end(tx, kept.user_id, others, reason).await
}

/// Revokes all sessions on a tenant's hosts, or on one of them: transferred ones and those opened
/// there. Sessions on main stay valid.
///
/// # Errors
/// Database errors.
pub async fn revoke_of_tenant<V>(
    tx: &Tx<'_, V>,
    tenant: TenantId,
    host: Option<&str>,
    reason: &str,
) -> Result<(), DbErr> {
    let theirs = Condition::all()
        .add(Column::TenantId.eq(tenant.uuid()))
        .add_option(host.map(|host| Column::AudienceHost.eq(host)));
    end_where(tx, theirs, reason).await
}

async fn end<V>(tx: &Tx<'_, V>, user: UserId, which: Condition, reason: &str) -> Result<(), DbErr> {
    end_where(tx, Condition::all().add(Column::UserId.eq(user.uuid())).add(which), reason).await
}

/// Revokes the matching live sessions and ends their streams: those of this process directly, others
/// by an event.
async fn end_where<V>(tx: &Tx<'_, V>, which: Condition, reason: &str) -> Result<(), DbErr> {
    let now = tx.now();
    let live = Condition::all().add(Column::RevokedAt.is_null()).add(which);
    let ended = tx
        .global_table::<Entity>()
        .update_returning(live, |update| {
            update
                .col_expr(Column::RevokedAt, Expr::value(now))
                .col_expr(Column::RevokeReason, Expr::value(reason))
        })
        .await?;
    let mut of_users: BTreeMap<UserId, Vec<SessionId>> = BTreeMap::new();
    let sessions = ended.iter().map(|session| session.id).collect();
    tx.end_streams_after_commit(EndedSessions { sessions, reason: reason.to_owned() });
    for session in ended {
        of_users.entry(session.user_id).or_default().push(session.id);
    }
    let told = of_users.into_iter().map(|(user, sessions)| {
        (Topic::User(user), json!({ "sessions": sessions, "reason": reason }))
    });
    tx.publish_each("session.ended", told.collect()).await
}

/// Network of an address: /24 of IPv4, /48 of IPv6.
pub(crate) fn network_of(address: IpAddr) -> String {
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
