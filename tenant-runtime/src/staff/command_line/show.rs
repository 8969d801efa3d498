//! Details of one account for the operator.

use super::super::users;
use super::find;
use crate::staff::StaffError;
use platform::Services;
use serde_json::Value;

/// All details of one account that staff see, as JSON.
///
/// # Errors
/// [`StaffError::NotFound`]; database errors.
pub async fn show(services: &Services, account: &str) -> Result<Value, StaffError> {
    let mut system = services.system("show an account on the operator's command");
    let user = find(&system.begin().await?, account).await?.id;
    let details = users::load_staff_user(&system, user).await?;
    serde_json::to_value(details).map_err(|error| StaffError::Fault(error.to_string()))
}
