//! Viewer, site and access to the database.
//!
//! Every rule and store function takes a [`Scope`], or the [`Tx`] it opened, as its first argument.
//! The signature of a handler is its permission: `Scope<Member>` is refused to everyone who is not
//! signed in, verified, onboarded and in good standing, before the body is read. `&Scope` reads,
//! `&mut Scope` may write, [`Tx`] is writing.
//!
//! The following mistakes do not compile (style guide section 3).
//!
//! A query that bypasses the site, because a scope is no connection:
//! ```compile_fail,E0277
//! # use platform::{Scope, Member, sessions::row};
//! use sea_orm::EntityTrait;
//! async fn bypasses_the_site(scope: &Scope<Member>) {
//!     row::Entity::find().all(scope).await;
//! }
//! ```
//! The site-independent method for a site-dependent table:
//! ```compile_fail,E0277
//! # use platform::{Scope, Member, SiteVisibility, Site};
//! # mod community {
//! #     use sea_orm::entity::prelude::*;
//! #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
//! #     #[sea_orm(table_name = "communities")]
//! #     pub struct Model { #[sea_orm(primary_key, auto_increment = false)] pub id: Uuid }
//! #     #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
//! #     pub enum Relation {}
//! #     impl ActiveModelBehavior for ActiveModel {}
//! # }
//! # impl SiteVisibility for community::Entity {
//! #     fn visible_on(_: Site) -> sea_orm::Condition { sea_orm::Condition::all() }
//! # }
//! fn wrong_method(scope: &Scope<Member>) {
//!     let _ = scope.global::<community::Entity>();
//! }
//! ```
//! All sites at once, as a member:
//! ```compile_fail,E0277
//! # use platform::{Scope, Member, SiteVisibility, Site};
//! # mod community {
//! #     use sea_orm::entity::prelude::*;
//! #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
//! #     #[sea_orm(table_name = "communities")]
//! #     pub struct Model { #[sea_orm(primary_key, auto_increment = false)] pub id: Uuid }
//! #     #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
//! #     pub enum Relation {}
//! #     impl ActiveModelBehavior for ActiveModel {}
//! # }
//! # impl SiteVisibility for community::Entity {
//! #     fn visible_on(_: Site) -> sea_orm::Condition { sea_orm::Condition::all() }
//! # }
//! fn all_sites(scope: &Scope<Member>) {
//!     let _ = scope.across_sites::<community::Entity>();
//! }
//! ```
//! A forged viewer:
//! ```compile_fail,E0451
//! # use platform::{Applicant, UserId, SessionId};
//! fn forged() {
//!     let _ = Applicant { id: UserId::new(), session: SessionId::new() };
//! }
//! ```
//! The scope of a staff role for a function of another permission:
//! ```compile_fail,E0308
//! # use platform::Scope;
//! # use platform::staff::{Administration, Support};
//! # use platform::StaffWith;
//! fn change_roles(scope: &Scope<StaffWith<Administration>>) {}
//! fn answer_ticket(scope: &Scope<StaffWith<Support>>) {
//!     change_roles(scope);
//! }
//! ```
//! A write outside a transaction:
//! ```compile_fail,E0599
//! # use platform::{Scope, Member, sessions::row};
//! fn outside_a_transaction(scope: &mut Scope<Member>) {
//!     let _ = scope.global_table::<row::Entity>();
//! }
//! ```
//! Hand-written SQL that writes outside a transaction:
//! ```compile_fail,E0599
//! # use platform::{Scope, Member};
//! async fn executed_outside_a_transaction(scope: &mut Scope<Member>) {
//!     scope.execute("UPDATE users SET location = NULL", vec![]).await;
//! }
//! ```
//! The same through a statement that a scope may read with:
//! ```compile_fail,E0599
//! # use platform::{Scope, Member};
//! async fn executed_from_a_scope(scope: &mut Scope<Member>) {
//!     scope.raw("UPDATE users SET location = NULL", vec![]).execute().await;
//! }
//! ```
//! A read of the scope while its transaction is open, which would deadlock on SQLite:
//! ```compile_fail,E0502
//! # use platform::{Scope, Member, sessions::row};
//! async fn read_during_transaction(scope: &mut Scope<Member>) {
//!     let tx = scope.begin().await.unwrap();
//!     let _ = scope.global::<row::Entity>();
//!     tx.commit().await.unwrap();
//! }
//! ```
//!
//! The correct forms. They compile, which shows that the nine examples fail for the intended reason:
//! ```no_run
//! # use platform::{Site, Member, UserOwned, Scope, SiteVisibility, System, sessions::row};
//! # mod community {
//! #     use sea_orm::entity::prelude::*;
//! #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
//! #     #[sea_orm(table_name = "communities")]
//! #     pub struct Model { #[sea_orm(primary_key, auto_increment = false)] pub id: Uuid }
//! #     #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
//! #     pub enum Relation {}
//! #     impl ActiveModelBehavior for ActiveModel {}
//! # }
//! # impl SiteVisibility for community::Entity {
//! #     fn visible_on(_: Site) -> sea_orm::Condition { sea_orm::Condition::all() }
//! # }
//! async fn correct_forms(scope: &mut Scope<Member>) -> Result<(), sea_orm::DbErr> {
//!     let _visible = scope.select::<community::Entity>().all().await?;
//!     let _own = scope.own::<row::Entity>().all().await?;
//!     let _global = scope.global::<row::Entity>().all().await?;
//!     let tx = scope.begin().await?;
//!     let _in_transaction = tx.global::<row::Entity>().all().await?;
//!     let _changed: u64 = tx.execute("UPDATE users SET location = NULL", vec![]).await?;
//!     let _writable = (tx.table::<community::Entity>(), tx.global_table::<row::Entity>());
//!     tx.commit().await
//! }
//! async fn all_sites(scope: &Scope<System>) -> Result<(), sea_orm::DbErr> {
//!     scope.across_sites::<community::Entity>().all().await.map(|_| ())
//! }
//! ```

mod extract;
mod viewer;

pub use extract::{GateError, RequestViewer};
pub use viewer::{
    AccountViewer, AcrossSites, Applicant, Member, SignedIn, Staff, StaffWith, System, Visitor,
};

use crate::db::{
    Conn, JsonSelect, RawQuery, Rows, SiteIndependent, SiteVisibility, Transaction, Tx, UserOwned,
};
use crate::request::RequestFacts;
use crate::services::Services;
use crate::sessions::CurrentSession;
use chrono::{DateTime, Utc};
use sea_orm::{Condition, ConnectionTrait as _, DbBackend, DbErr, FromQueryResult, Value};
use std::sync::Arc;
use std::time::Duration;
use wire::Site;

/// A viewer on a site, with the clock, the request and the access to the database.
#[derive(Debug, Clone)]
pub struct Scope<V> {
    viewer: V,
    facts: Arc<RequestFacts>,
    services: Services,
    /// Fixed connection for reads, if any.
    reading: Option<Arc<Transaction>>,
}

impl<V> Scope<V> {
    pub(crate) const fn new(viewer: V, facts: Arc<RequestFacts>, services: Services) -> Self {
        Self { viewer, facts, services, reading: None }
    }

    /// Returns the viewer.
    pub const fn viewer(&self) -> &V {
        &self.viewer
    }
    /// Returns the site.
    pub fn site(&self) -> Site {
        self.facts.site
    }
    /// Returns the request facts from the edge and the browser.
    pub fn facts(&self) -> &RequestFacts {
        &self.facts
    }
    /// Returns whether the viewer must not act as an admin yet: admins of this instance need two
    /// factors, and the session was opened with one. Checked at every request, so that it applies
    /// as soon as the user becomes an admin.
    pub fn lacks_second_factor(&self) -> bool {
        self.facts.session.as_ref().is_some_and(|session| session.lacks_second_factor)
    }
    /// Returns the services of the process: limiter, blob store, configuration.
    pub const fn services(&self) -> &Services {
        &self.services
    }
    /// Returns the current time.
    pub fn now(&self) -> DateTime<Utc> {
        self.services.clock().now()
    }
    /// Returns the kind of database.
    pub fn backend(&self) -> sea_orm::DbBackend {
        self.services.database().backend()
    }

    fn conn(&self) -> Conn<'_> {
        match &self.reading {
            Some(transaction) => Conn::Tx(transaction),
            None => Conn::Pool(self.services.database().conn()),
        }
    }

    /// Returns the same scope, with all reads on one connection until it is dropped. Each separate
    /// statement takes a connection from the pool, which tests it again; a fixed connection is
    /// tested once, so it pays off from the third statement on. Do not wait for anything else
    /// meanwhile, because others may need the connection.
    ///
    /// # Errors
    /// Database errors.
    pub async fn on_one_connection(&self) -> Result<Self, DbErr>
    where
        V: Clone,
    {
        let reading = self.services.database().begin_reading().await?;
        Ok(Self { reading: Some(Arc::new(reading)), ..self.clone() })
    }

    /// The same scope on one connection whose statements PostgreSQL cancels after `limit`, because
    /// dropping the future of a query does not cancel it there. SQLite needs no limit.
    ///
    /// # Errors
    /// Database errors.
    pub async fn with_statement_timeout(&self, limit: Duration) -> Result<Self, DbErr>
    where
        V: Clone,
    {
        let reading = self.services.database().begin_reading().await?;
        if self.backend() == DbBackend::Postgres {
            let set = format!("SET LOCAL statement_timeout = {}", limit.as_millis());
            reading.execute_unprepared(&set).await?;
        }
        Ok(Self { reading: Some(Arc::new(reading)), ..self.clone() })
    }

    /// Reads a site-dependent table: the rows visible on this site.
    pub fn select<E: SiteVisibility>(&self) -> Rows<'_, E> {
        Rows::new(self.conn(), E::visible_on(self.site()))
    }
    /// Reads a site-independent table.
    pub fn global<E: SiteIndependent>(&self) -> Rows<'_, E> {
        Rows::new(self.conn(), Condition::all())
    }
    /// Runs hand-written SQL that reads. The caller must restrict it to the site.
    pub fn raw(&self, sql: &str, values: Vec<Value>) -> RawQuery<'_> {
        RawQuery::new(self.conn(), sql, values)
    }

    /// Begins a transaction. It borrows the scope mutably while it is open.
    ///
    /// # Errors
    /// Database errors.
    pub async fn begin(&mut self) -> Result<Tx<'_, V>, DbErr> {
        // Later reads must see the written data.
        self.reading = None;
        let tx = self.services.database().begin().await?;
        Ok(Tx::new(tx, &self.viewer, &self.facts, &self.services))
    }
}

impl<V> Scope<V> {
    /// Admits the same request as another viewer, such as a staff member with a further permission.
    ///
    /// # Errors
    /// [`GateError`], the first that applies.
    pub fn admit_as<W: RequestViewer>(&self) -> Result<Scope<W>, GateError> {
        let viewer = W::admit_viewer(&self.facts)?;
        Ok(Scope::new(viewer, Arc::clone(&self.facts), self.services.clone()))
    }

    /// Begins a transaction that must succeed while the disk is full, such as a sign-out. On SQLite
    /// it has reserved space; on PostgreSQL only writes that need no further space succeed.
    ///
    /// # Errors
    /// Database errors.
    pub async fn begin_essential(&mut self) -> Result<Tx<'_, V>, DbErr> {
        // The space is released while SQLite's write lock is held, so no other write of ours takes
        // it.
        Ok(self.begin().await?.with_reserved_space().await)
    }
}

impl<V: RequestViewer> Scope<V> {
    /// Re-admits the scope with this session, for tasks that outlive their request, so that they do
    /// not keep outdated permissions.
    ///
    /// # Errors
    /// [`GateError`], the first that applies.
    pub fn admitted_again(&self, session: Option<CurrentSession>) -> Result<Self, GateError> {
        let facts = Arc::new(RequestFacts { session, ..(*self.facts).clone() });
        let viewer = V::admit_viewer(&facts)?;
        Ok(Self::new(viewer, facts, self.services.clone()))
    }
}

impl<V: AccountViewer> Scope<V> {
    /// Reads the viewer's own rows on every site.
    pub fn own<E: UserOwned>(&self) -> Rows<'_, E> {
        Rows::new(self.conn(), E::owned_by(self.viewer.id()))
    }

    /// Returns as JSON what `sql` selects about the viewer, who is the row `u` of `users`. The
    /// caller must restrict it to the site.
    ///
    /// # Errors
    /// Database errors.
    pub async fn viewer_json(
        &self,
        sql: fn(&JsonSelect) -> String,
    ) -> Result<Option<String>, DbErr> {
        #[derive(FromQueryResult)]
        struct JsonRow {
            document: String,
        }
        let select = JsonSelect::new(self.backend(), self.site());
        // The second parameter is used by parts about a portal.
        let sql = format!(
            "SELECT CAST({} AS TEXT) AS document FROM users u WHERE u.id = $1 AND $2 IS NOT NULL",
            sql(&select)
        );
        let values = vec![self.viewer.id().into(), select.portal_value()];
        Ok(self.raw(&sql, values).one::<JsonRow>().await?.map(|row| row.document))
    }
}

impl<V: AcrossSites> Scope<V> {
    /// Reads a site-dependent table across all sites.
    pub fn across_sites<E: SiteVisibility>(&self) -> Rows<'_, E> {
        Rows::new(self.conn(), Condition::all())
    }
}
