//! The table of all metrics.

use super::{Metric, MetricKind, declare};

/// Histograms of work that may take minutes.
pub const SLOW: &[&str] = &[JOB_SECONDS, IMAGE_SECONDS, ROUTES_BUILD_SECONDS];

declare! {
    // Requests at the edge.
    EDGE_REQUESTS: Counter "guildhall_edge_http_requests_total" ["route", "method", "status", "site"] "edge",
        "Answered requests by route template, method, status class (`2xx`) and kind of site (`main`, `portal`, `none`)";
    EDGE_REQUEST_SECONDS: Histogram "guildhall_edge_http_request_duration_seconds" ["route", "method", "status", "site"] "edge",
        "Time until the response head, with the same labels";
    EDGE_IN_FLIGHT: Gauge "guildhall_edge_http_requests_in_flight" [] "edge",
        "Requests that wait for their response head";
    EDGE_UPSTREAM_ERRORS: Counter "guildhall_edge_upstream_errors_total" ["upstream", "cause"] "edge",
        "Requests that failed because of the role behind the edge: `upstream` is `runtime` or `control`, `cause` is `away`, `broken` or `slow`";
    EDGE_CONNECTIONS: Gauge "guildhall_edge_connections" [] "edge",
        "Open client connections";
    EDGE_HANDSHAKES: Counter "guildhall_edge_handshakes_total" ["outcome"] "edge",
        "TLS handshakes by outcome: `served`, `not_ready`, `challenge`, `health_check`, `unknown_name`, `nameless`, `failed`, `slow`, `limited`";
    EDGE_CUT: Counter "guildhall_edge_connections_cut_total" ["cause"] "edge",
        "Connections closed because of client behaviour: `resets`, `pings`, `settings`, `silent`, `untaken`";
    EDGE_REFUSED: Counter "guildhall_edge_requests_refused_total" ["cause"] "edge",
        "Requests over a limit: `network`, `tenant`, `content`";
    EDGE_WAITED: Counter "guildhall_edge_requests_waited_total" [] "edge",
        "Requests that waited in their tenant's queue";
    EDGE_STALLED: Counter "guildhall_edge_answers_stalled_total" [] "edge",
        "Response bodies that an upstream stopped sending";
    EDGE_CERTIFICATES: Gauge "guildhall_edge_certificates" [] "edge",
        "Active certificates";
    EDGE_SOONEST_END: Gauge "guildhall_edge_certificate_soonest_end_seconds" [] "edge",
        "Earliest expiry of an active certificate, Unix time; 0 without certificates";
    EDGE_CERTIFICATES_REFUSED: Counter "guildhall_edge_certificates_refused_total" [] "edge",
        "Certificates from the control plane that could not be used";
    EDGE_ROUTES_VERSION: Gauge "guildhall_edge_routes_version" [] "edge",
        "Version of the active route table";
    EDGE_ROUTES_CONFIRMED: Gauge "guildhall_edge_routes_confirmed_timestamp_seconds" [] "edge in a process of its own",
        "Time at which the control plane last confirmed the active route table, Unix time";
    EDGE_ROUTES_REFUSED: Counter "guildhall_edge_routes_refused_total" [] "edge",
        "Rejected route tables";

    // Requests in the servers.
    HTTP_REQUESTS: Counter "guildhall_http_requests_total" ["route", "method", "status", "site"] "runtime, control plane",
        "Answered requests by route template, method, status class (`2xx`) and kind of site (`main`, `portal`, `none`)";
    HTTP_SECONDS: Histogram "guildhall_http_request_duration_seconds" ["route", "method", "status", "site"] "runtime, control plane",
        "Time until the response head, with the same labels";
    HTTP_IN_FLIGHT: Gauge "guildhall_http_requests_in_flight" [] "runtime, control plane",
        "Requests that are being handled";

    // Live streams and the event log.
    LIVE_STREAMS: Gauge "guildhall_live_streams" [] "runtime",
        "Open live streams";
    LIVE_OPENED: Counter "guildhall_live_streams_opened_total" [] "runtime",
        "Opened live streams";
    LIVE_ENDED: Counter "guildhall_live_streams_ended_total" ["cause"] "runtime",
        "Ended live streams: `client` closed it, `session` ended, `poll` completed, `shutdown`, `error`";
    LIVE_SENT: Counter "guildhall_live_events_delivered_total" [] "runtime",
        "Events written to live streams";
    LIVE_DROPPED: Counter "guildhall_live_events_dropped_total" [] "runtime",
        "Events that a slow live stream skipped; its client reloads instead";
    EVENTS_RELAYED: Counter "guildhall_events_relayed_total" [] "runtime",
        "Events numbered by the relay of this process";
    OUTBOX_WAITING: Gauge "guildhall_outbox_unpublished" [] "runtime, control plane, worker (the same value; aggregate with max)",
        "Committed events that the relay has not published";
    OUTBOX_AGE: Gauge "guildhall_outbox_oldest_age_seconds" [] "runtime, control plane, worker (the same value; aggregate with max)",
        "Age of the oldest unpublished event; 0 without one";
    BUS_DROPPED: Counter "guildhall_bus_dropped_total" [] "runtime, control plane, worker",
        "Bus messages that could not be sent to Redis";

    // Jobs.
    JOBS: Gauge "guildhall_jobs" ["kind", "state"] "runtime, control plane, worker (the same value; aggregate with max)",
        "Stored jobs by kind and state: `due`, `scheduled`, `running`, `dead` (failed permanently, kept for 7 days)";
    JOBS_OLDEST: Gauge "guildhall_jobs_oldest_due_age_seconds" ["kind"] "runtime, control plane, worker (the same value; aggregate with max)",
        "Time since the oldest due job should have run; 0 without one";
    JOBS_RUN: Counter "guildhall_jobs_total" ["kind", "outcome"] "worker",
        "Executed jobs: `done`, `retried` (failed, will run again), `failed` (permanently), `lost` (lease expired), `interrupted` (by a shutdown, will run again)";
    JOB_SECONDS: Histogram "guildhall_job_duration_seconds" ["kind"] "worker",
        "Duration of a job";

    // The database.
    DB_SECONDS: Histogram "guildhall_db_statement_duration_seconds" [] "runtime, control plane, worker",
        "Duration of a statement, without the wait for a connection; its count is the number of statements";
    DB_ACQUIRE_SECONDS: Histogram "guildhall_db_acquire_duration_seconds" [] "runtime, control plane, worker",
        "Wait for a connection of the pool; for a transaction it includes BEGIN";
    DB_CONNECTIONS: Gauge "guildhall_db_connections" ["state"] "runtime, control plane, worker",
        "Connections of the pool: `in_use`, `idle`";
    DB_CONNECTIONS_MAX: Gauge "guildhall_db_connections_max" [] "runtime, control plane, worker",
        "Maximum size of the pool";
    DATABASE_AVAILABLE: Gauge "guildhall_database_available" [] "runtime, control plane, worker",
        "1, or 0 while the circuit breaker is open because PostgreSQL does not answer";
    BREAKER_OPENED: Counter "guildhall_database_breaker_opened_total" [] "runtime, control plane, worker",
        "Times that the circuit breaker opened";
    DATABASE_DAMAGE: Counter "guildhall_database_damage_total" [] "runtime, control plane, worker",
        "Statements that found stored data damaged";

    // Limits and Redis.
    LIMIT_CHECKS: Counter "guildhall_limit_checks_total" ["backend"] "runtime, control plane, worker",
        "Rate limit checks by the store that answered: `memory`, `database`, `redis`";
    LIMIT_REFUSED: Counter "guildhall_limit_refused_total" ["action"] "runtime, control plane, worker",
        "Attempts refused by a rate limit, by its name";
    LIMIT_ERRORS: Counter "guildhall_limit_errors_total" ["backend"] "runtime, control plane, worker",
        "Failed calls of a limit store: `database`, `redis`";
    LIMIT_FALLBACK: Counter "guildhall_limit_fallback_total" [] "runtime, control plane, worker",
        "Rate limit checks in memory because the shared store was unavailable";
    REDIS_AVAILABLE: Gauge "guildhall_redis_available" ["use"] "runtime, control plane, worker, with Redis",
        "1, or 0 after a failed call, by use: `limits`, `bus`";
    REDIS_SECONDS: Histogram "guildhall_redis_call_duration_seconds" ["outcome"] "runtime, control plane, worker, with Redis",
        "Duration of a call of the limiter: `ok`, `error`";

    // Files, pictures and mail.
    BLOB_SECONDS: Histogram "guildhall_blob_operation_duration_seconds" ["operation", "outcome"] "runtime, control plane, worker",
        "Duration of a blob store operation: `put`, `get`, `delete`, with `ok` or `error`";
    IMAGE_SECONDS: Histogram "guildhall_image_processing_duration_seconds" ["outcome"] "runtime, control plane",
        "Duration of decoding and scaling a picture: `ok`, `refused`, `busy` (the queue was full)";
    MAILS_SENT: Counter "guildhall_mails_sent_total" ["mail"] "worker",
        "Emails that the mail server accepted, by template";
    MAILS_FAILED: Counter "guildhall_mails_failed_total" ["mail", "cause"] "worker",
        "Failed attempts to send an email: `temporary` (will be retried), `permanent`";
    MAILS_SUPPRESSED: Counter "guildhall_mails_suppressed_total" ["mail"] "worker",
        "Emails that were not sent because the address does not accept them, by template";
    MAIL_FEEDBACK: Counter "guildhall_mail_feedback_total" ["kind"] "worker",
        "Reports about sent emails: `bounce`, `delay`, `complaint`, `unknown` (of no email of this instance)";
    PUSH_MESSAGES: Counter "guildhall_push_messages_total" ["outcome"] "worker",
        "Push messages: `accepted`, `retried`, `postponed` (the push service named a time), `gone` (the subscription ended), `refused`, `too-long`, `expired`, `unsubscribed`, `signed-out`, `not-needed` (read meanwhile, or not visible)";
    WEBHOOK_DELIVERIES: Counter "guildhall_webhook_deliveries_total" ["outcome"] "worker",
        "Attempts to deliver an event to a webhook: `delivered`, `retried` (a later attempt follows), `failed` (the last attempt), `skipped` (the webhook was deactivated)";

    // Sign-in and security.
    SIGN_INS: Counter "guildhall_sign_ins_total" ["method", "outcome"] "runtime",
        "Attempts to sign in with `password`, `google` or `passkey`: `success`, `second_factor` (the first step succeeded), `refused`, `limited`, `error`";
    PASSWORD_HASH_SECONDS: Histogram "guildhall_password_hash_duration_seconds" [] "runtime",
        "Duration of a password hash";
    TOKENS_REPLAYED: Counter "guildhall_session_tokens_replayed_total" [] "runtime, control plane",
        "Uses of a session token after its replacement";
    COOKIE_DUPLICATES: Counter "guildhall_cookie_duplicates_total" [] "runtime, control plane",
        "Requests with a duplicated security cookie, which is deleted";
    CSP_VIOLATIONS: Counter "guildhall_csp_violations_total" ["directive"] "runtime",
        "Reported violations of the content security policy";

    // Certificates and domains.
    ROUTES_BUILD_SECONDS: Histogram "guildhall_routes_build_duration_seconds" [] "control plane",
        "Duration of building a route table";
    CERTIFICATES: Gauge "guildhall_certificates" ["state"] "worker",
        "Hosts that should have a certificate: `valid`, `renewing`, `waiting`, `failed`";
    CERTIFICATES_SOONEST_END: Gauge "guildhall_certificates_soonest_end_seconds" [] "worker",
        "Earliest expiry of an active certificate, Unix time; 0 without certificates";
    CERTIFICATES_NEXT_RENEWAL: Gauge "guildhall_certificates_next_renewal_seconds" [] "worker",
        "Time of the next renewal, Unix time; 0 without one";
    CERTIFICATE_ORDERS_LEFT: Gauge "guildhall_certificate_orders_left" ["issuer"] "worker",
        "Orders that an authority's account allows now, by its configured name";
    DOMAINS: Gauge "guildhall_domains" ["state"] "worker",
        "Custom domains by state";

    // The process.
    BUILD_INFO: Gauge "guildhall_build_info" ["version", "revision"] "every role",
        "Always 1; the labels name the build";
    TRACE_EXPORTS: Counter "guildhall_trace_exports_total" ["outcome"] "every role, with a collector",
        "Batches of spans sent to the collector: `ok`, `error`";
    RUNTIME_DELAY_SECONDS: Histogram "guildhall_runtime_delay_seconds" [] "every role",
        "Delay of a task that wakes every second: a busy process runs tasks late";
    RUNTIME_TASKS: Gauge "guildhall_runtime_tasks" [] "every role",
        "Tasks of the asynchronous runtime that have not finished";
    PROCESS_CPU: Counter "process_cpu_seconds_total" [] "every role",
        "User and system CPU time";
    PROCESS_RESIDENT: Gauge "process_resident_memory_bytes" [] "every role",
        "Resident memory";
    PROCESS_VIRTUAL: Gauge "process_virtual_memory_bytes" [] "every role",
        "Virtual memory";
    PROCESS_OPEN_FDS: Gauge "process_open_fds" [] "every role",
        "Open file descriptors";
    PROCESS_MAX_FDS: Gauge "process_max_fds" [] "every role",
        "Maximum number of open file descriptors";
    PROCESS_THREADS: Gauge "process_threads" [] "every role",
        "Threads of the process";
    PROCESS_START: Gauge "process_start_time_seconds" [] "every role",
        "Start of the process, Unix time";
}
