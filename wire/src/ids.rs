//! Identifiers. Every kind of entity has its own type, so that two ids cannot be confused.
//!
//! An id is a UUIDv7 (RFC 9562) written as 32 lower-case hexadecimal characters, so that it is
//! alphanumeric and longer than 20 characters, as the specification requires of raw affiliation
//! ids.

/// The text is not a valid id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id is 32 lower-case hexadecimal characters")]
pub struct IdError;

/// Parses the 32 lower-case hexadecimal characters of an id.
///
/// # Errors
/// [`IdError`] for any other length, case or character.
pub fn parse_hex(text: &str) -> Result<uuid::Uuid, IdError> {
    let plain =
        text.len() == 32 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    if !plain {
        return Err(IdError);
    }
    uuid::Uuid::try_parse(text).map_err(|_| IdError)
}

/// Declares one identifier type: a UUIDv7 with its own type name.
///
/// With the feature `database` the type is also a column value (`uuid` on PostgreSQL, 16 bytes on
/// SQLite).
#[macro_export]
macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $crate::ids::Uuid);

        impl $name {
            /// Creates an id that sorts after all ids created before it in this process.
            #[must_use]
            pub fn new() -> Self {
                Self($crate::ids::Uuid::now_v7())
            }
            /// Returns the raw UUID, for query values.
            #[must_use]
            pub const fn uuid(self) -> $crate::ids::Uuid {
                self.0
            }
        }
        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", self.0.simple())
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0.simple())
            }
        }
        impl std::str::FromStr for $name {
            type Err = $crate::ids::IdError;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::ids::parse_hex(text).map(Self)
            }
        }
        impl From<$crate::ids::Uuid> for $name {
            fn from(raw: $crate::ids::Uuid) -> Self {
                Self(raw)
            }
        }
        impl From<$name> for $crate::ids::Uuid {
            fn from(id: $name) -> Self {
                id.0
            }
        }
        impl $crate::ids::serde::Serialize for $name {
            fn serialize<S: $crate::ids::serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.collect_str(self)
            }
        }
        impl<'de> $crate::ids::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::ids::serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let text =
                    <std::borrow::Cow<'de, str> as $crate::ids::serde::Deserialize>::deserialize(d)?;
                text.parse().map_err($crate::ids::serde::de::Error::custom)
            }
        }
        impl $crate::ids::utoipa::PartialSchema for $name {
            fn schema() -> $crate::ids::utoipa::openapi::RefOr<$crate::ids::utoipa::openapi::schema::Schema> {
                $crate::ids::id_schema()
            }
        }
        impl $crate::ids::utoipa::ToSchema for $name {}
        $crate::id_as_column!($name);
    };
}

#[doc(hidden)]
pub use serde;
#[doc(hidden)]
pub use utoipa;
pub use uuid::Uuid;

/// Schema of an id in the OpenAPI document.
#[must_use]
pub fn id_schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
    utoipa::openapi::schema::ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::Type::String)
        .pattern(Some("^[0-9a-f]{32}$"))
        .into()
}

#[cfg(feature = "database")]
#[doc(hidden)]
pub use sea_orm;

/// Column implementation of [`id!`](crate::id); empty without the feature `database`.
#[cfg(not(feature = "database"))]
#[doc(hidden)]
#[macro_export]
macro_rules! id_as_column {
    ($name:ident) => {};
}

/// Column implementation of [`id!`](crate::id).
#[cfg(feature = "database")]
#[doc(hidden)]
#[macro_export]
macro_rules! id_as_column {
    ($name:ident) => {
        impl From<$name> for $crate::ids::sea_orm::Value {
            fn from(id: $name) -> Self {
                id.0.into()
            }
        }
        impl $crate::ids::sea_orm::sea_query::ValueType for $name {
            fn try_from(
                v: $crate::ids::sea_orm::Value,
            ) -> Result<Self, $crate::ids::sea_orm::sea_query::ValueTypeErr> {
                <$crate::ids::Uuid as $crate::ids::sea_orm::sea_query::ValueType>::try_from(v)
                    .map(Self)
            }
            fn type_name() -> String {
                stringify!($name).to_owned()
            }
            fn array_type() -> $crate::ids::sea_orm::sea_query::ArrayType {
                <$crate::ids::Uuid as $crate::ids::sea_orm::sea_query::ValueType>::array_type()
            }
            fn column_type() -> $crate::ids::sea_orm::sea_query::ColumnType {
                $crate::ids::sea_orm::sea_query::ColumnType::Uuid
            }
        }
        impl $crate::ids::sea_orm::sea_query::Nullable for $name {
            fn null() -> $crate::ids::sea_orm::Value {
                <$crate::ids::Uuid as $crate::ids::sea_orm::sea_query::Nullable>::null()
            }
        }
        impl $crate::ids::sea_orm::TryGetable for $name {
            fn try_get_by<I: $crate::ids::sea_orm::ColIdx>(
                res: &$crate::ids::sea_orm::QueryResult,
                index: I,
            ) -> Result<Self, $crate::ids::sea_orm::TryGetError> {
                <$crate::ids::Uuid as $crate::ids::sea_orm::TryGetable>::try_get_by(res, index)
                    .map(Self)
            }
        }
        impl $crate::ids::sea_orm::TryFromU64 for $name {
            fn try_from_u64(_: u64) -> Result<Self, $crate::ids::sea_orm::DbErr> {
                Err($crate::ids::sea_orm::DbErr::ConvertFromU64(stringify!($name)))
            }
        }
    };
}

id!(
    /// A real-world organisation: an alumni association, a union, a faith community.
    AffiliationId
);
id!(
    /// A portal as the control plane manages it: one affiliation's hosts and brand.
    TenantId
);

#[cfg(test)]
mod tests {
    use super::{AffiliationId, parse_hex};

    #[test]
    fn id_round_trips() {
        let id = AffiliationId::new();
        assert_eq!(id.to_string().len(), 32);
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(serde_json::to_string(&id).ok(), Some(format!("\"{id}\"")));
    }

    #[test]
    fn rejects_other_spellings_of_an_id() {
        for text in ["", "0192", "0192-", "01920000000070008000000000000000A"] {
            assert!(parse_hex(text).is_err(), "{text}");
        }
        assert!(parse_hex("0192000000007000800000000000000A").is_err());
        assert!(parse_hex("01920000-0000-7000-8000-000000000000").is_err());
    }
}
