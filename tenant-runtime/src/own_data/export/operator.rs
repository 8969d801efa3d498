//! Exports all data about a user for the operator, such as to answer a written request.

use super::archive::{ArchiveContent, write_archive};
use crate::staff::{StaffError, command_line};
use platform::{Services, UserId};
use serde_json::Value;
use std::io::{Seek, Write};

/// Writes the archive that the user could request, with all pictures that they uploaded, to `out`.
///
/// # Errors
/// [`StaffError::NotFound`]; database, object store or I/O errors.
pub async fn export_for_operator<W: Write + Seek + Send>(
    services: &Services,
    account: &str,
    reason: &str,
    out: W,
) -> Result<UserId, StaffError> {
    let reason = command_line::audit_reason(reason)?;
    let mut system = services.system("export an account on the operator's command");
    let tx = system.begin().await?;
    let user = command_line::find(&tx, account).await?.id;
    // Recorded first: an interrupted export has already read the data.
    let states = (Value::Null, Value::Null);
    command_line::audit(&tx, "account.export", user, &reason, states).await?;
    tx.commit().await?;
    let written = write_archive(&system, user, ArchiveContent::WithUploads, out).await;
    written.map_err(|error| StaffError::Fault(error.to_string()))?;
    Ok(user)
}
