//! Final check before a certificate is ordered or renewed. A domain verified some hours ago may
//! have a new owner, and an authority would still certify the name as long as it points to our
//! edges.

use super::records::IssuanceDoubt;
use super::rows::{self, DomainState};
use super::{expected_records, probe};
use platform::{Problem, Scope, System};
use sea_orm::{ColumnTrait, ExprTrait};

/// States in which a certificate is requested or kept.
const CERTIFIED_STATES: [DomainState; 3] =
    [DomainState::Issuing, DomainState::Active, DomainState::Failing];

/// Returns the reason not to certify these names of a host now; `None` if it is no custom domain.
///
/// # Errors
/// Database errors.
pub(crate) async fn find_doubt(
    scope: &mut Scope<System>,
    host: &str,
    names: &[String],
) -> Result<Option<IssuanceDoubt>, Problem> {
    let own = rows::Column::Host.eq(host).and(rows::Column::State.is_in(CERTIFIED_STATES));
    let Some(domain) = scope.global::<rows::Entity>().filter(own).one().await? else {
        return Ok(None);
    };
    let tx = scope.begin().await?;
    let aim =
        expected_records::load_or_create_expected(&tx, domain.tenant_id, domain.affiliation_id)
            .await?;
    tx.commit().await?;
    // DNS queries take a while, so no transaction is open meanwhile.
    let resolvers = scope.services().config().certificates.resolvers.clone();
    let records = probe::look_whose(&domain, &aim, &resolvers).await;
    Ok(records.issuance_doubt(host, names))
}
