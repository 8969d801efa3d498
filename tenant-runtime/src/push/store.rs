//! Queries of push subscriptions.

use super::PushSubscriptionId;
use super::rows::{ActiveModel, Column, Entity, Model, seal_target};
use super::rules::{SUBSCRIPTIONS_MAX, SubscriptionForm};
use chrono::{DateTime, Utc};
use platform::push::{current_key, newest_key};
use platform::sessions::{self, OpenSession};
use platform::tokens;
use platform::{AccountViewer, Member, Scope, Site, System, Tx, UserId};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, QueryOrder};
use std::collections::HashMap;

/// Public key for new subscriptions, if the key pair exists.
pub async fn newest_public_key(scope: &Scope<Member>) -> Result<Option<String>, DbErr> {
    Ok(newest_key(scope).await?.map(|key| key.public_key))
}

fn on_site(site: Site) -> Condition {
    Condition::all().add(match site {
        Site::Main => Column::AffiliationId.is_null(),
        Site::Portal(affiliation) => Column::AffiliationId.eq(affiliation.uuid()),
    })
}

fn newest_first(select: sea_orm::Select<Entity>) -> sea_orm::Select<Entity> {
    select.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id)
}

/// The viewer's subscriptions on this site.
pub async fn list_on_site(scope: &Scope<Member>) -> Result<Vec<Model>, DbErr> {
    let own = scope.own::<Entity>().filter(on_site(scope.site()));
    own.modify_select(newest_first).all().await
}

/// Stores a subscription in a transaction of its own.
pub async fn store(scope: &mut Scope<Member>, form: &SubscriptionForm) -> Result<Model, DbErr> {
    let tx = scope.begin().await?;
    let hash = tokens::hash(form.target.endpoint());
    let same = Condition::all().add(Column::EndpointHash.eq(hash.as_str()));
    let known = tx.global::<Entity>().filter(same).one().await?;
    let viewer = tx.viewer().id();
    let stored = match known {
        Some(row) if row.user_id == viewer => update(&tx, row, form).await?,
        known => {
            if let Some(row) = known {
                delete(&tx, row.id).await?;
            }
            make_room(&tx, viewer).await?;
            insert(&tx, hash, form).await?
        }
    };
    tx.commit().await?;
    Ok(stored)
}

/// The browser keeps the key for which it subscribed, so the row keeps it as well.
async fn update(tx: &Tx<'_, Member>, row: Model, form: &SubscriptionForm) -> Result<Model, DbErr> {
    let context = &tx.facts().context;
    let vault = &tx.services().keys().vault;
    let change = ActiveModel {
        session_id: Set(tx.viewer().session()),
        affiliation_id: Set(portal_of(tx.site())),
        host: Set(context.host.clone()),
        site_name: Set(context.brand_name.clone()),
        sealed_target: Set(seal_target(vault, row.id, &form.target)?),
        device_name: Set(form.device_name.clone()),
        ..Default::default()
    };
    let this = Condition::all().add(Column::Id.eq(row.id.uuid()));
    let table = tx.global_table::<Entity>();
    let updated = table.update_returning(this, |update| update.set(change)).await?;
    updated.into_iter().next().ok_or(DbErr::RecordNotUpdated)
}

async fn insert(
    tx: &Tx<'_, Member>,
    endpoint_hash: String,
    form: &SubscriptionForm,
) -> Result<Model, DbErr> {
    let id = PushSubscriptionId::new();
    let context = &tx.facts().context;
    let vault = &tx.services().keys().vault;
    let row = ActiveModel {
        id: Set(id),
        user_id: Set(tx.viewer().id()),
        session_id: Set(tx.viewer().session()),
        affiliation_id: Set(portal_of(tx.site())),
        host: Set(context.host.clone()),
        site_name: Set(context.brand_name.clone()),
        key_id: Set(current_key(tx).await?.id),
        endpoint_hash: Set(endpoint_hash),
        sealed_target: Set(seal_target(vault, id, &form.target)?),
        device_name: Set(form.device_name.clone()),
        created_at: Set(tx.now()),
        last_used_at: Set(None),
    };
    tx.global_table::<Entity>().insert(row).await
}

const fn portal_of(site: Site) -> Option<platform::AffiliationId> {
    match site {
        Site::Main => None,
        Site::Portal(affiliation) => Some(affiliation),
    }
}

/// Deletes the oldest subscriptions, so that one more fits.
async fn make_room(tx: &Tx<'_, Member>, user: UserId) -> Result<(), DbErr> {
    let own = Condition::all().add(Column::UserId.eq(user.uuid()));
    let rows = tx.global::<Entity>().filter(own).modify_select(newest_first).all().await?;
    for row in rows.into_iter().skip(SUBSCRIPTIONS_MAX - 1) {
        delete(tx, row.id).await?;
    }
    Ok(())
}

/// Deletes a subscription.
pub async fn delete<V>(tx: &Tx<'_, V>, id: PushSubscriptionId) -> Result<(), DbErr> {
    let this = Condition::all().add(Column::Id.eq(id.uuid()));
    tx.global_table::<Entity>().delete(this).await?.as_many_as_there_are();
    Ok(())
}

/// Records that the push service accepted a message.
pub async fn record_use(
    tx: &Tx<'_, System>,
    id: PushSubscriptionId,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let this = Condition::all().add(Column::Id.eq(id.uuid()));
    let set =
        |update: sea_orm::UpdateMany<Entity>| update.col_expr(Column::LastUsedAt, Expr::value(now));
    tx.global_table::<Entity>().update(this, set).await?.as_many_as_there_are();
    Ok(())
}

/// A subscription whose session was not ended.
pub struct LiveSubscription {
    pub id: PushSubscriptionId,
    /// Site on which it was made.
    pub site: Site,
    /// Its session.
    pub session: OpenSession,
}

/// A person's subscriptions whose session was not ended, the oldest first. Two queries.
pub async fn list_live<V>(tx: &Tx<'_, V>, user: UserId) -> Result<Vec<LiveSubscription>, DbErr> {
    let sessions = sessions::open_sessions(tx, user).await?;
    let sessions: HashMap<_, _> = sessions.into_iter().map(|one| (one.id, one)).collect();
    let own = Condition::all().add(Column::UserId.eq(user.uuid()));
    let oldest_first = |select: sea_orm::Select<Entity>| {
        select.order_by_asc(Column::CreatedAt).order_by_asc(Column::Id)
    };
    let rows = tx.global::<Entity>().filter(own).modify_select(oldest_first).all().await?;
    let live = rows.into_iter().filter_map(|row| {
        let session = sessions.get(&row.session_id)?.clone();
        Some(LiveSubscription { id: row.id, site: row.site(), session })
    });
    Ok(live.collect())
}
