//! Creates, lists and closes reports.

use super::error::ReportError;
use super::rows::{Model, ReportStatus};
use super::view::{self, ReportReceipt, ReportView, Reports};
use super::{ReportId, Subject, store};
use crate::activity::{Notice, NotificationType, mark_answered as settle_notices, notify};
use crate::articles;
use crate::communities::{self, Access, ReadableContent};
use crate::limits;
use crate::posts;
use crate::posts::ReasonForRemoval;
use platform::StaffWith;
use platform::audit::{self, AuditedAction};
use platform::db::is_taken;
use platform::events::Topic;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::staff::Moderation;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, Tx};
use sea_orm::DbErr;
use serde_json::{Value, json};

/// Default and maximum page size.
const REPORTS_PAGE: (u64, u64) = (20, 100);

/// Reports content that the viewer can read; once, until the report is closed.
pub(super) async fn report(
    scope: &mut Scope<Member>,
    subject: Subject,
    key: &IdempotencyKey,
    why: &ReasonForRemoval,
) -> Result<CreatedResponse<ReportReceipt>, Problem> {
    let tx = scope.begin().await?;
    let path = format!("/{}s/{}/reports", subject.subject_kind(), subject.id().simple());
    let fingerprint = idempotency::request_fingerprint(&path, why);
    if let Claim::Replay(sent) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(sent));
    }
    let ReadableContent { community, author, class } = match subject {
        Subject::Post(id) => posts::find_readable(&tx, id).await?,
        Subject::Article(id) => articles::find_readable(&tx, id).await?,
    };
    let reason = why.validated()?;
    if author == Some(tx.viewer().id()) {
        return Err(ReportError::Own.into());
    }
    if store::has_reported(&tx, subject).await? {
        return Err(ReportError::Already.into());
    }
    limits::check_limit_within_as(&tx, LimitedAction::Report, class).await?;
    let row =
        store::insert(&tx, community, (subject, author), reason).await.map_err(already_reported)?;
    if let Subject::Article(id) = subject {
        articles::set_flag(&tx, id, true).await?;
    }
    notify_moderators(&tx, &row).await?;
    let sent = ReportReceipt::from(row);
    idempotency::store_response(&tx, key, &sent).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(sent))
}

/// Two concurrent reports: the other one was first.
fn already_reported(error: DbErr) -> Problem {
    if is_taken(&error) { ReportError::Already.into() } else { error.into() }
}

/// Notifies the moderators and staff of a new report.
pub(super) async fn notify_moderators(tx: &Tx<'_, Member>, row: &Model) -> Result<(), DbErr> {
    let about = json!({
        "reportId": row.id, "communityId": row.community_id, "subjectKind": row.subject_kind,
        "subjectId": row.subject_id.simple().to_string(),
    });
    let mut moderators = communities::moderators_of(tx, row.community_id, false).await?;
    moderators.retain(|user| Some(*user) != row.reporter_id);
    let said = format!(
        "Somebody reported {} in your community.",
        match row.reported_subject() {
            Subject::Post(_) => "a post",
            Subject::Article(_) => "an article",
        }
    );
    let notice = Notice::new(NotificationType::SystemMessage, "New report", &said, about.clone());
    let notice = notice.of_community(row.community_id).to_answer(row.id.uuid());
    notify(tx, &moderators, &notice).await?;
    publish_to_open_pages(tx, row.community_id, "report.opened", &about).await
}

/// Publishes the change to open pages of the moderators and of staff.
pub(super) async fn publish_to_open_pages<V>(
    tx: &Tx<'_, V>,
    community: CommunityId,
    kind: &'static str,
    about: &Value,
) -> Result<(), DbErr> {
    for topic in [Topic::Moderators(community.uuid()), Topic::Staff] {
        tx.publish(topic, kind, about).await?;
    }
    Ok(())
}

/// The reports of a community, for its moderators.
pub(super) async fn list(
    scope: &Scope<Member>,
    community: CommunityId,
    status: Option<&str>,
    query: &PageQuery,
) -> Result<Reports, Problem> {
    let access = communities::load_access(scope, community).await?;
    if !access.may_moderate() {
        return Err(ReportError::NotAModerator.into());
    }
    list_reports(scope, Some(community), status, query).await
}

/// The reports of all communities, for staff.
pub(super) async fn list_all(
    scope: &Scope<StaffWith<Moderation>>,
    status: Option<&str>,
    query: &PageQuery,
) -> Result<Reports, Problem> {
    list_reports(scope, None, status, query).await
}

async fn list_reports<V: Send + Sync>(
    scope: &Scope<V>,
    community: Option<CommunityId>,
    status: Option<&str>,
    query: &PageQuery,
) -> Result<Reports, Problem> {
    let status = ReportStatus::parse(status)?;
    let limit = query.row_limit(REPORTS_PAGE.0, REPORTS_PAGE.1);
    let rows =
        store::list_page(scope, community, status, query.decode_cursor::<TimeCursor>()?, limit)
            .await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() });
    let open_count = store::open(scope, community).await?;
    let items = view::to_views(scope, page.items).await?;
    Ok(Reports { items, next_cursor: page.next_cursor, open_count })
}

/// Closes a report as resolved or dismissed.
pub(super) async fn close_report(
    scope: &mut Scope<Member>,
    id: ReportId,
    to: ReportStatus,
) -> Result<ReportView, Problem> {
    let tx = scope.begin().await?;
    let found = store::find(&tx, id).await?.ok_or(ReportError::NotFound)?;
    let access = communities::load_access(&tx, found.community_id).await.ok();
    let access = access.filter(Access::may_moderate).ok_or(ReportError::NotFound)?;
    limits::check_limit_within_as(&tx, LimitedAction::Moderate, access.limit_class()).await?;
    let closed = store::close(&tx, store::by_id(id), to).await?.into_iter().next();
    let row = closed.ok_or(ReportError::Handled)?;
    if let Subject::Article(article) = row.reported_subject()
        && !store::is_reported(&tx, row.reported_subject()).await?
    {
        articles::set_flag(&tx, article, false).await?;
    }
    audit(&tx, &row).await?;
    notify_closed(&tx, &row).await?;
    tx.commit().await?;
    Ok(view::to_views(scope, vec![row]).await?.into_iter().next().ok_or(ReportError::NotFound)?)
}

async fn audit(tx: &Tx<'_, Member>, row: &Model) -> Result<(), DbErr> {
    let action = match row.status {
        ReportStatus::Dismissed => "report.dismiss",
        _ => "report.resolve",
    };
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action,
        subject_kind: "report",
        subject_id: row.id.to_string(),
        before: json!({ "status": ReportStatus::Open }),
        after: json!({ "status": row.status, "communityId": row.community_id }),
        reason: None,
    };
    audit::record_action(tx, act).await
}

pub(super) async fn notify_closed<V>(tx: &Tx<'_, V>, row: &Model) -> Result<(), DbErr> {
    settle_notices(tx, row.id.uuid()).await?;
    let about = json!({
        "reportId": row.id, "communityId": row.community_id, "status": row.status,
    });
    publish_to_open_pages(tx, row.community_id, "report.closed", &about).await
}

/// Closes open reports about deleted content.
///
/// # Errors
/// Database errors.
pub async fn close_reports_about<V: AccountViewer>(
    tx: &Tx<'_, V>,
    subject: Subject,
) -> Result<(), DbErr> {
    for row in store::close(tx, store::about_subject(subject), ReportStatus::Resolved).await? {
        notify_closed(tx, &row).await?;
    }
    Ok(())
}
