//! Template of the default communities of a new affiliation, which staff edit (gap G-088).

use super::AffiliationStaff;
use super::error::StaffAffiliationError;
use crate::communities::{DefaultCommunity, Visibility};
use crate::content;
use crate::limits::check_limit;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::audit::{AuditedAction, record_action};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Problem, Scope};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Key of the only template.
const NAME: &str = "default";
/// Maximum number of communities.
const COMMUNITIES_MAX: usize = 5;
/// Maximum characters of a community's name.
const NAME_CHARS_MAX: usize = 200;
/// Placeholder of the affiliation's name.
const AFFILIATION: &str = "{affiliation}";
/// Placeholder of the affiliation's description.
const DESCRIPTION: &str = "{description}";

/// A community of the template. `{affiliation}` and `{description}` are replaced.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TemplateCommunity {
    /// At most 200 characters.
    pub name: String,
    /// At most 50,000 characters.
    pub description: String,
    pub visibility: Visibility,
}

impl TemplateCommunity {
    /// The community of an affiliation.
    pub(in crate::affiliations) fn fill(
        &self,
        affiliation: &str,
        description: &str,
    ) -> DefaultCommunity {
        let name: String = self.name.replace(AFFILIATION, affiliation);
        let about = self.description.replace(AFFILIATION, affiliation);
        DefaultCommunity {
            name: name.chars().take(NAME_CHARS_MAX).collect(),
            description: about.replace(DESCRIPTION, description),
            visibility: self.visibility,
        }
    }
}

/// The template.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommunityTemplate {
    /// One to five communities.
    pub communities: Vec<TemplateCommunity>,
    /// `null` if it was never changed.
    pub updated_at: Option<DateTime<Utc>>,
}

impl Default for CommunityTemplate {
    fn default() -> Self {
        let community = TemplateCommunity {
            name: AFFILIATION.to_owned(),
            description: DESCRIPTION.to_owned(),
            visibility: Visibility::Affiliations,
        };
        Self { communities: vec![community], updated_at: None }
    }
}

/// The stored template, or the default one. One query.
pub(in crate::affiliations) async fn load_template(
    reads: &impl SqlReader,
) -> Result<CommunityTemplate, DbErr> {
    #[derive(FromQueryResult)]
    struct TemplateRow {
        communities: Value,
        updated_at: DateTime<Utc>,
    }
    const SQL: &str = "SELECT communities, updated_at FROM affiliation_templates WHERE name = $1";
    let found = reads.sql(SQL, vec![NAME.into()]).one::<TemplateRow>().await?;
    let Some(row) = found else { return Ok(CommunityTemplate::default()) };
    let communities =
        serde_json::from_value(row.communities).map_err(|error| DbErr::Json(error.to_string()))?;
    Ok(CommunityTemplate { communities, updated_at: Some(row.updated_at) })
}

/// A template to store.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommunityTemplateChange {
    /// One to five communities.
    #[serde(default)]
    communities: Vec<TemplateCommunity>,
}

/// Stores the template for affiliations that are created from now on.
pub(super) async fn set(
    scope: &mut Scope<AffiliationStaff>,
    wish: CommunityTemplateChange,
) -> Result<CommunityTemplate, Problem> {
    const SQL: &str = "INSERT INTO affiliation_templates (name, communities, updated_at) \
         VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET \
         communities = excluded.communities, updated_at = excluded.updated_at";
    let communities = validated(wish.communities)?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::StaffChange).await?;
    let tx = scope.begin().await?;
    let before = load_template(&tx).await?;
    let values = vec![NAME.into(), json!(communities).into(), tx.now().into()];
    tx.execute(SQL, values).await?;
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: "affiliation.template",
        subject_kind: "affiliation-template",
        subject_id: NAME.to_owned(),
        before: json!({ "communities": before.communities }),
        after: json!({ "communities": communities }),
        reason: None,
    };
    record_action(&tx, act).await?;
    tx.commit().await?;
    Ok(load_template(scope).await?)
}

fn validated(communities: Vec<TemplateCommunity>) -> Result<Vec<TemplateCommunity>, Problem> {
    if communities.is_empty() || communities.len() > COMMUNITIES_MAX {
        return Err(StaffAffiliationError::TemplateSize.into());
    }
    let checked = communities.into_iter().map(|community| {
        let name = content::check_title(&community.name);
        let description = content::check_description(&community.description);
        match (name, description) {
            (Ok(name), Ok(description)) => {
                Ok(TemplateCommunity { name, description, visibility: community.visibility })
            }
            (name, description) => Err(content::to_problem(name.err(), description.err())),
        }
    });
    checked.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_the_placeholders_of_a_community() {
        let community = TemplateCommunity {
            name: "General of {affiliation}".to_owned(),
            description: "{affiliation}: {description}".to_owned(),
            visibility: Visibility::Affiliations,
        };
        let filled = community.fill("Oak", "A house.");
        assert_eq!(
            (filled.name.as_str(), filled.description.as_str()),
            ("General of Oak", "Oak: A house.")
        );
    }

    #[test]
    fn rejects_a_template_without_communities() {
        assert!(validated(Vec::new()).is_err());
        assert!(validated(CommunityTemplate::default().communities).is_ok());
    }
}
