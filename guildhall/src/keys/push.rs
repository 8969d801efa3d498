//! `guildhall keys rotate-push`, and the push keys in `guildhall keys list`.

use anyhow::Result;
use platform::push::{key_list, rotate_key};
use platform::{Scope, Services, System};
use std::io::Write;

/// Creates a new key pair for new push subscriptions.
///
/// # Errors
/// Database errors, or `out` cannot be written.
pub async fn rotate(services: &Services, out: &mut impl Write) -> Result<()> {
    let mut scope = services.system("rotate the push key");
    let tx = scope.begin().await?;
    let key = rotate_key(&tx).await?;
    tx.commit().await?;
    writeln!(out, "new push key {}", key.public_key)?;
    writeln!(out, "older push keys are deleted once no subscription uses them")?;
    Ok(())
}

/// Prints one line for each push key.
///
/// # Errors
/// Database errors, or `out` cannot be written.
pub async fn list(scope: &Scope<System>, out: &mut impl Write) -> Result<()> {
    for (at, key) in key_list(scope).await?.into_iter().enumerate() {
        let purpose = if at == 0 { "new subscriptions" } else { "older subscriptions" };
        let days = (scope.now() - key.created_at).num_days();
        let since = key.created_at.format("%Y-%m-%d %H:%M UTC");
        writeln!(out, "{:<12} {}  {purpose}, since {since} ({days} days)", "push", key.public_key)?;
    }
    Ok(())
}
