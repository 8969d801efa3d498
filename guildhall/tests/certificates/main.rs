//! Certificates, from a real authority (Pebble) for hosts of a real edge, with real name servers: on
//! private ports of this machine. Its own target, since each test starts servers.
//!
//! What an authority and its network can do to an order, and where it is shown:
//!
//! | | what happens | test |
//! |---|---|---|
//! | 1 | two names by HTTP-01 | `issuing::several_names_of_one_host_share_a_certificate_and_hosts_do_not` |
//! | 2 | TLS-ALPN-01 | `issuing::where_port_80_is_shut_the_host_is_proven_over_tls` |
//! | 3 | DNS-01, a wildcard | `wildcard::a_wildcard_is_proven_in_the_zone_and_the_zone_is_left_clean` |
//! | 4 | a wildcard without a zone | `wildcard::a_wildcard_that_no_zone_of_ours_proves_is_not_even_wanted` |
//! | 5 | 30 % of nonces refused | `issuing::an_authority_that_refuses_most_nonces_issues_all_the_same` |
//! | 6 | 60 % of them | the same |
//! | 7 | 90 % of them | the same |
//! | 8 | wrong key authorization | `refusals::where_another_server_answers_the_cause_says_so` |
//! | 9 | nothing at the token (404) | the same |
//! | 10 | connection refused | `issuing::where_port_80_is_shut_the_host_is_proven_over_tls` |
//! | 11 | SERVFAIL | `refusals::where_the_authority_gets_no_answer_from_the_dns_the_cause_says_so`, `preflight::an_order_that_must_fail_is_never_made_and_its_cause_is_told` |
//! | 12 | an A record that leads elsewhere | `refusals::a_host_that_leads_elsewhere_is_tried_three_times_an_hour_at_most_and_both_ways` |
//! | 13 | failed, put right, ordered again | the same |
//! | 14 | a rejected identifier | `refusals::a_name_that_the_authority_refuses_is_not_tried_again_and_the_others_go_on`, `names::a_refused_name_is_left_out_and_the_others_of_its_order_go_on` |
//! | 15 | external account binding | `issuing::an_authority_that_asks_for_an_external_binding_gets_it` |
//! | 16 | an account that is forgotten | `issuing::an_account_that_the_authority_forgot_is_opened_again` |
//! | 17 | proofs that are reused | `issuing::what_was_proven_lately_need_not_be_proven_again` |
//! | 18 | a renewal window | `renewing::the_moment_lies_in_the_window_and_is_asked_for_when_the_authority_says` |
//! | 19 | a window in the past | `renewing::a_window_in_the_past_renews_at_once_and_what_was_replaced_is_ordered_plainly` |
//! | 20 | `replaces` | `renewing::a_renewal_that_says_what_it_replaces_takes_nothing_of_the_budget` |
//! | 21 | `alreadyReplaced` | `renewing::a_window_in_the_past_renews_at_once_and_what_was_replaced_is_ordered_plainly` |
//! | 22 | a profile | `issuing::the_profile_that_an_operator_chose_is_asked_for` |
//! | 23 | 429 with `Retry-After` | `limits::a_limit_is_kept_to_the_second_whatever_its_answer_looks_like` |
//! | 24 | 503 in HTML | `limits::an_authority_in_trouble_is_tried_again_soon_and_then_the_next_one_is_asked` |
//! | 25 | no answer at all | `silence::an_authority_that_hangs_is_left_in_time_and_the_cause_says_so` |
//! | 26 | a download that is cut | `resuming::a_download_that_is_cut_is_taken_up_again` |
//! | 27 | an order taken up again | `resuming::a_worker_that_ends_at_any_step_costs_no_second_order` |
//!
//! Workers as processes, killed and frozen in the middle of many orders, are in
//! `guildhall/tests/servers/renewals.rs`.
#![expect(
    clippy::disallowed_methods,
    reason = "tests look at the product from outside: they have no scope"
)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on says where and stops"
)]
#![expect(
    dead_code,
    unused_imports,
    reason = "the shared kit is made for the larger target beside this one"
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
