//! Certificates with their keys, and challenge answers, for the route table.

use super::context::key_place;
use super::rows::{CertificateId, answer, held, job};
use platform::{Scope, System};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use std::collections::HashMap;
use wire::{ChallengeAnswer, ChallengeKind, HostCertificate, PrivateKeyPem};

/// Ids of the active certificates, in the order of their hosts.
///
/// # Errors
/// Database errors.
pub(crate) async fn published_certificates(
    scope: &Scope<System>,
) -> Result<Vec<CertificateId>, DbErr> {
    let ids = |select: sea_orm::Select<held::Entity>| {
        select.select_only().column(held::Column::Id).order_by_asc(held::Column::Host)
    };
    scope.global::<held::Entity>().filter(is_shown()).modify_select(ids).all_tuples().await
}

/// Returns these active certificates, or all, with decrypted keys.
///
/// # Errors
/// Database errors. A key that cannot be decrypted is skipped and logged, so that it does not block
/// the others.
pub(crate) async fn decrypted_certificates(
    scope: &Scope<System>,
    few: Option<&[CertificateId]>,
) -> Result<HashMap<CertificateId, HostCertificate>, DbErr> {
    let these = few.map(|few| held::Column::Id.is_in(few.iter().map(|id| id.uuid())));
    let shown = is_shown().add_option(these);
    let rows = scope.global::<held::Entity>().filter(shown).all().await?;
    let vault = &scope.services().keys().vault;
    let opened = rows.into_iter().filter_map(|row| {
        let opened = vault.open(&key_place(row.id), &row.key).ok();
        let Some(key) = opened.and_then(|key| String::from_utf8(key).ok()) else {
            tracing::error!(
                host = row.host,
                "failed to decrypt the certificate key of {}",
                row.host
            );
            return None;
        };
        let certificate = HostCertificate {
            names: row.names.0,
            chain: row.chain,
            key: PrivateKeyPem::new(key),
            not_after: row.not_after.timestamp(),
        };
        Some((row.id, certificate))
    });
    Ok(opened.collect())
}

fn is_shown() -> Condition {
    Condition::all()
        .add(held::Column::SupersededAt.is_null())
        .add(held::Column::RevokedAt.is_null())
}

/// All challenge answers, in the order of their tokens.
///
/// # Errors
/// Database errors.
pub(crate) async fn challenge_answers(
    scope: &Scope<System>,
) -> Result<Vec<ChallengeAnswer>, DbErr> {
    let by_token =
        |select: sea_orm::Select<answer::Entity>| select.order_by_asc(answer::Column::Token);
    let rows = scope.global::<answer::Entity>().modify_select(by_token).all().await?;
    let answers = rows.into_iter().map(|row| ChallengeAnswer {
        host: row.host,
        kind: match row.kind {
            job::Challenge::TlsAlpn01 => ChallengeKind::TlsAlpn01,
            _ => ChallengeKind::Http01,
        },
        token: row.token,
        key_authorization: row.key_authorization,
    });
    Ok(answers.collect())
}
