//! Who asks, through which door, and the only ways to the database.
//!
//! Every rule and store function takes a [`Scope`] (or the [`Tx`] it opened) first. The signature of
//! a handler is its permission: `Scope<Member>` is refused to everyone who is not signed in,
//! verified, onboarded and in good standing before the body is read. `&Scope` reads, `&mut Scope`
//! may write, [`Tx`] is writing.
//!
//! These do not compile, and must not (style guide section 3):
//!
//! A query past the door, because a scope is no connection:
//! ```compile_fail,E0277
//! # use platform::{Scope, Member, sessions::row};
//! use sea_orm::EntityTrait;
//! async fn past_the_door(scope: &Scope<Member>) {
//!     row::Entity::find().all(scope).await;
//! }
//! ```
//! The wrong word for a table that doors divide:
//! ```compile_fail,E0277
//! # use platform::{Scope, Member, Seen, Door};
//! # mod community {
//! #     use sea_orm::entity::prelude::*;
//! #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
//! #     #[sea_orm(table_name = "communities")]
//! #     pub struct Model { #[sea_orm(primary_key, auto_increment = false)] pub id: Uuid }
//! #     #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
//! #     pub enum Relation {}
//! #     impl ActiveModelBehavior for ActiveModel {}
//! # }
//! # impl Seen for community::Entity {
//! #     fn through(_: Door) -> sea_orm::Condition { sea_orm::Condition::all() }
//! # }
//! fn the_wrong_word(scope: &Scope<Member>) {
//!     let _ = scope.doorless::<community::Entity>();
//! }
//! ```
//! Every door at once, as a member:
//! ```compile_fail,E0277
//! # use platform::{Scope, Member, Seen, Door};
//! # mod community {
//! #     use sea_orm::entity::prelude::*;
//! #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
//! #     #[sea_orm(table_name = "communities")]
//! #     pub struct Model { #[sea_orm(primary_key, auto_increment = false)] pub id: Uuid }
//! #     #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
//! #     pub enum Relation {}
//! #     impl ActiveModelBehavior for ActiveModel {}
//! # }
//! # impl Seen for community::Entity {
//! #     fn through(_: Door) -> sea_orm::Condition { sea_orm::Condition::all() }
//! # }
//! fn every_door(scope: &Scope<Member>) {
//!     let _ = scope.through_every_door::<community::Entity>();
//! }
//! ```
//! A forged viewer:
//! ```compile_fail,E0451
//! # use platform::{Staff, UserId};
//! fn forged() {
//!     let _ = Staff { id: UserId::new() };
//! }
//! ```
//! A write outside a transaction:
//! ```compile_fail,E0599
//! # use platform::{Scope, Member, sessions::row};
//! fn outside_a_transaction(scope: &mut Scope<Member>) {
//!     let _ = scope.doorless_table::<row::Entity>();
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
//! A read of the scope while its transaction is open, which would wait for itself on SQLite:
//! ```compile_fail,E0502
//! # use platform::{Scope, Member, sessions::row};
//! async fn beside_the_transaction(scope: &mut Scope<Member>) {
//!     let tx = scope.begin().await.unwrap();
//!     let _ = scope.doorless::<row::Entity>();
//!     tx.commit().await.unwrap();
//! }
//! ```
//!
//! And this is how each is meant; that it compiles shows that each of the others fails for its own reason:
//! ```no_run
//! # use platform::{Door, Member, Owned, Scope, Seen, System, sessions::row};
//! # mod community {
//! #     use sea_orm::entity::prelude::*;
//! #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
//! #     #[sea_orm(table_name = "communities")]
//! #     pub struct Model { #[sea_orm(primary_key, auto_increment = false)] pub id: Uuid }
//! #     #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
//! #     pub enum Relation {}
//! #     impl ActiveModelBehavior for ActiveModel {}
//! # }
//! # impl Seen for community::Entity {
//! #     fn through(_: Door) -> sea_orm::Condition { sea_orm::Condition::all() }
//! # }
//! async fn through_the_door(scope: &mut Scope<Member>) -> Result<(), sea_orm::DbErr> {
//!     let _seen = scope.select::<community::Entity>().all().await?;
//!     let _mine = scope.own::<row::Entity>().all().await?;
//!     let _doorless = scope.doorless::<row::Entity>().all().await?;
//!     let tx = scope.begin().await?;
//!     let _beside = tx.doorless::<row::Entity>().all().await?;
//!     let _changed: u64 = tx.execute("UPDATE users SET location = NULL", vec![]).await?;
//!     let _writable = (tx.table::<community::Entity>(), tx.doorless_table::<row::Entity>());
//!     tx.commit().await
//! }
//! async fn every_door(scope: &Scope<System>) -> Result<(), sea_orm::DbErr> {
//!     scope.through_every_door::<community::Entity>().all().await.map(|_| ())
//! }
//! ```

mod extract;
mod viewer;

pub use extract::{Gate, GateError};
pub use viewer::{AcrossDoors, Applicant, Identified, Member, SignedIn, Staff, System, Visitor};

use crate::db::{Conn, Doorless, Gather, Owned, Raw, Rows, Seen, Transaction, Tx};
use crate::request::RequestFacts;
use crate::services::Services;
use crate::sessions::CurrentSession;
use chrono::{DateTime, Utc};
use sea_orm::{Condition, ConnectionTrait as _, DbBackend, DbErr, FromQueryResult, Value};
use std::sync::Arc;
use std::time::Duration;
use wire::Door;

/// A viewer at a door, with the clock, the request and the ways to the database.
#[derive(Debug, Clone)]
pub struct Scope<V> {
    viewer: V,
    facts: Arc<RequestFacts>,
    services: Services,
    /// The one connection that it reads on, if it keeps one.
    reading: Option<Arc<Transaction>>,
}

impl<V> Scope<V> {
    pub(crate) const fn new(viewer: V, facts: Arc<RequestFacts>, services: Services) -> Self {
        Self { viewer, facts, services, reading: None }
    }

    /// Who asks.
    pub const fn viewer(&self) -> &V {
        &self.viewer
    }
    /// Through which door.
    pub fn door(&self) -> Door {
        self.facts.door
    }
    /// What the edge and the browser said about the request.
    pub fn facts(&self) -> &RequestFacts {
        &self.facts
    }
    /// Whether the viewer may not act as an admin yet: admins of this instance act with two factors, and
    /// the session was opened with one. Asked of every request, so that it holds from the moment on in
    /// which somebody becomes one.
    pub fn lacks_second_factor(&self) -> bool {
        self.facts.session.as_ref().is_some_and(|session| session.lacks_second_factor)
    }
    /// What the process is made of: limiter, blob store, configuration.
    pub const fn services(&self) -> &Services {
        &self.services
    }
    /// The time now.
    pub fn now(&self) -> DateTime<Utc> {
        self.services.clock().now()
    }
    /// Which of the two databases this is.
    pub fn backend(&self) -> sea_orm::DbBackend {
        self.services.database().backend()
    }

    fn conn(&self) -> Conn<'_> {
        match &self.reading {
            Some(transaction) => Conn::Tx(transaction),
            None => Conn::Pool(self.services.database().conn()),
        }
    }

    /// The same scope, reading all it reads on one connection until it is dropped. A statement for
    /// itself takes a connection from the pool and gives it back, which asks the server once more
    /// whether it is in order; here that is asked once for all, so it pays from the third statement on.
    /// Not for what waits for anything but the database meanwhile: others may want the connection.
    ///
    /// # Errors
    /// The database's.
    pub async fn on_one_connection(&self) -> Result<Self, DbErr>
    where
        V: Clone,
    {
        let reading = self.services.database().begin_reading().await?;
        Ok(Self { reading: Some(Arc::new(reading)), ..self.clone() })
    }

    /// The same scope on one connection whose statements PostgreSQL cancels after `limit`: dropping the future of a
    /// query does not end it there. SQLite needs no limit.
    ///
    /// # Errors
    /// The database's.
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

    /// Rows of a table that doors divide: those this door shows.
    pub fn select<E: Seen>(&self) -> Rows<'_, E> {
        Rows::new(self.conn(), E::through(self.door()))
    }
    /// Rows of a table that no door divides.
    pub fn doorless<E: Doorless>(&self) -> Rows<'_, E> {
        Rows::new(self.conn(), Condition::all())
    }
    /// Hand-written SQL that reads. The caller answers for the door.
    pub fn raw(&self, sql: &str, values: Vec<Value>) -> Raw<'_> {
        Raw::new(self.conn(), sql, values)
    }

    /// Begins a transaction. While it is open the scope itself is out of reach.
    ///
    /// # Errors
    /// The database's.
    pub async fn begin(&mut self) -> Result<Tx<'_, V>, DbErr> {
        // What is read afterwards is to hold what was written.
        self.reading = None;
        let tx = self.services.database().begin().await?;
        Ok(Tx::new(tx, &self.viewer, &self.facts, &self.services))
    }
}

impl<V> Scope<V> {
    /// Begins a transaction that is to succeed while the disk is full, such as signing out. On SQLite it has
    /// reserved space; on PostgreSQL only what needs no further space succeeds.
    ///
    /// # Errors
    /// The database's.
    pub async fn begin_essential(&mut self) -> Result<Tx<'_, V>, DbErr> {
        // The space is released once SQLite's write lock is held: nothing else of ours takes it.
        Ok(self.begin().await?.with_reserved_space().await)
    }
}

impl<V: Gate> Scope<V> {
    /// The same scope as the gate admits it with this session: for what outlives the request that it came
    /// with, so that nobody keeps what they were then.
    ///
    /// # Errors
    /// [`GateError`], the first that applies.
    pub fn admitted_again(&self, session: Option<CurrentSession>) -> Result<Self, GateError> {
        let facts = Arc::new(RequestFacts { session, ..(*self.facts).clone() });
        let viewer = V::admit(&facts)?;
        Ok(Self::new(viewer, facts, self.services.clone()))
    }
}

impl<V: Identified> Scope<V> {
    /// The viewer's own rows, through every door.
    pub fn own<E: Owned>(&self) -> Rows<'_, E> {
        Rows::new(self.conn(), E::of(self.viewer.id()))
    }

    /// What `sql` gathers of the viewer, who is the row `u` of `users`, as JSON. The caller answers for
    /// the door.
    ///
    /// # Errors
    /// The database's.
    pub async fn gathered(&self, sql: fn(&Gather) -> String) -> Result<Option<String>, DbErr> {
        #[derive(FromQueryResult)]
        struct Gathered {
            gathered: String,
        }
        let gather = Gather::new(self.backend(), self.door());
        // The second value is there for the parts that a portal has.
        let sql = format!(
            "SELECT CAST({} AS TEXT) AS gathered FROM users u WHERE u.id = $1 AND $2 IS NOT NULL",
            sql(&gather)
        );
        let values = vec![self.viewer.id().into(), gather.portal_value()];
        Ok(self.raw(&sql, values).one::<Gathered>().await?.map(|row| row.gathered))
    }
}

impl<V: AcrossDoors> Scope<V> {
    /// Rows of a table that doors divide, whatever the door.
    pub fn through_every_door<E: Seen>(&self) -> Rows<'_, E> {
        Rows::new(self.conn(), Condition::all())
    }
}
