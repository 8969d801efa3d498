//! Search for messages: only those of the viewer's own conversations on this site.

use super::content_item::EXCERPT_CHARS;
use super::item::SearchResult;
use crate::content;
use crate::messages::{self, FoundMessage};
use crate::search_index::{ContentFilter, SearchTerm, excerpt_with_matches};
use platform::{Member, Scope};
use sea_orm::DbErr;

/// Messages with these words, newest first; without words, those that meet the filter.
pub(super) async fn find(
    scope: &Scope<Member>,
    (term, filter): (&SearchTerm, &ContentFilter),
    limit: u32,
) -> Result<Vec<SearchResult>, DbErr> {
    let is_all = term.words.is_empty() && *filter == ContentFilter::default();
    if is_all || filter.community.is_some() {
        return Ok(Vec::new());
    }
    let found = messages::find_messages(scope, (term, filter), limit).await?;
    Ok(found.into_iter().map(|message| to_result(message, term)).collect())
}

fn to_result(message: FoundMessage, term: &SearchTerm) -> SearchResult {
    let text = content::plain_text(&message.content);
    let (excerpt, matches) = excerpt_with_matches(&text, term, EXCERPT_CHARS);
    SearchResult::Message {
        id: message.id,
        conversation: message.conversation,
        sender: message.sender,
        excerpt,
        created: message.created,
        matches,
    }
}
