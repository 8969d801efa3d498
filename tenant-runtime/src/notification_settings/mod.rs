//! Each person's choice of how they are notified: channels by kind of notification, quiet hours,
//! time zone and digests (K-58, gap G-105).
//!
//! This module imports no other feature, so that every feature may ask it. The endpoints and the
//! delivery are in [`crate::notifications`].

mod account_deletion;
mod kinds;
mod rows;
mod schedule;
mod settings;
mod store;

pub use account_deletion::export_of;
pub use kinds::{EmailTiming, NotificationKind};
pub use rows::DigestWeekday;
pub use schedule::{DigestCadence, QuietHours};
pub use settings::{KindChannels, NotificationSettings};
pub use store::{
    EmailStop, load_settings, load_settings_of, save_settings, stop_email, without_in_app,
};
