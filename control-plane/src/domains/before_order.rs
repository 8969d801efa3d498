//! The last look before a certificate is ordered, for the first time or again. What was proven some hours
//! ago may have changed hands since: an authority would certify the name all the same, for as long as it
//! leads here.

use super::records::Doubt;
use super::rows::{self, State};
use super::{looking, wanted};
use platform::{Problem, Scope, System};
use sea_orm::{ColumnTrait, ExprTrait};

/// States in which a certificate is asked for or kept.
const CERTIFIED: [State; 3] = [State::Issuing, State::Active, State::Failing];

/// What speaks against certifying these names of a host now; nothing where it is no domain of a portal's
/// own.
///
/// # Errors
/// The database's.
pub(crate) async fn doubt(
    scope: &mut Scope<System>,
    host: &str,
    names: &[String],
) -> Result<Option<Doubt>, Problem> {
    let own = rows::Column::Host.eq(host).and(rows::Column::State.is_in(CERTIFIED));
    let Some(domain) = scope.doorless::<rows::Entity>().filter(own).one().await? else {
        return Ok(None);
    };
    let tx = scope.begin().await?;
    let aim = wanted::aim(&tx, domain.tenant_id, domain.affiliation_id).await?;
    tx.commit().await?;
    // Looking takes a while, so no transaction is open meanwhile.
    let resolvers = scope.services().config().certificates.resolvers.clone();
    let records = looking::look_whose(&domain, &aim, &resolvers).await;
    Ok(records.doubt(host, names))
}
