//! Vouches: a person vouches for another, once, until they withdraw it. The profile of a person
//! lists their vouchers if both agree: the voucher by vouching, the person by their settings.

mod routes;
mod rules;

pub(super) use routes::routes;
pub(super) use rules::between;
pub use rules::import_vouches;
