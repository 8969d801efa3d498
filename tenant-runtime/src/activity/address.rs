//! Link targets of notifications: paths of the web app, the same on every site.

use super::NotificationType;
use super::rows::notification::Model;
use serde_json::Value;

/// The most specific page for its data, if any: a post's link leads to it in its thread, that of a
/// request or report to the page where it is answered, that of a removed article to its community.
pub(super) fn path_of(row: &Model) -> Option<String> {
    let id = |name: &str| row.data.get(name).and_then(Value::as_str);
    if id("ticketId").is_some() {
        return Some("/support".to_owned());
    }
    if let Some(conversation) = id("conversationId") {
        return Some(format!("/messages/{conversation}"));
    }
    if id("introductionId").is_some() {
        return Some("/introductions".to_owned());
    }
    if let Some(voucher) = id("voucherId") {
        return Some(format!("/profile/{voucher}"));
    }
    let Some(community) = row.community_id else {
        let affiliation =
            row.affiliation_id.map(|affiliation| format!("/affiliation/{affiliation}"));
        let is_asked =
            row.kind == NotificationType::SystemMessage && id("affiliationRequestId").is_some();
        let is_missing =
            row.kind == NotificationType::AffiliationRejected && id("affiliationId").is_none();
        return match affiliation {
            Some(page) if is_asked => Some(format!("{page}/requests")),
            // The request for a missing affiliation was rejected, so there is no page of it.
            None if is_missing => Some("/affiliations/new".to_owned()),
            page => page,
        };
    };
    let community = format!("/communities/{community}");
    let is_asked = row.kind == NotificationType::SystemMessage;
    Some(match (id("threadId"), id("postId"), id("articleId"), id("commentId")) {
        (Some(thread), Some(post), ..) => format!("{community}/threads/{thread}#post-{post}"),
        (Some(thread), ..) => format!("{community}/threads/{thread}"),
        (_, _, Some(article), Some(_)) => format!("/articles/{article}"),
        (_, _, Some(article), _) if row.data.get("reaction").is_some() => {
            format!("/articles/{article}")
        }
        _ if is_asked && id("requestId").is_some() => format!("{community}/manage/requests"),
        _ if id("reportId").is_some() => format!("{community}/manage/reports"),
        _ => community,
    })
}
