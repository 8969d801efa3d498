//! Lookup of a request's session.

use super::account_status::{AccountStatus, AccountStatusRow};
use super::row::{Column, Entity};
use super::token::SessionToken;
use super::view_as::ViewAs;
use super::{SessionKind, SessionLifetime, renewal, session_lifetimes};
use crate::affiliations;
use crate::db::{JsonSelect, is_away};
use crate::ids::{SessionId, UserId};
use crate::language::Language;
use crate::problem::Problem;
use crate::request::SessionPrefetch;
use crate::services::Services;
use crate::tokens;
use chrono::{DateTime, Duration, Utc};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};
use wire::{Context, Site};

/// Minimum interval between two updates of the last use.
const SEEN_EVERY: Duration = Duration::seconds(60);
/// Time for which an authentication counts as recent (security.md section 4.3).
const FRESH_FOR: Duration = Duration::minutes(5);
/// Authentication methods stronger than a password, as in RFC 8176.
const SECOND_FACTOR_METHODS: [&str; 2] = ["otp", "hwk"];

/// The live session of a request.
#[derive(Debug, Clone)]
pub struct CurrentSession {
    /// Id of the session.
    pub id: SessionId,
    /// Account; that of the viewed member while a staff member views as them.
    pub user_id: UserId,
    /// The session belongs to a staff member who views the product as a member.
    pub view_as: Option<ViewAs>,
    /// Session from which it was transferred.
    pub parent_id: Option<SessionId>,
    /// True if it was created by a transfer.
    pub is_transferred: bool,
    /// Time of the last authentication.
    pub auth_time: DateTime<Utc>,
    /// Authentication methods as in RFC 8176, separated by spaces.
    pub amr: String,
    /// Authenticator assurance level.
    pub aal: i64,
    /// Absolute expiry.
    pub absolute_expires_at: DateTime<Utc>,
    /// True if the user chose to stay signed in.
    pub stay_signed_in: bool,
    /// True if the user is a member of the portal's affiliation; always true on main.
    pub is_portal_member: bool,
    /// Account status.
    pub account_status: AccountStatus,
    /// Language that the user has chosen.
    pub language: Language,
    /// The user is staff or an affiliation admin, needs two factors, and the session was opened
    /// with one.
    pub lacks_second_factor: bool,
    /// Token of the request; `None` for a session that was found by its id.
    pub(crate) token: Option<SessionToken>,
    /// Time at which its token was issued.
    pub(crate) token_issued_at: DateTime<Utc>,
    /// Hash of a next token that was issued and not used yet.
    pub(crate) next_token_hash: Option<String>,
}

impl CurrentSession {
    /// Account that the session belongs to: the staff member, while they view as a member.
    #[must_use]
    pub fn owner_id(&self) -> UserId {
        self.view_as.map_or(self.user_id, |view| view.staff_id)
    }

    /// Returns whether the user has authenticated within the last minutes.
    #[must_use]
    pub fn is_fresh(&self, now: DateTime<Utc>) -> bool {
        now - self.auth_time <= FRESH_FOR
    }

    /// Returns whether the last authentication used a second factor. A session opened with two
    /// factors can also be refreshed with a password alone.
    #[must_use]
    pub fn was_proven_by_second_factor(&self) -> bool {
        self.aal >= 2 && self.amr.split(' ').any(|way| SECOND_FACTOR_METHODS.contains(&way))
    }
}

#[derive(Debug, FromQueryResult)]
pub(super) struct SessionRow {
    /// Identifier.
    pub id: SessionId,
    pub user_id: UserId,
    owner_id: UserId,
    viewed_until: Option<DateTime<Utc>>,
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
    is_portal_member: bool,
    beside: Option<String>,
    language: String,
    #[sea_orm(nested)]
    account_status: AccountStatusRow,
}

/// The session, its parent and the account status. The same statement reads the portal membership
/// and the endpoint's additional data.
const SELECT: &str = "SELECT s.id, u.id AS user_id, s.user_id AS owner_id, s.viewed_until, s.token_hash, s.next_token_hash, s.created_at, \
     s.token_issued_at, s.kind, s.audience_host, s.parent_id, s.stay_signed_in, s.auth_time, s.amr, \
     s.aal, s.last_seen_at, s.idle_expires_at, s.absolute_expires_at, s.revoked_at, \
     p.revoked_at AS parent_revoked_at, u.account_status, u.paused_until, u.status, \
     u.email_verified, u.marked_unverified, u.is_staff, u.staff_role, u.has_completed_onboarding, \
     u.agreed_to_terms_at, u.agreed_to_guidelines_at, u.agreed_to_privacy_at, u.language";
/// While a staff member views as a member (`$3` is the current time), the account is the member's.
const FROM: &str = "FROM sessions s JOIN users u ON u.id = CASE WHEN s.viewed_until > $3 \
     THEN COALESCE(s.viewed_user_id, s.user_id) ELSE s.user_id END \
     LEFT JOIN sessions p ON p.id = s.parent_id WHERE ";

/// Finds the live session of a token on the host named by the edge, with the endpoint's additional
/// data. `None` for an unknown token, an ended session or another host. A next token becomes the
/// current one when it is first used here.
///
/// If the additional data cannot be read, the session is returned without it, and the handler has
/// to query it.
///
/// # Errors
/// Database errors; an unavailable database is a 503, never a 401.
pub(crate) async fn find(
    services: &Services,
    token: &str,
    context: &Context,
    beside: Option<SessionPrefetch>,
) -> Result<Option<(CurrentSession, Option<String>)>, Problem> {
    let now = services.clock().now();
    let hash = tokens::hash(token);
    let either = "(s.token_hash = $1 OR s.next_token_hash = $1)";
    let site = context.site;
    let found = match read(services, either, hash.clone().into(), site, beside).await? {
        Some(found) => Some(found),
        None => match renewal::find_by_past_token(services, &hash, context, now).await? {
            Some(id) => read(services, "s.id = $1", id.uuid().into(), site, beside).await?,
            None => None,
        },
    };
    let Some(mut found) =
        found.filter(|found| found.is_live(now) && found.audience_host == context.host)
    else {
        return Ok(None);
    };
    if found.next_token_hash.as_deref() == Some(&hash) {
        or_later(renewal::accept_next_token(services, &found, &hash).await)?;
    }
    if now - found.last_seen_at >= SEEN_EVERY {
        or_later(record_use(services, &found, now).await)?;
    }
    let is_current = found.token_hash == hash;
    let beside = found.beside.take();
    let mut session = found.into_current(services, context.site);
    if !is_current {
        // The next token was just activated, or a past one is in its grace period: no renewal is
        // due.
        session.next_token_hash = None;
        session.token_issued_at = now;
    }
    session.token = Some(SessionToken::new(token));
    Ok(Some((session, beside)))
}

/// Ignores a failed update of the last use if the database is unavailable: the session was read,
/// and the request itself may need no write.
fn or_later(recorded: Result<(), DbErr>) -> Result<(), DbErr> {
    match recorded {
        Err(error) if is_away(&error) => {
            tracing::warn!(cause = %error, "failed to record the use of a session; will retry");
            Ok(())
        }
        recorded => recorded,
    }
}

/// Finds a live session by its id on any host, with the account status for `site`. For the source
/// session of a transfer and for open streams; a view as a member has neither.
///
/// # Errors
/// Database errors.
pub async fn find_by_id(
    services: &Services,
    id: SessionId,
    site: Site,
) -> Result<Option<CurrentSession>, Problem> {
    let now = services.clock().now();
    let found = select(services, "s.id = $1", id.uuid().into(), site, None).await?;
    let found = found.filter(|found| found.is_live(now) && found.view_as().is_none());
    Ok(found.map(|found| found.into_current(services, site)))
}

/// Reads a session with the additional data, or without it if that fails.
async fn read(
    services: &Services,
    which: &str,
    key: sea_orm::Value,
    site: Site,
    beside: Option<SessionPrefetch>,
) -> Result<Option<SessionRow>, DbErr> {
    let read = select(services, which, key.clone(), site, beside).await;
    let (Some(asked), Err(error)) = (beside, &read) else { return read };
    if is_away(error) {
        return read;
    }
    tracing::warn!(cause = %error, path = asked.path, "failed to prefetch the data of {} with the session; reading the session alone", asked.path);
    select(services, which, key, site, None).await
}

async fn select(
    services: &Services,
    which: &str,
    key: sea_orm::Value,
    site: Site,
    beside: Option<SessionPrefetch>,
) -> Result<Option<SessionRow>, DbErr> {
    let system = services.system("find the session of a request");
    let select = JsonSelect::new(system.backend(), site);
    let beside = beside.map_or_else(|| "NULL".to_owned(), |beside| (beside.sql)(&select));
    let is_portal_member = affiliations::is_member_sql("$2", "u.id");
    let sql = format!(
        "{SELECT}, {is_portal_member} AS is_portal_member, CAST({beside} AS TEXT) AS beside \
         {FROM}{which}"
    );
    let values = vec![key, select.portal_value(), services.clock().now().into()];
    system.raw(&sql, values).one::<SessionRow>().await
}

impl SessionRow {
    fn is_live(&self, now: DateTime<Utc>) -> bool {
        self.revoked_at.is_none()
            && self.parent_revoked_at.is_none()
            && self.idle_expires_at > now
            && self.absolute_expires_at > now
    }

    fn view_as(&self) -> Option<ViewAs> {
        let ends_at = self.viewed_until.filter(|_| self.user_id != self.owner_id)?;
        Some(ViewAs { staff_id: self.owner_id, user_id: self.user_id, ends_at })
    }

    fn into_current(self, services: &Services, site: Site) -> CurrentSession {
        let config = services.config();
        let cutoff = config.auth.agreement_cutoff;
        CurrentSession {
            id: self.id,
            view_as: self.view_as(),
            user_id: self.user_id,
            is_transferred: self.parent_id.is_some(),
            parent_id: self.parent_id,
            auth_time: self.auth_time,
            amr: self.amr,
            aal: self.aal,
            lacks_second_factor: self.aal < 2 && config.admins_need_second_factor(),
            absolute_expires_at: self.absolute_expires_at,
            stay_signed_in: self.stay_signed_in,
            is_portal_member: site == Site::Main || self.is_portal_member,
            account_status: AccountStatus::from_row(
                &self.account_status,
                services.clock().now(),
                cutoff,
            ),
            language: Language::from_tag(&self.language).unwrap_or_default(),
            token: None,
            token_issued_at: self.token_issued_at.unwrap_or(self.created_at),
            next_token_hash: self.next_token_hash,
        }
    }
}

async fn record_use(
    services: &Services,
    found: &SessionRow,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let kind = if found.kind == SessionKind::Portal.name() {
        SessionKind::Portal
    } else {
        SessionKind::Main
    };
    // A session that views as a member belongs to staff.
    let is_staff = found.account_status.is_staff || found.view_as().is_some();
    let SessionLifetime { idle, .. } = session_lifetimes(kind, found.stay_signed_in, is_staff);
    let mut system = services.system("record the use of a session");
    let tx = system.begin().await?;
    let this = Condition::all()
        .add(Column::Id.eq(found.id.uuid()))
        .add(Column::LastSeenAt.lte(now - SEEN_EVERY));
    tx.global_table::<Entity>()
        .update(this, |update| {
            update
                .col_expr(Column::LastSeenAt, Expr::value(now))
                .col_expr(Column::IdleExpiresAt, Expr::value(now + idle))
        })
        .await?
        .as_many_as_there_are();
    tx.commit().await
}
