//! Creates and answers introductions.

use super::IntroductionId;
use super::error::IntroductionError;
use super::rows::{ActiveModel, Entity, IntroductionAnswer, IntroductionState, Model};
use super::store::{self, ListedState};
use super::view::IntroductionView;
use crate::activity::{self, Notice, NotificationType};
use crate::content::{self, ContentError, LengthLimit};
use crate::cord_activity::{self, ActivityKind, PairActivity};
use crate::limits::check_limit;
use crate::messages::{self, OpenedGroup};
use crate::profiles::{self, UserSummary, visibility};
use crate::sql::SqlReader;
use chrono::Duration;
use platform::config::ContentFilter;
use platform::events::Topic;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::{LimitKey, LimitedAction};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId, content_filters};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// Maximum characters of the message.
const MESSAGE_CHARS_MAX: usize = 500;
/// Time within which both people must accept.
const ANSWER_WITHIN: Duration = Duration::days(14);
/// Default and maximum page size.
const PAGE: (u64, u64) = (20, 100);

/// An introduction to create.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewIntroduction {
    /// The two people.
    pub user_ids: Vec<UserId>,
    /// Message to both, 1 to 500 characters.
    #[serde(default)]
    pub message: String,
}

/// Introduces two people who are visible to the viewer and to each other on this site.
pub(super) async fn create(
    scope: &mut Scope<Member>,
    key: &IdempotencyKey,
    new: &NewIntroduction,
) -> Result<CreatedResponse<IntroductionView>, Problem> {
    let filter = content_filters::current(scope.services(), scope.site()).await?;
    let message = check_message(filter, &new.message)?;
    let me = scope.viewer().id();
    let people = check_people(&new.user_ids, me)?;
    let viewer = (me, scope.viewer().is_staff());
    for person in people {
        let visible = check_visible(scope, viewer, person).await?;
        visible.ok_or(IntroductionError::PersonNotFound)?;
    }
    check_possible(scope, people).await?;
    // Before the transaction: the database of a single node stores this limit.
    check_limit(scope.services(), scope.viewer(), LimitedAction::Introduce).await?;
    let created = insert_introduction(scope, key, (new, people, message)).await;
    if !created.as_ref().is_ok_and(|created| !created.replayed) {
        let limiter = scope.services().limiter();
        limiter.refund_attempt(LimitedAction::Introduce, &LimitKey::user(me)).await;
    }
    created
}

async fn insert_introduction(
    scope: &mut Scope<Member>,
    key: &IdempotencyKey,
    (new, people, message): (&NewIntroduction, [UserId; 2], String),
) -> Result<CreatedResponse<IntroductionView>, Problem> {
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    let fingerprint = idempotency::request_fingerprint("/introductions", new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    // Two requests of the viewer for the same people are decided one after the other.
    profiles::lock(&tx, &[me]).await?;
    if store::is_pending(&tx, people).await? {
        return Err(IntroductionError::AlreadyIntroduced.into());
    }
    let row = insert(&tx, people, message).await?;
    let names = profiles::load_people(&tx, &row.everyone()).await?;
    request_answers(&tx, &row, &names).await?;
    publish_change(&tx, &row).await?;
    let view = IntroductionView::new(row, &names, (me, tx.now()));
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

/// Validates the message with the content filter of posts.
fn check_message(filter: ContentFilter, text: &str) -> Result<String, Problem> {
    let refused = |error: ContentError| content::post_problem(error, "message", text, filter);
    let checked = content::check_post(text, LengthLimit::Message, filter).map_err(refused)?;
    if checked.chars().count() > MESSAGE_CHARS_MAX {
        return Err(refused(ContentError::TooLong(MESSAGE_CHARS_MAX)));
    }
    Ok(checked)
}

fn check_people(users: &[UserId], me: UserId) -> Result<[UserId; 2], IntroductionError> {
    match users {
        [one, other] if one != other && *one != me && *other != me => Ok([*one, *other]),
        _ => Err(IntroductionError::NotTwoPeople),
    }
}

/// `None` if `user` is hidden from `viewer` on this site, or one has blocked the other.
async fn check_visible(
    reads: &impl SqlReader,
    viewer: (UserId, bool),
    user: UserId,
) -> Result<Option<()>, DbErr> {
    let found = visibility::load_relation(reads, viewer, user).await?;
    Ok(found.and_then(|(settings, relation)| {
        let is_apart = relation.blocks || relation.blocked;
        settings.profile_access(relation).filter(|_| !is_apart).map(drop)
    }))
}

/// Checks that two people are visible to each other.
async fn check_possible(reads: &impl SqlReader, [one, other]: [UserId; 2]) -> Result<(), Problem> {
    for (viewer, user) in [(one, other), (other, one)] {
        let visible = check_visible(reads, (viewer, false), user).await?;
        visible.ok_or(IntroductionError::NotPossible)?;
    }
    Ok(())
}

async fn insert(
    tx: &Tx<'_, Member>,
    [person_a, person_b]: [UserId; 2],
    message: String,
) -> Result<Model, DbErr> {
    let row = ActiveModel {
        id: Set(IntroductionId::new()),
        introducer_id: Set(tx.viewer().id()),
        person_a: Set(person_a),
        person_b: Set(person_b),
        message: Set(message),
        answer_a: Set(None),
        answer_b: Set(None),
        notice_a: Set(Uuid::now_v7()),
        notice_b: Set(Uuid::now_v7()),
        state: Set(IntroductionState::Pending),
        conversation_id: Set(None),
        created_at: Set(tx.now()),
        expires_at: Set(tx.now() + ANSWER_WITHIN),
        closed_at: Set(None),
    };
    tx.table::<Entity>().insert(row).await
}

type Names = HashMap<UserId, UserSummary>;

fn name_of(names: &Names, user: UserId) -> String {
    names.get(&user).map_or_else(|| "A member".to_owned(), |person| person.display_name.clone())
}

/// Notifies both people, who answer.
async fn request_answers(tx: &Tx<'_, Member>, row: &Model, names: &Names) -> Result<(), DbErr> {
    let introducer = name_of(names, row.introducer_id);
    let [one, other] = row.people();
    for (user, to, subject) in [(one, other, row.notice_a), (other, one, row.notice_b)] {
        let title = format!("{introducer} would like to introduce you to {}", name_of(names, to));
        let notice = notice_about(row, &title, "Accept or decline the introduction.");
        activity::notify(tx, &[user], &notice.to_answer(subject)).await?;
    }
    Ok(())
}

fn notice_about(row: &Model, title: &str, message: &str) -> Notice {
    let about = match row.conversation_id {
        Some(conversation) => json!({ "introductionId": row.id, "conversationId": conversation }),
        None => json!({ "introductionId": row.id }),
    };
    Notice::new(NotificationType::SystemMessage, title, message, about)
        .with_author(row.introducer_id)
}

/// Tells the open pages of the three people.
pub(super) async fn publish_change<V>(tx: &Tx<'_, V>, row: &Model) -> Result<(), DbErr> {
    let payload = json!({ "introductionId": row.id });
    let events = row.everyone().map(|user| (Topic::User(user), payload.clone())).to_vec();
    tx.publish_each("introduction.changed", events).await
}

/// Accepts an introduction. The second acceptance opens the conversation.
pub(super) async fn accept(
    scope: &mut Scope<Member>,
    id: IntroductionId,
) -> Result<IntroductionView, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    let mut row = lock_to_answer(&tx, id).await?;
    set_answer(&tx, &mut row, IntroductionAnswer::Accepted).await?;
    let names = profiles::load_people(&tx, &row.everyone()).await?;
    let accepted = Some(IntroductionAnswer::Accepted);
    if row.answer_a == accepted && row.answer_b == accepted {
        connect(&tx, &mut row, &names).await?;
    }
    store::change(&tx, id, changes(&row)).await?;
    publish_change(&tx, &row).await?;
    let view = IntroductionView::new(row, &names, (tx.viewer().id(), tx.now()));
    tx.commit().await?;
    Ok(view)
}

/// Declines an introduction. The introducer does not learn who declined.
pub(super) async fn decline(
    scope: &mut Scope<Member>,
    id: IntroductionId,
) -> Result<IntroductionView, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    let mut row = lock_to_answer(&tx, id).await?;
    set_answer(&tx, &mut row, IntroductionAnswer::Declined).await?;
    row.state = IntroductionState::Declined;
    row.closed_at = Some(tx.now());
    store::change(&tx, id, changes(&row)).await?;
    let names = profiles::load_people(&tx, &row.everyone()).await?;
    end_without_connection(&tx, &row, &names).await?;
    let view = IntroductionView::new(row, &names, (tx.viewer().id(), tx.now()));
    tx.commit().await?;
    Ok(view)
}

/// Closes the requests for answers, and tells the introducer that it did not come about.
pub(super) async fn end_without_connection<V>(
    tx: &Tx<'_, V>,
    row: &Model,
    names: &Names,
) -> Result<(), DbErr> {
    for subject in [row.notice_a, row.notice_b] {
        activity::mark_answered(tx, subject).await?;
    }
    let [one, other] = row.people().map(|user| name_of(names, user));
    let title = format!("Your introduction of {one} and {other} did not come about");
    let message = "Not both of them have accepted it.";
    activity::notify(tx, &[row.introducer_id], &notice_about(row, &title, message)).await?;
    publish_change(tx, row).await
}

/// The locked introduction, if the viewer may answer it now.
async fn lock_to_answer(tx: &Tx<'_, Member>, id: IntroductionId) -> Result<Model, Problem> {
    let row = store::lock(tx, id).await?;
    let me = tx.viewer().id();
    if !row.people().contains(&me) {
        return Err(IntroductionError::NotIntroduced.into());
    }
    if row.state_at(tx.now()) != IntroductionState::Pending {
        return Err(IntroductionError::Closed.into());
    }
    Ok(row)
}

async fn set_answer(
    tx: &Tx<'_, Member>,
    row: &mut Model,
    answer: IntroductionAnswer,
) -> Result<(), Problem> {
    let is_first = row.person_a == tx.viewer().id();
    let (mine, subject) = if is_first {
        (&mut row.answer_a, row.notice_a)
    } else {
        (&mut row.answer_b, row.notice_b)
    };
    if *mine == Some(IntroductionAnswer::Accepted) && answer == IntroductionAnswer::Accepted {
        return Err(IntroductionError::AlreadyAccepted.into());
    }
    *mine = Some(answer);
    activity::mark_answered(tx, subject).await?;
    Ok(())
}

fn changes(row: &Model) -> ActiveModel {
    ActiveModel {
        answer_a: Set(row.answer_a),
        answer_b: Set(row.answer_b),
        state: Set(row.state),
        conversation_id: Set(row.conversation_id),
        closed_at: Set(row.closed_at),
        ..Default::default()
    }
}

/// Opens the conversation of the three, and strengthens their cords. Refused if one of them has
/// become hidden from another since.
async fn connect(tx: &Tx<'_, Member>, row: &mut Model, names: &Names) -> Result<(), Problem> {
    let [one, other] = row.people();
    let pairs = [(row.introducer_id, one), (row.introducer_id, other), (one, other)];
    for (viewer, user) in pairs {
        check_possible(tx, [viewer, user]).await?;
    }
    let first_name = |user| {
        names.get(&user).map_or_else(|| "Member".to_owned(), |person| person.first_name.clone())
    };
    let group = OpenedGroup {
        owner: row.introducer_id,
        others: vec![one, other],
        title: format!("{} and {}", first_name(one), first_name(other)),
        first_message: row.message.clone(),
    };
    row.conversation_id = Some(messages::open_group(tx, group).await?);
    row.state = IntroductionState::Accepted;
    row.closed_at = Some(tx.now());
    for (from, to) in pairs {
        let activity = PairActivity::new(ActivityKind::Introduction, from, to);
        cord_activity::publish(tx, activity.once_for(row.id.uuid())).await?;
    }
    let (one, other) = (name_of(names, one), name_of(names, other));
    let title = format!("{one} and {other} accepted your introduction");
    let notice = notice_about(row, &title, "Your conversation is open.");
    activity::notify(tx, &[row.introducer_id], &notice).await?;
    let me = tx.viewer().id();
    let waiting: Vec<UserId> = row.people().into_iter().filter(|user| *user != me).collect();
    let title = format!("{} accepted the introduction too", name_of(names, me));
    let notice = notice_about(row, &title, "Your conversation is open.");
    Ok(activity::notify(tx, &waiting, &notice).await?)
}

/// Query parameters of the list.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct IntroductionFilter {
    /// `pending`, `answered` (all others), `accepted`, `declined` or `expired`.
    pub state: Option<String>,
}

impl IntroductionFilter {
    /// An unknown value lists all.
    fn listed(&self) -> ListedState {
        match self.state.as_deref() {
            Some("pending") => ListedState::Pending,
            Some("answered") => ListedState::Answered,
            Some("accepted") => ListedState::Only(IntroductionState::Accepted),
            Some("declined") => ListedState::Only(IntroductionState::Declined),
            Some("expired") => ListedState::Only(IntroductionState::Expired),
            _ => ListedState::All,
        }
    }
}

/// A page of introductions that concern the viewer, newest first. 3 queries.
pub(super) async fn list(
    scope: &Scope<Member>,
    filter: &IntroductionFilter,
    query: &PageQuery,
) -> Result<Page<IntroductionView>, Problem> {
    let limit = query.row_limit(PAGE.0, PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let rows = store::list_page(scope, filter.listed(), after, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() });
    let everyone: Vec<UserId> = page.items.iter().flat_map(Model::everyone).collect();
    let people = profiles::load_people(scope, &everyone).await?;
    let viewer = (scope.viewer().id(), scope.now());
    Ok(page.map_items(|row| IntroductionView::new(row, &people, viewer)))
}
