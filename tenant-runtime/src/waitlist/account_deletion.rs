//! A user's waitlist entry: exported, and deleted with the account.

use super::rows::{Column, Entity};
use platform::{Scope, System, Tx};
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde_json::{Value, json};

/// The waitlist entry of an email address, if any.
///
/// # Errors
/// Database errors.
pub async fn export_of(scope: &Scope<System>, email: &str) -> Result<Value, DbErr> {
    let found = scope.global::<Entity>().filter(Column::Email.eq(email)).one().await?;
    Ok(found.map_or(Value::Null, |row| {
        json!({
            "fullName": row.full_name,
            "email": row.email,
            "howDidYouHear": row.how_did_you_hear,
            "verifiedCircles": row.verified_circles,
            "organizations": row.organizations,
            "verificationMethods": row.verification_methods,
            "whatInterested": row.what_interested,
            "helpCreate": row.help_create,
            "location": row.location,
            "onboardingConversation": row.onboarding_conversation,
            "status": row.status,
            "userAgent": row.user_agent,
            "submissionCount": row.submission_count,
            "submittedAt": row.submitted_at,
            "decidedAt": row.decided_at,
            "decisionReason": row.decision_reason,
        })
    }))
}

/// Deletes the entry of an email address, if any.
///
/// # Errors
/// Database errors.
pub async fn delete_entry_of(tx: &Tx<'_, System>, email: &str) -> Result<(), DbErr> {
    let this = Condition::all().add(Column::Email.eq(email));
    tx.global_table::<Entity>().delete(this).await?.as_many_as_there_are();
    Ok(())
}
