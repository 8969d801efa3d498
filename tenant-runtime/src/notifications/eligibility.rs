//! Checks before each delivery: whether the recipient may still see what a notification is about.
//! Whether they have read it is a condition of the queries ([`crate::activity::delivery`]).

use crate::activity::delivery::DeliverableNotice;
use crate::communities::{self, ActiveAnnouncement, MemberReach};
use crate::notification_settings::NotificationKind;
use crate::profiles::blocks::{BlockedUsers, Blocks, blocked_pairs};
use crate::{affiliations, messages, posts};
use chrono::{DateTime, Utc};
use platform::affiliations::AffiliationPermission;
use platform::{AffiliationId, CommunityId, System, Tx, UserId};
use sea_orm::DbErr;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Notifications of one recipient that may be delivered, with the names that describe them.
#[derive(Debug, Default)]
pub(super) struct EligibleNotices {
    pub notices: Vec<DeliverableNotice>,
    pub communities: HashMap<CommunityId, MemberReach>,
    /// Titles of conversations.
    pub conversations: HashMap<Uuid, Option<String>>,
}

/// What the recipient may see now.
#[derive(Default)]
struct Reach {
    blocked: BlockedUsers,
    communities: HashMap<CommunityId, MemberReach>,
    conversations: HashMap<Uuid, Option<String>>,
    posts: HashSet<Uuid>,
    threads: HashSet<Uuid>,
    announcements: HashMap<Uuid, ActiveAnnouncement>,
    /// Time of the check.
    now: DateTime<Utc>,
    /// Affiliations whose requests or tickets the recipient answers.
    desks: HashSet<(AffiliationId, AffiliationDesk)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum AffiliationDesk {
    Requests,
    Tickets,
}

impl AffiliationDesk {
    /// The desk that answers a question to an affiliation.
    fn of_notice(notice: &DeliverableNotice) -> Option<(AffiliationId, Self)> {
        let affiliation =
            notice.affiliation.filter(|_| notice.kind == NotificationKind::Request)?;
        let is_named = |name| notice.subject(name).is_some();
        if is_named("affiliationRequestId") {
            Some((affiliation, Self::Requests))
        } else if is_named("ticketId") {
            Some((affiliation, Self::Tickets))
        } else {
            None
        }
    }

    const fn permission(self) -> AffiliationPermission {
        match self {
            Self::Requests => AffiliationPermission::ReviewRequests,
            Self::Tickets => AffiliationPermission::AnswerTickets,
        }
    }
}

/// Removes the notifications that the recipient may not see any more: of a community that they left
/// or muted, of an author in a block with them, about deleted content, or about a question that is
/// not theirs any more. `is_staff` recipients are not affected by blocks.
pub(super) async fn eligible_notices(
    tx: &Tx<'_, System>,
    (user, is_staff): (UserId, bool),
    notices: Vec<DeliverableNotice>,
) -> Result<EligibleNotices, DbErr> {
    let mut reach = load_reach(tx, user, &notices).await?;
    if is_staff {
        reach.blocked = BlockedUsers::default();
    }
    let muted = muted_in(tx, user, &notices).await?;
    let notices = notices
        .into_iter()
        .filter(|notice| !muted.contains(&notice.id.uuid()) && reach.includes(notice))
        .collect();
    Ok(EligibleNotices {
        notices,
        communities: reach.communities,
        conversations: reach.conversations,
    })
}

async fn load_reach(
    tx: &Tx<'_, System>,
    user: UserId,
    notices: &[DeliverableNotice],
) -> Result<Reach, DbErr> {
    let subjects = |name: &str| -> HashSet<Uuid> {
        notices.iter().filter_map(|notice| notice.subject(name)).collect()
    };
    let communities = notices.iter().filter_map(|notice| notice.community).collect();
    let mut reach = Reach {
        communities: communities::member_reach(tx, user, &communities).await?,
        conversations: messages::unread_conversations(tx, user, &subjects("conversationId"))
            .await?,
        posts: posts::existing_posts(tx, &subjects("postId")).await?,
        threads: posts::existing_threads(tx, &subjects("threadId")).await?,
        announcements: communities::active_announcements(tx, &subjects("announcementId")).await?,
        now: tx.now(),
        ..Reach::default()
    };
    if notices.iter().any(DeliverableNotice::is_hidden_by_block) {
        reach.blocked = blocked_pairs(tx, user).await?;
    }
    let desks: HashSet<_> = notices.iter().filter_map(AffiliationDesk::of_notice).collect();
    for (affiliation, desk) in desks {
        let answerers = affiliations::people_with(tx, affiliation, desk.permission()).await?;
        if answerers.contains(&user) {
            reach.desks.insert((affiliation, desk));
        }
    }
    Ok(reach)
}

/// Notifications whose community the recipient has muted since (G-105).
async fn muted_in(
    tx: &Tx<'_, System>,
    user: UserId,
    notices: &[DeliverableNotice],
) -> Result<HashSet<Uuid>, DbErr> {
    let mut checked = HashMap::new();
    let mut muted = HashSet::new();
    for notice in notices {
        let Some(community) = notice.community else { continue };
        let kind = notice.notification_type;
        let is_wanted = match checked.get(&(community, kind)) {
            Some(is_wanted) => *is_wanted,
            None => {
                let wanted = communities::subscribers(tx, community, &[user], kind).await?;
                checked.insert((community, kind), !wanted.is_empty());
                !wanted.is_empty()
            }
        };
        if !is_wanted {
            muted.insert(notice.id.uuid());
        }
    }
    Ok(muted)
}

impl Reach {
    fn includes(&self, notice: &DeliverableNotice) -> bool {
        let is_blocked = notice.is_hidden_by_block()
            && notice.author.is_some_and(|author| self.blocked.contains_user(author, Blocks::Both));
        !is_blocked && self.subject_exists(notice)
    }

    /// Returns true unless the notification is about an announcement that has ended, or about an
    /// event that was cancelled or moved.
    fn confirms_announcement(&self, notice: &DeliverableNotice) -> bool {
        notice.subject("announcementId").is_none_or(|id| {
            let announcement = self.announcements.get(&id);
            announcement.is_some_and(|found| found.confirms(&notice.data, self.now))
        })
    }

    fn subject_exists(&self, notice: &DeliverableNotice) -> bool {
        use NotificationKind as Kind;
        let membership = notice.community.and_then(|community| self.communities.get(&community));
        let exists = |name: &str, found: &HashSet<Uuid>| {
            notice.subject(name).is_none_or(|id| found.contains(&id))
        };
        match notice.kind {
            Kind::Message => notice
                .subject("conversationId")
                .is_none_or(|id| self.conversations.contains_key(&id)),
            Kind::Mention | Kind::Reply | Kind::Announcement | Kind::Event
                if notice.community.is_some() =>
            {
                membership.is_some_and(|place| place.includes(notice.created_at))
                    && exists("postId", &self.posts)
                    && exists("threadId", &self.threads)
                    && self.confirms_announcement(notice)
            }
            Kind::Request if notice.community.is_some() => {
                membership.is_some_and(MemberReach::is_moderator)
            }
            Kind::Request => {
                AffiliationDesk::of_notice(notice).is_none_or(|desk| self.desks.contains(&desk))
            }
            // A decision is about the recipient, also after they have lost access by it.
            Kind::Decision | Kind::Mention | Kind::Reply | Kind::Announcement | Kind::Event => true,
        }
    }
}
