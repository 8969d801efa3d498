//! Counts sign-ins by method and outcome, without any identity.

use super::sign_in::SignInResult;
use http::StatusCode;
use platform::Problem;
use platform::telemetry::count_sign_in;

/// Counts the result of a sign-in.
pub(super) fn record(method: &'static str, result: Result<&SignInResult, &Problem>) {
    let outcome = match result {
        Ok(SignInResult::Success { .. }) => "success",
        Ok(SignInResult::MfaRequired { .. } | SignInResult::MfaEnrolmentRequired { .. }) => {
            "second_factor"
        }
        Ok(SignInResult::PasswordResetRequired { .. }) => "refused",
        Err(problem) => refusal(problem.entry.status),
    };
    count_sign_in(method, outcome);
}

/// Counts a sign-in that ended without the account's credential.
pub(super) fn record_refused(method: &'static str) {
    count_sign_in(method, "refused");
}

fn refusal(status: StatusCode) -> &'static str {
    match status {
        StatusCode::TOO_MANY_REQUESTS => "limited",
        status if status.is_server_error() => "error",
        _ => "refused",
    }
}
