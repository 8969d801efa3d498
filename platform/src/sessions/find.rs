//! Finding the session that a request came with.

use super::row::{Column, Entity};
use super::standing::{Standing, StandingRow};
use super::token::SessionToken;
use super::{Kind, Life, life, renewal};
use crate::db::{Gather, is_away};
use crate::ids::{SessionId, UserId};
use crate::problem::Problem;
use crate::request::Beside;
use crate::services::Services;
use crate::tokens;
use chrono::{DateTime, Duration, Utc};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};
use wire::{Context, Door};

/// Use is written down at most this often.
const SEEN_EVERY: Duration = Duration::seconds(60);
/// How long a proof of who somebody is counts as fresh (security.md section 4.3).
const FRESH_FOR: Duration = Duration::minutes(5);
/// Ways to show who one is that are more than a password, in the words of RFC 8176.
const SECOND: [&str; 2] = ["otp", "hwk"];

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
    /// How, in the words of RFC 8176 with blanks between.
    pub amr: String,
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
    /// Staff and affiliation admins act with two factors here, and this session was opened with one.
    pub lacks_second_factor: bool,
    /// The token that the request brought; none for a session that was found by its id.
    pub(crate) token: Option<SessionToken>,
    /// When its token was made.
    pub(crate) token_issued_at: DateTime<Utc>,
    /// A next token is waiting to be seen.
    pub(crate) is_being_renewed: bool,
}

impl CurrentSession {
    /// Whether its owner has shown who they are within the last minutes.
    #[must_use]
    pub fn is_fresh(&self, now: DateTime<Utc>) -> bool {
        now - self.auth_time <= FRESH_FOR
    }

    /// Whether what they showed last was a second factor: a session that was opened with two is also
    /// renewed by a password alone.
    #[must_use]
    pub fn was_proven_by_second_factor(&self) -> bool {
        self.aal >= 2 && self.amr.split(' ').any(|way| SECOND.contains(&way))
    }
}

#[derive(Debug, FromQueryResult)]
pub(super) struct Found {
    pub id: SessionId,
    pub user_id: UserId,
    pub token_hash: String,
    pub next_token_hash: Option<String>,
    created_at: DateTime<Utc>,
    token_issued_at: Option<DateTime<Utc>>,
    kind: String,
    audience_host: String,
    parent_id: Option<SessionId>,
    stay_signed_in: bool,
    auth_time: DateTime<Utc>,
    amr: String,
    aal: i64,
    last_seen_at: DateTime<Utc>,
    idle_expires_at: DateTime<Utc>,
    absolute_expires_at: DateTime<Utc>,
    revoked_at: Option<DateTime<Utc>>,
    parent_revoked_at: Option<DateTime<Utc>>,
    portal_memberships: i64,
    beside: Option<String>,
    #[sea_orm(nested)]
    standing: StandingRow,
}

/// One statement: the session, its parent, the account's standing and the portal membership, and what
/// the call asks for beside them.
const SELECT: &str = "SELECT s.id, s.user_id, s.token_hash, s.next_token_hash, s.created_at, \
     s.token_issued_at, s.kind, s.audience_host, s.parent_id, s.stay_signed_in, s.auth_time, s.amr, \
     s.aal, s.last_seen_at, s.idle_expires_at, s.absolute_expires_at, s.revoked_at, \
     p.revoked_at AS parent_revoked_at, u.account_status, u.paused_until, u.status, \
     u.email_verified, u.marked_unverified, u.is_staff, u.has_completed_onboarding, \
     u.agreed_to_terms_at, u.agreed_to_guidelines_at, u.agreed_to_privacy_at, \
     (SELECT COUNT(*) FROM affiliation_members am \
        WHERE am.user_id = s.user_id AND am.affiliation_id = $2) AS portal_memberships";
const FROM: &str = "FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN sessions p ON p.id = s.parent_id \
     WHERE ";

/// Finds the live session of a token on the host that the edge named, with what is asked for beside
/// it. A token of another host, an ended one and an unknown one are all nothing. A next token becomes
/// the current one by being seen here for the first time.
///
/// When what is asked for cannot be read, the session still is, and the call has to look for itself.
///
/// # Errors
/// The database's: away is 503, never 401.
pub(crate) async fn find(
    services: &Services,
    token: &str,
    context: &Context,
    beside: Option<Beside>,
) -> Result<Option<(CurrentSession, Option<String>)>, Problem> {
    let now = services.clock().now();
    let hash = tokens::hash(token);
    let either = "(s.token_hash = $1 OR s.next_token_hash = $1)";
    let door = context.door;
    let found = match read(services, either, hash.clone().into(), door, beside).await? {
        Some(found) => Some(found),
        None => match renewal::past(services, &hash, context, now).await? {
            Some(id) => read(services, "s.id = $1", id.uuid().into(), door, beside).await?,
            None => None,
        },
    };
    let Some(mut found) =
        found.filter(|found| found.is_live(now) && found.audience_host == context.host)
    else {
        return Ok(None);
    };
    if found.next_token_hash.as_deref() == Some(&hash) {
        or_later(renewal::take_over(services, &found, &hash).await)?;
    }
    if now - found.last_seen_at >= SEEN_EVERY {
        or_later(seen(services, &found, now).await)?;
    }
    let is_current = found.token_hash == hash;
    let beside = found.beside.take();
    let mut session = found.into_current(services, context.door);
    if !is_current {
        // The next token, just taken over, or a past one in its last minute: neither is due.
        session.is_being_renewed = false;
        session.token_issued_at = now;
    }
    session.token = Some(SessionToken::new(token));
    Ok(Some((session, beside)))
}

/// The use of a session is recorded at a later request if the database cannot store it now: the session was
/// read, and what the request is about may need no write.
fn or_later(recorded: Result<(), DbErr>) -> Result<(), DbErr> {
    match recorded {
        Err(error) if is_away(&error) => {
            tracing::warn!(cause = %error, "failed to record the use of a session; will retry");
            Ok(())
        }
        recorded => recorded,
    }
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
    let found = select(services, "s.id = $1", id.uuid().into(), door, None).await?;
    Ok(found.filter(|found| found.is_live(now)).map(|found| found.into_current(services, door)))
}

/// Reads a session with what is asked for beside it, or alone where that cannot be read.
async fn read(
    services: &Services,
    which: &str,
    key: sea_orm::Value,
    door: Door,
    beside: Option<Beside>,
) -> Result<Option<Found>, DbErr> {
    let read = select(services, which, key.clone(), door, beside).await;
    let (Some(asked), Err(error)) = (beside, &read) else { return read };
    if is_away(error) {
        return read;
    }
    tracing::warn!(cause = %error, "what {} reads beside its session is out of reach", asked.path);
    select(services, which, key, door, None).await
}

async fn select(
    services: &Services,
    which: &str,
    key: sea_orm::Value,
    door: Door,
    beside: Option<Beside>,
) -> Result<Option<Found>, DbErr> {
    let system = services.system("find the session of a request");
    let gather = Gather::new(system.backend(), door);
    let beside = beside.map_or_else(|| "NULL".to_owned(), |beside| (beside.sql)(&gather));
    let sql = format!("{SELECT}, CAST({beside} AS TEXT) AS beside {FROM}{which}");
    system.raw(&sql, vec![key, gather.portal_value()]).one::<Found>().await
}

impl Found {
    fn is_live(&self, now: DateTime<Utc>) -> bool {
        self.revoked_at.is_none()
            && self.parent_revoked_at.is_none()
            && self.idle_expires_at > now
            && self.absolute_expires_at > now
    }

    fn into_current(self, services: &Services, door: Door) -> CurrentSession {
        let config = services.config();
        let cutoff = config.auth.agreement_cutoff;
        CurrentSession {
            id: self.id,
            user_id: self.user_id,
            is_transferred: self.parent_id.is_some(),
            parent_id: self.parent_id,
            auth_time: self.auth_time,
            amr: self.amr,
            aal: self.aal,
            lacks_second_factor: self.aal < 2 && config.admins_need_second_factor(),
            absolute_expires_at: self.absolute_expires_at,
            stay_signed_in: self.stay_signed_in,
            is_portal_member: door == Door::Main || self.portal_memberships > 0,
            standing: Standing::of(&self.standing, services.clock().now(), cutoff),
            token: None,
            token_issued_at: self.token_issued_at.unwrap_or(self.created_at),
            is_being_renewed: self.next_token_hash.is_some(),
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
