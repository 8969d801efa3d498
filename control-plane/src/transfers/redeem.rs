//! Last step of a transfer: exchanges the code for a session on this host, once. The audit log
//! records the result for every code that we created, but not for guessed codes, because they have
//! no user and could flood the log.

use super::error::{TransferError, TransferRefusal};
use super::rows::{code, intent};
use super::rules::{check_may_arrive, portal_of};
use platform::alerts::{self, NewAlert, RaisedBy};
use platform::audit::{AuditedAction, record_action};
use platform::sessions::{self, NewSession, SessionKind};
use platform::{Problem, Scope, Site, Tx, Visitor, tokens};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde_json::json;
use wire::routes::origin_host;

/// Result of redeeming: the new session's token, and the redirect path.
pub(super) struct RedeemedTransfer {
    pub token: String,
    pub session: sessions::row::Model,
    pub redirect_path: String,
}

/// Reason why a code that we created was not redeemed.
enum RedeemError {
    Refused(TransferRefusal),
    Problem(Problem),
}

impl From<TransferRefusal> for RedeemError {
    fn from(refusal: TransferRefusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Problem> for RedeemError {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<DbErr> for RedeemError {
    fn from(error: DbErr) -> Self {
        Self::Problem(error.into())
    }
}

/// On the target: exchanges the code for a session on this host. The code is consumed first, in its
/// own transaction, so that it is consumed even if a later step fails.
pub(super) async fn redeem(
    scope: &mut Scope<Visitor>,
    c: &str,
    s: &str,
) -> Result<RedeemedTransfer, Problem> {
    let Some(code) = consume_code(scope, c).await? else {
        punish_replay(scope, c).await?;
        return Err(TransferError::Refused.into());
    };
    match redeem_code(scope, &code, s).await {
        Ok(redeemed) => Ok(redeemed),
        Err(RedeemError::Problem(problem)) => Err(problem),
        Err(RedeemError::Refused(refusal)) => {
            let tx = scope.begin().await?;
            record_sign_in(&tx, &code, Some(refusal)).await?;
            tx.commit().await?;
            Err(TransferError::from(refusal).into())
        }
    }
}

async fn redeem_code(
    scope: &mut Scope<Visitor>,
    code: &code::Model,
    s: &str,
) -> Result<RedeemedTransfer, RedeemError> {
    check_fits(scope, code, s)?;
    let portal = portal_of(scope, code.tenant_id).await?;
    let site = portal.as_ref().map_or(Site::Main, |p| Site::Portal(p.affiliation_id));
    let source = sessions::find_by_id(scope.services(), code.session_id, site).await?;
    let source = source.ok_or(TransferRefusal::SourceEnded)?;
    check_may_arrive(code.tenant_id, portal.as_ref(), &source)?;
    if !source.is_portal_member {
        return Err(TransferRefusal::NotMember.into());
    }
    let tx = scope.begin().await?;
    let to_portal = code.tenant_id.is_some();
    let new = NewSession {
        user_id: code.user_id,
        kind: if to_portal { SessionKind::Portal } else { SessionKind::Main },
        audience_host: code.audience_host.clone(),
        tenant_id: code.tenant_id,
        parent: to_portal.then_some((source.id, source.absolute_expires_at)),
        stay_signed_in: source.stay_signed_in,
        is_staff: source.account_status.is_staff,
        auth_time: source.auth_time,
        amr: "transfer".to_owned(),
        aal: source.aal,
        device_id: None,
    };
    let (token, session) = sessions::open(&tx, new).await?;
    let child = session.id.uuid();
    tx.global_table::<code::Entity>()
        .update(code::Column::CodeHash.eq(&code.code_hash), |u| {
            u.col_expr(code::Column::ChildSessionId, Expr::value(child))
        })
        .await?
        .exactly_one()?;
    record_sign_in(&tx, code, None).await?;
    tx.commit().await?;
    Ok(RedeemedTransfer { token, session, redirect_path: code.redirect_path.clone() })
}

async fn consume_code(scope: &mut Scope<Visitor>, c: &str) -> Result<Option<code::Model>, Problem> {
    let tx = scope.begin().await?;
    let unspent = Condition::all()
        .add(code::Column::CodeHash.eq(tokens::hash(c)))
        .add(code::Column::ConsumedAt.is_null());
    let now = tx.now();
    let spent = tx
        .global_table::<code::Entity>()
        .update_returning(unspent, |u| u.col_expr(code::Column::ConsumedAt, Expr::value(now)))
        .await?;
    tx.commit().await?;
    Ok(spent.into_iter().next())
}

/// Ends the session of a code that is used twice, because one of the two users has stolen it (ASVS
/// 10.4.2).
async fn punish_replay(scope: &mut Scope<Visitor>, c: &str) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    let code = tx.global::<code::Entity>().by_id(tokens::hash(c)).one().await?;
    let Some(code) = code else { return Ok(()) };
    let Some(child) = code.child_session_id else { return Ok(()) };
    let user_id = code.user_id;
    sessions::revoke(&tx, user_id, child, "transfer-code-replayed").await?;
    let alert = NewAlert {
        raised_by: RaisedBy::Server,
        alert_type: "transfer-code-replayed",
        severity: "high",
        user: Some(user_id),
        claims: json!({ "domain": tx.facts().context.host, "source": "transfer" }),
    };
    alerts::raise_alert(&tx, alert).await?;
    record_sign_in(&tx, &code, Some(TransferRefusal::Replayed)).await?;
    tx.commit().await?;
    tracing::warn!(user.id = %user_id, "security alert: transfer code used twice");
    Ok(())
}

fn check_fits(scope: &Scope<Visitor>, code: &code::Model, s: &str) -> Result<(), TransferRefusal> {
    let facts = scope.facts();
    if code.audience_host != facts.context.host {
        return Err(TransferRefusal::OtherHost);
    }
    if scope.now() >= code.expires_at {
        return Err(TransferRefusal::Late);
    }
    let cookie = facts.transfer.as_deref().ok_or(TransferRefusal::OtherBrowser)?;
    let mut parts = cookie.split('.');
    let (Some(state), Some(verifier), Some(i), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(TransferRefusal::OtherBrowser);
    };
    let fits = tokens::equal_in_constant_time(state, s)
        && tokens::equal_in_constant_time(&tokens::hash(s), &code.state_hash)
        && tokens::equal_in_constant_time(&tokens::hash(verifier), &code.challenge)
        && tokens::equal_in_constant_time(&tokens::hash(i), &code.intent_hash);
    if fits { Ok(()) } else { Err(TransferRefusal::OtherBrowser) }
}

/// Records the transfer or its failure in the audit log; never the code.
async fn record_sign_in(
    tx: &Tx<'_, Visitor>,
    code: &code::Model,
    refusal: Option<TransferRefusal>,
) -> Result<(), DbErr> {
    let intent = tx.global::<intent::Entity>().by_id(code.intent_hash.clone()).one().await?;
    let from = intent.as_ref().map(|intent| origin_host(&intent.source_origin));
    let act = AuditedAction {
        actor: Some(code.user_id),
        action: if refusal.is_none() { "transfer.redeem" } else { "transfer.refuse" },
        subject_kind: "account",
        subject_id: code.user_id.to_string(),
        before: json!({ "host": from }),
        after: json!({ "host": code.audience_host, "tenantId": code.tenant_id }),
        reason: refusal.map(TransferRefusal::audit_text),
    };
    record_action(tx, act).await
}
