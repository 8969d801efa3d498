//! Profile of another user, as far as the viewer may see it.

use super::error::PeopleError;
use super::relationships::viewer;
use crate::affiliations::{self, BrandedAffiliation};
use crate::communities::{self, ProfileCommunity};
use crate::posts;
use crate::profiles::visibility::{self, ProfileAccess, ViewerRelation};
use crate::profiles::{self, UserSummary, handles, picture};
use chrono::{DateTime, Utc};
use platform::{AccountViewer, Member, Scope, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

/// Profile of a user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserProfile {
    #[serde(flatten)]
    person: UserSummary,
    /// Larger size of the picture.
    profile_picture_large: Option<String>,
    /// Present only if the profile is open to the viewer.
    about: Option<ProfileDetails>,
    viewer: ProfileViewer,
}

/// The part of a profile that can be private.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProfileDetails {
    bio: Option<String>,
    location: Option<String>,
    job_title: Option<String>,
    quote: Option<String>,
    interests: Vec<String>,
    joined_date: DateTime<Utc>,
    /// Affiliations that they show; all of them for the user and for staff.
    affiliations: Vec<BrandedAffiliation>,
    communities: Vec<ProfileCommunity>,
    followers_count: i64,
    following_count: i64,
    posts_count: i64,
    comments_count: i64,
    likes_given: i64,
}

/// Relation between the viewer and the user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact about two people")]
struct ProfileViewer {
    is_self: bool,
    is_following: bool,
    follows_me: bool,
    is_blocked: bool,
}

/// The viewer's relation to a user after a change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RelationshipState {
    user_id: UserId,
    is_following: bool,
    is_blocked: bool,
    followers_count: i64,
}

#[derive(Debug, FromQueryResult)]
struct ProfileRow {
    bio: Option<String>,
    location: Option<String>,
    job_title: Option<String>,
    quote: Option<String>,
    interests: Option<sea_orm::prelude::Json>,
    joined_date: DateTime<Utc>,
    followers_count: i64,
    following_count: i64,
    is_following: bool,
    follows_me: bool,
    is_blocked: bool,
}

/// Profile by id or handle. 7 queries, 4 if only the card is visible.
pub(super) async fn get_profile(
    scope: &Scope<Member>,
    id_or_handle: &str,
) -> Result<UserProfile, PeopleError> {
    let user = find(scope, id_or_handle).await?.ok_or(PeopleError::NotFound)?;
    let found = visibility::load_relation(scope, viewer(scope.viewer()), user).await?;
    let (choices, between) = found.ok_or(PeopleError::NotFound)?;
    let sight = choices.profile_access(between).ok_or(PeopleError::NotFound)?;
    let row = profile_row(scope, user).await?.ok_or(PeopleError::NotFound)?;
    let person = profiles::person_of(scope, user).await?;
    let viewer = ProfileViewer {
        is_self: between.is_self,
        is_following: row.is_following,
        follows_me: row.follows_me,
        is_blocked: row.is_blocked,
    };
    let about = match sight {
        ProfileAccess::Whole => Some(load_details(scope, user, between, row).await?),
        ProfileAccess::Card => None,
    };
    let profile_picture_large = person.profile_picture.as_deref().map(picture::larger_address);
    Ok(UserProfile { person, profile_picture_large, about, viewer })
}

/// The viewer's current relation to a user.
pub(super) async fn load_relationship(
    scope: &Scope<Member>,
    user: UserId,
) -> Result<RelationshipState, PeopleError> {
    let row = profile_row(scope, user).await?.ok_or(PeopleError::NotFound)?;
    Ok(RelationshipState {
        user_id: user,
        is_following: row.is_following,
        is_blocked: row.is_blocked,
        followers_count: row.followers_count,
    })
}

/// Ids are tried first; no handle has their format.
async fn find(scope: &Scope<Member>, id_or_handle: &str) -> Result<Option<UserId>, DbErr> {
    match id_or_handle.parse() {
        Ok(id) => Ok(Some(id)),
        Err(_) => handles::owner_of(scope, id_or_handle).await,
    }
}

async fn profile_row(scope: &Scope<Member>, user: UserId) -> Result<Option<ProfileRow>, DbErr> {
    const SQL: &str = "SELECT u.bio, u.location, u.job_title, u.quote, u.interests, u.joined_date, \
         u.followers_count, u.following_count, \
         EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = $1 AND f.followed_id = u.id) \
           AS is_following, \
         EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = u.id AND f.followed_id = $1) \
           AS follows_me, \
         EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = $1 AND b.blocked_id = u.id) \
           AS is_blocked \
         FROM users u WHERE u.id = $2";
    scope.raw(SQL, vec![scope.viewer().id().into(), user.into()]).one().await
}

async fn load_details(
    scope: &Scope<Member>,
    user: UserId,
    relation: ViewerRelation,
    row: ProfileRow,
) -> Result<ProfileDetails, DbErr> {
    let here = scope.site().affiliation();
    let shows_all = relation.is_self || relation.by_staff;
    let mut affiliations = affiliations::marked_of_person(scope, user).await?;
    affiliations
        .retain(|tie| (tie.is_public || shows_all) && here.is_none_or(|portal| portal == tie.id));
    let counts = posts::counts_of(scope, user).await?;
    Ok(ProfileDetails {
        interests: row
            .interests
            .map(serde_json::from_value)
            .and_then(Result::ok)
            .unwrap_or_default(),
        communities: communities::visible_communities_of(scope, scope.viewer().id(), user).await?,
        affiliations,
        bio: row.bio,
        location: row.location,
        job_title: row.job_title,
        quote: row.quote,
        joined_date: row.joined_date,
        followers_count: row.followers_count,
        following_count: row.following_count,
        posts_count: counts.posts,
        comments_count: counts.comments,
        likes_given: counts.likes_given,
    })
}
