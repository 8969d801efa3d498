//! Creates, replaces and removes the private code, as an admin.

use super::error::{CodeError, GENERATE_FAILED, REFRESH_FAILED};
use crate::communities::error::CommunityError;
use crate::communities::rows::community;
use crate::communities::{access, load_access, store};
use crate::limits;
use chrono::{DateTime, Utc};
use platform::limiter::LimitedAction;
use platform::problem::ResultExt;
use platform::{CommunityId, Member, Problem, Scope, Tx, tokens};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

const CODE_CHARS: usize = 8;
const ALPHABET: &[u8; 36] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// Bytes from this value on are rejected, because they would make the first letters more likely.
const FAIR_BELOW: u8 = 252;

/// A community's private code, for its admins.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrivateCode {
    /// `null` if there is none.
    pub private_code: Option<String>,
    pub private_code_created: Option<DateTime<Utc>>,
}

/// Returns the code, for an admin.
pub(super) async fn get_code(
    scope: &Scope<Member>,
    id: CommunityId,
) -> Result<PrivateCode, Problem> {
    let access = load_access(scope, id).await?;
    if !access.is_admin() {
        return Err(CommunityError::AdminOnly.into());
    }
    let row = access.community;
    let private_code_created = row.private_code_created;
    Ok(PrivateCode { private_code: row.private_code, private_code_created })
}

/// Creates a code. An existing code stops working. The result says whether there was one.
pub(super) async fn create_code(
    scope: &mut Scope<Member>,
    id: CommunityId,
) -> Result<(PrivateCode, bool), Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await.or_detail(GENERATE_FAILED)?;
    let access = access::lock_for_managing(&tx, id).await.or_detail(GENERATE_FAILED)?;
    if !access.is_admin() {
        return Err(CodeError::NotAdmin.into());
    }
    let had_one = access.community.private_code.is_some();
    let line = if had_one { REFRESH_FAILED } else { GENERATE_FAILED };
    let code = random_code().or_detail(line)?;
    let made = change(&tx, id, Some(code)).await.or_detail(line)?;
    tx.commit().await.or_detail(line)?;
    Ok((made, had_one))
}

/// Removes the code, if there is one.
pub(super) async fn remove(scope: &mut Scope<Member>, id: CommunityId) -> Result<(), Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    if !access::lock_for_managing(&tx, id).await?.is_admin() {
        return Err(CommunityError::AdminOnly.into());
    }
    change(&tx, id, None).await?;
    Ok(tx.commit().await?)
}

async fn change(
    tx: &Tx<'_, Member>,
    id: CommunityId,
    private_code: Option<String>,
) -> Result<PrivateCode, DbErr> {
    let private_code_created = private_code.as_ref().map(|_| tx.now());
    let row = community::ActiveModel {
        private_code: Set(private_code.clone()),
        private_code_created: Set(private_code_created),
        ..Default::default()
    };
    store::set(tx, id, row).await?;
    let admins = store::moderators_of(tx, id, true).await?;
    store::publish_to_each(tx, &admins, "private-code.changed", &json!({ "communityId": id }))
        .await?;
    Ok(PrivateCode { private_code, private_code_created })
}

/// A random code of eight letters and digits, uniformly distributed.
fn random_code() -> Result<String, CodeError> {
    let mut code = String::with_capacity(CODE_CHARS);
    while code.len() < CODE_CHARS {
        let bytes = tokens::random_bytes::<CODE_CHARS>().map_err(|_| CodeError::NoRandomness)?;
        let fair = bytes.into_iter().filter(|byte| *byte < FAIR_BELOW);
        let letters = fair.map(|byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
        code.extend(letters.take(CODE_CHARS - code.len()));
    }
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn generates_distinct_codes_of_eight_letters_and_digits() {
        let made: HashSet<String> = (0..2_000).map(|_| random_code().unwrap_or_default()).collect();
        assert_eq!(made.len(), 2_000);
        let fits = |code: &String| {
            code.len() == 8 && code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        };
        assert!(made.iter().all(fits));
        let letters: HashSet<char> = made.iter().flat_map(|code| code.chars()).collect();
        assert_eq!(letters.len(), 36);
    }
}
