//! Certificates with a real authority (Pebble), a real edge and real name servers, on private ports
//! of this machine. A separate target, because each test starts servers.
//!
//! Events of an authority and its network during an order, with their tests:
//!
//! | | event | test |
//! |---|---|---|
//! | 1 | two names by HTTP-01 | `issuing::names_of_one_host_share_a_certificate_and_hosts_do_not` |
//! | 2 | TLS-ALPN-01 | `issuing::uses_tls_alpn_when_port_80_is_blocked` |
//! | 3 | DNS-01, a wildcard | `wildcard::wildcard_is_validated_by_dns_and_the_zone_is_cleaned_up` |
//! | 4 | a wildcard without a zone | `wildcard::rejects_a_wildcard_outside_our_zone` |
//! | 5 | 30 % of nonces refused | `issuing::issues_although_most_nonces_are_refused` |
//! | 6 | 60 % of them | the same |
//! | 7 | 90 % of them | the same |
//! | 8 | wrong key authorization | `refusals::cause_names_a_foreign_server` |
//! | 9 | no content at the token (404) | the same |
//! | 10 | connection refused | `issuing::uses_tls_alpn_when_port_80_is_blocked` |
//! | 11 | SERVFAIL | `refusals::cause_names_a_dns_failure`, `preflight::preflight_failure_prevents_the_order_and_is_reported` |
//! | 12 | an A record that points elsewhere | `refusals::failing_host_is_tried_three_times_an_hour_with_both_challenges` |
//! | 13 | failed, corrected, ordered again | the same |
//! | 14 | a rejected identifier | `refusals::refused_name_is_not_retried`, `names::refused_name_is_left_out_of_its_order` |
//! | 15 | external account binding | `issuing::sends_the_external_account_binding` |
//! | 16 | an unknown account | `issuing::recreates_an_account_that_the_authority_forgot` |
//! | 17 | reused authorizations | `issuing::reuses_a_recent_authorization` |
//! | 18 | a renewal window | `renewing::renewal_time_is_in_the_window_and_queried_as_requested` |
//! | 19 | a window in the past | `renewing::past_window_renews_at_once_and_replaced_certificate_is_ordered_normally` |
//! | 20 | `replaces` | `renewing::ari_renewal_consumes_no_rate_limit` |
//! | 21 | `alreadyReplaced` | `renewing::past_window_renews_at_once_and_replaced_certificate_is_ordered_normally` |
//! | 22 | a profile | `issuing::requests_the_configured_profile` |
//! | 23 | 429 with `Retry-After` | `limits::retry_after_is_respected_in_every_response_format` |
//! | 24 | 503 in HTML | `limits::retries_a_failing_authority_and_then_uses_the_next` |
//! | 25 | no response | `silence::hanging_authority_times_out_with_a_cause` |
//! | 26 | an interrupted download | `resuming::interrupted_download_is_resumed` |
//! | 27 | a continued order | `resuming::worker_killed_at_any_step_causes_no_second_order` |
//!
//! Workers as processes that are killed and frozen during many orders are in
//! `guildhall/tests/servers/renewals.rs`.
#![expect(
    clippy::disallowed_methods,
    reason = "tests use the product from outside and have no scope"
)]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test stops at the first failure")]
#![expect(
    dead_code,
    unused_imports,
    reason = "the shared kit is written for the larger test target"
)]

mod authority;
#[path = "../it/kit/mod.rs"]
mod kit;
mod paper;
mod pebble;
mod stand_in;
mod world;

mod domains;
mod fleet;
mod issuing;
mod limits;
mod many;
mod names;
mod preflight;
mod refusals;
mod renewing;
mod resuming;
mod roles;
mod silence;
mod wildcard;
