//! Errors of sign-up and sign-in, with the specified messages.

use super::google::IssuerRefusal;
use platform::limiter::Verdict;
use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request about accounts is refused.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// Malformed input; the messages are joined by commas.
    #[error("{}", .0.iter().map(|field| field.message.as_str()).collect::<Vec<_>>().join(", "))]
    Fields(Vec<FieldError>),
    /// A required field is empty.
    #[error("All fields are required.")]
    Blank(Vec<FieldError>),
    /// The password is easy to guess.
    #[error("Password is too weak. Please choose a stronger password.")]
    WeakPassword,
    /// The address is well-formed, but no mail can be sent to it.
    #[error("Invalid email address format.")]
    Unmailable,
    /// The address belongs to an account.
    #[error("This email is already registered. Please use a different email or sign in.")]
    EmailTaken,
    /// The invite code is missing.
    #[error("An invite code is required to create an account. Please enter a valid invite code.")]
    CodeRequired,
    /// The invite code was not valid when the account was created.
    #[error("Invalid or expired invite code. Please try again with a valid code.")]
    CodeRefused,
    /// The input is empty.
    #[error("Please enter an invite code")]
    CodeEmpty,
    /// No active code with this text, or not valid on this portal (A-068, P-04).
    #[error("Invalid invite code.")]
    CodeInvalid,
    /// The code has reached its maximum number of uses.
    #[error("This invite code has reached its usage limit.")]
    CodeSpent,
    /// The code has expired.
    #[error("This invite code has expired.")]
    CodeExpired,
    /// Too many invite codes were tried.
    #[error("Too many validation attempts. Please try again in {} minute(s).", .0.retry_after_minutes())]
    CodeLimit(Verdict),
    /// Too many sign-ups.
    #[error("Too many signup attempts. Please try again in {} minute(s).", .0.retry_after_minutes())]
    SignUpLimit(Verdict),
    /// Too many sign-ins.
    #[error("Too many login attempts. Please try again in {} minute(s).", .0.retry_after_minutes())]
    LoginLimit(Verdict),
    /// A hundred wrong passwords in a row.
    #[error("Too many unsuccessful login attempts. Please try again later or reset your password.")]
    LoginBlocked(Verdict),
    /// Wrong address or wrong password: the same message for both (G-059).
    #[error("Invalid email or password.")]
    InvalidLogin,
    /// No such account; only if the operator allows messages to reveal accounts.
    #[error("No account found with this email.")]
    NoSuchAccount,
    /// Wrong password; only if the operator allows messages to reveal accounts.
    #[error("Incorrect password.")]
    WrongPassword,
    /// The account has no password: it was created with Google (G-067).
    #[error("This email is linked to a Google account. Please sign in with Google.")]
    GoogleAccount,
    /// Too many sign-ins with Google.
    #[error("Too many Google sign-in attempts. Please try again in {} minute(s).", .0.retry_after_minutes())]
    GoogleLimit(Verdict),
    /// The user declined at the issuer.
    #[error("Sign-in was cancelled. Please try again.")]
    GoogleCancelled,
    /// The issuer's response is invalid, or was not meant for this browser.
    #[error("Google sign-in failed. Please try again.")]
    GoogleFailed,
    /// The issuer rejects the client id, secret or request.
    #[error("Authentication configuration error. Please contact support.")]
    GoogleMisconfigured(IssuerRefusal),
    /// The issuer's response is refused, and retrying does not help.
    #[error("{0}")]
    GoogleRefused(IssuerRefusal),
    /// The issuer does not respond.
    #[error("Google sign-in failed. Please try again.")]
    GoogleAway(String),
    /// Sign-in with Google is not available on this site; the same 404 as for an unknown path.
    #[error("Not found")]
    GoogleNotHere,
    /// Banned or suspended.
    #[error("Account is suspended or banned")]
    Suspended,
    /// The email address is not verified.
    #[error(
        "Please verify your email address to continue. Check your inbox for a verification link."
    )]
    NotVerified,
    /// The idToken is invalid, used, or belongs to another browser.
    #[error("Failed to create session")]
    SessionRefused,
    /// The browser was signed out after the idToken was issued.
    #[error("Logout in progress")]
    LogoutInProgress,
    /// The request has no session.
    #[error("No session found")]
    NoSession,
    /// The session is not valid.
    #[error("No valid session")]
    NoValidSession,
    /// Too many session checks (A-140, G-003).
    #[error("Session check throttled")]
    CheckThrottled(Verdict),
    /// Too many mails were requested.
    #[error("Too many requests. Please wait before requesting another verification email.")]
    ResendLimit(Verdict),
    /// No account has this address; only if the operator allows messages to reveal accounts
    ///
    #[error("User account not found.")]
    NobodyToMail,
    /// The first link could not be enqueued.
    #[error("Failed to send verification email")]
    LinkNotSent(#[source] DbErr),
    /// Another link for the signed-in user could not be enqueued.
    #[error("Failed to resend verification email")]
    LinkNotResent(#[source] DbErr),
    /// Another link for an address could not be enqueued.
    #[error("Failed to send verification link. Please try again later.")]
    LinkNotSentTo(#[source] DbErr),
    /// The account is disabled.
    #[error("This account has been disabled.")]
    Disabled,
    /// The link's token is incomplete or contains invalid characters.
    #[error("This verification link is incomplete. Please copy the whole link from your email.")]
    LinkMalformed,
    /// The link has expired.
    #[error("This verification link has expired. Please request a new one.")]
    LinkExpired,
    /// A newer link was sent, which replaces this one.
    #[error(
        "This verification link was replaced by a newer one. Please use the link in our latest email."
    )]
    LinkReplaced,
    /// The link was used, and the address must be verified again since.
    #[error("This verification link was already used. Please request a new one.")]
    LinkUsed,
    /// The link is unknown.
    #[error(
        "Verification not yet complete. Please check your inbox and click the verification link."
    )]
    LinkRefused,
    /// An error that was counted against a limit.
    #[error("{error}")]
    Counted {
        /// The error itself.
        error: Box<AccountError>,
        /// Attempts left.
        remaining: u32,
        /// Seconds until the next attempt, if none is left.
        retry_after_s: Option<u64>,
    },
    /// No account has this address or id.
    #[error("User not found")]
    NotFound,
    /// Too many password hashes are waiting.
    #[error("Service temporarily unavailable. Please try again later.")]
    Busy,
    /// A password could not be hashed, or a token not generated.
    #[error("An error occurred. Please try again.")]
    Fault(String),
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl AccountError {
    /// Adds the state of a limit that has counted the attempt.
    #[must_use]
    pub fn with_limit_state(self, verdict: Verdict) -> Self {
        let retry_after_s = (verdict.retry_after_s > 0).then_some(verdict.retry_after_s);
        Self::Counted { error: Box::new(self), remaining: verdict.remaining, retry_after_s }
    }

    const fn limit_verdict(&self) -> Option<&Verdict> {
        match self {
            Self::CodeLimit(verdict)
            | Self::SignUpLimit(verdict)
            | Self::LoginLimit(verdict)
            | Self::LoginBlocked(verdict)
            | Self::GoogleLimit(verdict)
            | Self::CheckThrottled(verdict)
            | Self::ResendLimit(verdict) => Some(verdict),
            _ => None,
        }
    }
}

impl CatalogueError for AccountError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Fields(_) => ProblemEntry::invalid("fields-invalid"),
            Self::Blank(_) => ProblemEntry::invalid("fields-required"),
            Self::WeakPassword => ProblemEntry::invalid("password-too-weak"),
            Self::Unmailable => ProblemEntry::invalid("email-unmailable"),
            Self::EmailTaken => ProblemEntry::conflict("email-taken"),
            Self::CodeRequired => ProblemEntry::invalid("invite-code-required"),
            Self::CodeRefused => ProblemEntry::invalid("invite-code-refused"),
            Self::CodeEmpty => ProblemEntry::invalid("invite-code-empty"),
            Self::CodeInvalid => ProblemEntry::invalid("invite-code-invalid"),
            Self::CodeSpent => ProblemEntry::invalid("invite-code-spent"),
            Self::CodeExpired => ProblemEntry::invalid("invite-code-expired"),
            Self::CodeLimit(_)
            | Self::SignUpLimit(_)
            | Self::LoginLimit(_)
            | Self::LoginBlocked(_)
            | Self::GoogleLimit(_)
            | Self::CheckThrottled(_)
            | Self::ResendLimit(_) => ProblemEntry::slow_down("rate-limited"),
            Self::InvalidLogin => ProblemEntry::unauthorized("invalid-login"),
            Self::NoSuchAccount => ProblemEntry::unauthorized("no-such-account"),
            Self::WrongPassword => ProblemEntry::unauthorized("wrong-password"),
            Self::GoogleAccount => ProblemEntry::unauthorized("google_account"),
            Self::GoogleCancelled => ProblemEntry::invalid("google-cancelled"),
            Self::GoogleFailed => ProblemEntry::invalid("google-failed"),
            Self::GoogleMisconfigured(refusal) | Self::GoogleRefused(refusal) => {
                ProblemEntry::invalid(refusal.code())
            }
            Self::GoogleAway(_) => ProblemEntry::away("google-away"),
            Self::GoogleNotHere => ProblemEntry::not_found("not-found"),
            Self::Suspended => ProblemEntry::forbidden("account-suspended"),
            Self::NotVerified => ProblemEntry::forbidden("email-not-verified"),
            Self::SessionRefused => ProblemEntry::unauthorized("session-refused"),
            Self::LogoutInProgress => ProblemEntry::conflict("logout-in-progress"),
            Self::NoSession => ProblemEntry::unauthorized("no-session"),
            Self::NoValidSession => ProblemEntry::unauthorized("no-valid-session"),
            Self::Disabled => ProblemEntry::forbidden("account-disabled"),
            Self::LinkMalformed => ProblemEntry::invalid("verification-link-malformed"),
            Self::LinkExpired => ProblemEntry::invalid("verification-link-expired"),
            Self::LinkReplaced => ProblemEntry::invalid("verification-link-replaced"),
            Self::LinkUsed => ProblemEntry::invalid("verification-link-used"),
            Self::LinkRefused => ProblemEntry::invalid("verification-link-refused"),
            Self::Counted { error, .. } => error.entry(),
            Self::NotFound => ProblemEntry::not_found("user-not-found"),
            Self::NobodyToMail => ProblemEntry::not_found("no-such-account"),
            Self::Busy => ProblemEntry::away("busy"),
            Self::Store(error)
            | Self::LinkNotSent(error)
            | Self::LinkNotResent(error)
            | Self::LinkNotSentTo(error)
                if platform::db::is_away(error) =>
            {
                ProblemEntry::away("storage-away")
            }
            Self::Fault(_)
            | Self::Store(_)
            | Self::LinkNotSent(_)
            | Self::LinkNotResent(_)
            | Self::LinkNotSentTo(_) => ProblemEntry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        let one = |field: &str| vec![FieldError::new(field, self.entry().code, self.to_string())];
        match self {
            Self::Counted { error, .. } => error.fields(),
            Self::Fields(fields) | Self::Blank(fields) => fields.clone(),
            // The specified message does not name the issuer.
            Self::GoogleMisconfigured(refusal) => {
                vec![FieldError::new("issuer", refusal.code(), refusal.to_string())]
            }
            Self::WeakPassword => one("password"),
            Self::EmailTaken | Self::Unmailable => one("email"),
            Self::CodeRequired | Self::CodeRefused => one("inviteCodeId"),
            Self::CodeEmpty | Self::CodeInvalid | Self::CodeSpent | Self::CodeExpired => {
                one("code")
            }
            _ => Vec::new(),
        }
    }

    fn attempts_remaining(&self) -> Option<u32> {
        match self {
            Self::Counted { remaining, .. } => Some(*remaining),
            _ => None,
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Counted { error, retry_after_s, .. } => retry_after_s.or(error.retry_after_s()),
            Self::Busy | Self::GoogleAway(_) => Some(1),
            Self::Store(error) if platform::db::is_away(error) => Some(1),
            _ => self.limit_verdict().map(|verdict| verdict.retry_after_s),
        }
    }
}
