//! All rate limits in one table (accounts, G-021 to G-024, and the security design's
//! section 7).

use std::time::Duration;

/// A rate-limited action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitedAction {
    /// Password sign-in, per account and device class.
    Login,
    /// Password sign-ins, per network.
    LoginNetwork,
    /// Sign-up, per code and device.
    SignUp,
    /// Sign-ups, per network; generous, because a whole room may share one.
    SignUpNetwork,
    /// Sign-ups, per email address.
    SignUpEmail,
    /// Sign-up response that the address has an account, per invite code and day.
    RegisteredEmailCode,
    /// The same, per network and day.
    RegisteredEmailNetwork,
    /// Failed look-up of an invite code, per network and device.
    InviteCode,
    /// Google sign-in, per network and device.
    GoogleSignIn,
    /// Google sign-ins, per device, network and UTC day.
    GoogleSignInDaily,
    /// Google sign-ins, per network.
    GoogleSignInNetwork,
    /// Password reset, per network and device.
    PasswordReset,
    /// Minimum interval between two reset emails to an account that unknown devices request.
    PasswordResetAccount,
    /// Reset email requested from a device that the account has used before.
    PasswordResetKnownDevice,
    /// Password resets, per network.
    PasswordResetNetwork,
    /// Repeated entry of the current password by a signed-in user, per account.
    PasswordProof,
    /// TOTP or backup code, per account.
    SecondFactor,
    /// New verification email, per signed-in account, or per account and known device.
    VerificationResend,
    /// New verification emails of a signed-in account per hour.
    VerificationResendHourly,
    /// Minimum interval between two verification emails to an account that unknown devices request.
    VerificationResendAccount,
    /// New verification emails, per network.
    VerificationResendNetwork,
    /// Attempt at a community's private code, per account.
    PrivateCode,
    /// New community, per account.
    CreateCommunity,
    /// New thread, per account.
    CreateThread,
    /// Post or reply, per account.
    CreatePost,
    /// Direct message or reaction to one, per account; separate, because a conversation needs more
    /// than other writes.
    SendMessage,
    /// Receipt of delivered messages, per account; separate, because pages send it by themselves.
    ReportDelivery,
    /// Typing indicator, per account.
    Typing,
    /// Vouches of an account per week.
    Vouch,
    /// Introductions by an account per day.
    Introduce,
    /// New support ticket or conversation, per account.
    CreateTicket,
    /// Message, file or change in support, per account; separate, because staff make many.
    SupportMessage,
    /// Like or reaction to a post, article or comment, per account.
    React,
    /// Uploaded image, per account.
    Upload,
    /// Change or deletion of one's own content, per account.
    EditContent,
    /// Join, request or leave a community or an affiliation, per account.
    Join,
    /// Approval or rejection of a request, per account.
    Review,
    /// Report of content or a message, per account.
    Report,
    /// Follow, mute or block a person, per account.
    Follow,
    /// Invitation, sent, withdrawn or answered, per account; a list counts once.
    Invite,
    /// Removal of content or members, timeout, or change of a role, per account.
    Moderate,
    /// Change of a community's or an affiliation's settings, per account.
    Manage,
    /// Change of one's own settings, subscriptions and preferences, per account.
    Preferences,
    /// Change in the staff portal that has no limit of its own, per account.
    StaffChange,
    /// All other writes, per account.
    Write,
    /// Waitlist entry, per browser.
    Waitlist,
    /// Waitlist entries of a browser per hour.
    WaitlistHourly,
    /// Waitlist entries of a network per hour.
    WaitlistNetwork,
    /// Security alert, per client.
    SecurityAlert,
    /// Report of a violation of the content security policy, per network.
    CspReport,
    /// Start of a transfer to another site, per session.
    TransferBegin,
    /// Authorisation of a transfer on the main site, per session.
    TransferAuthorize,
    /// Redemption of a transfer code, per browser and network.
    TransferRedeem,
    /// Redemptions of transfer codes, per network.
    TransferRedeemNetwork,
    /// Failed redemptions, per browser and network.
    TransferRedeemFailure,
    /// Failed redemptions, per network, because a client can forge its browser id.
    TransferRedeemFailureNetwork,
    /// Preview of a draft brand, per network.
    BrandPreview,
    /// Download of a private calendar, per feed.
    CalendarFeed,
    /// Downloads of private calendars, per network.
    CalendarFeedNetwork,
    /// Request to the public API, per token.
    ApiRequest,
    /// Stored search, per account; separate, so that frequent searches do not block writes.
    KeepSearch,
    /// Stored or deleted draft, per account; separate, because a page stores a draft at every
    /// pause, and its author must still be able to publish.
    KeepDraft,
    /// Mark a community as read, per account; separate, because a page does so automatically
    /// whenever one is opened.
    MarkRead,
}

/// Class of a person, for limits that grow with the number of people one acts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum LimitClass {
    /// Anyone.
    #[default]
    Member,
    /// An admin, in their own community.
    CommunityAdmin,
    /// Staff, on the main site.
    Staff,
}

impl LimitClass {
    /// All classes.
    pub const ALL: [Self; 3] = [Self::Member, Self::CommunityAdmin, Self::Staff];

    const fn factor(self) -> u32 {
        match self {
            Self::Member => 1,
            Self::CommunityAdmin => 3,
            Self::Staff => 6,
        }
    }

    /// Name in keys; must never change.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::CommunityAdmin => "community-admin",
            Self::Staff => "staff",
        }
    }
}

/// Window of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Window {
    /// This long after the first counted attempt.
    Fixed(Duration),
    /// After this long without an attempt.
    Quiet(Duration),
    /// At the next UTC day.
    UtcDay,
}

/// Delay between two attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delay {
    /// No delay.
    None,
    /// 1 s after the first attempt, doubled with each further one, 30 s at most.
    Progressive,
    /// 1, 5 and 15 minutes after the first three attempts, an hour after each further one.
    Stepped,
}

/// Parameters of one limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Maximum attempts per window.
    pub attempts: u32,
    /// Window of the counter.
    pub window: Window,
    /// Time for which the client is refused after the maximum; zero means until the end of the
    /// window.
    pub block: Duration,
    /// Delay between two attempts.
    pub delay: Delay,
    /// Number of attempts without a success after which the client is refused until 24 h without an
    /// attempt have passed, independent of the window.
    pub streak_max: Option<u32>,
}

const fn minutes(n: u64) -> Duration {
    Duration::from_secs(n * 60)
}
const fn hours(n: u64) -> Duration {
    minutes(n * 60)
}

impl Policy {
    const fn with_block(attempts: u32, window: Window, block: Duration) -> Self {
        Self { attempts, window, block, delay: Delay::None, streak_max: None }
    }

    const fn per_window(attempts: u32, window: Duration) -> Self {
        Self::with_block(attempts, Window::Fixed(window), Duration::ZERO)
    }

    /// Sign-ups of one address or device.
    const fn sign_up() -> Self {
        Self::with_block(3, Window::Fixed(minutes(10)), hours(1)).with_progressive_delay()
    }

    /// Sign-ins of one address: a block, and a longer delay after each failure.
    const fn login() -> Self {
        let mut policy = Self::with_block(5, Window::Quiet(minutes(15)), minutes(30));
        policy = policy.with_progressive_delay();
        policy.streak_max = Some(100);
        policy
    }

    /// Failures that are counted until a quiet quarter of an hour.
    const fn failures(most: u32) -> Self {
        Self::with_block(most, Window::Quiet(minutes(15)), minutes(15))
    }

    /// No maximum: each attempt only increases the delay of the next one.
    const fn slower_each_time() -> Self {
        let mut policy = Self::with_block(u32::MAX, Window::Quiet(hours(24)), Duration::ZERO);
        policy.delay = Delay::Stepped;
        policy
    }

    const fn with_progressive_delay(mut self) -> Self {
        self.delay = Delay::Progressive;
        self
    }
}

impl LimitedAction {
    /// All actions.
    pub const ALL: [Self; 63] = [
        Self::Login,
        Self::LoginNetwork,
        Self::SignUp,
        Self::SignUpNetwork,
        Self::SignUpEmail,
        Self::RegisteredEmailCode,
        Self::RegisteredEmailNetwork,
        Self::InviteCode,
        Self::GoogleSignIn,
        Self::GoogleSignInDaily,
        Self::GoogleSignInNetwork,
        Self::PasswordReset,
        Self::PasswordResetAccount,
        Self::PasswordResetKnownDevice,
        Self::PasswordResetNetwork,
        Self::PasswordProof,
        Self::SecondFactor,
        Self::VerificationResend,
        Self::VerificationResendHourly,
        Self::VerificationResendAccount,
        Self::VerificationResendNetwork,
        Self::PrivateCode,
        Self::CreateCommunity,
        Self::CreateThread,
        Self::CreatePost,
        Self::SendMessage,
        Self::ReportDelivery,
        Self::Typing,
        Self::Vouch,
        Self::Introduce,
        Self::CreateTicket,
        Self::SupportMessage,
        Self::React,
        Self::Upload,
        Self::EditContent,
        Self::Join,
        Self::Review,
        Self::Report,
        Self::Follow,
        Self::Invite,
        Self::Moderate,
        Self::Manage,
        Self::Preferences,
        Self::StaffChange,
        Self::Write,
        Self::Waitlist,
        Self::WaitlistHourly,
        Self::WaitlistNetwork,
        Self::SecurityAlert,
        Self::CspReport,
        Self::TransferBegin,
        Self::TransferAuthorize,
        Self::TransferRedeem,
        Self::TransferRedeemNetwork,
        Self::TransferRedeemFailure,
        Self::TransferRedeemFailureNetwork,
        Self::BrandPreview,
        Self::CalendarFeed,
        Self::CalendarFeedNetwork,
        Self::ApiRequest,
        Self::KeepSearch,
        Self::KeepDraft,
        Self::MarkRead,
    ];

    /// Returns true if community admins and staff may do this more often. The limits of the
    /// specification are the same for everyone.
    #[must_use]
    pub const fn grows_with_class(self) -> bool {
        matches!(
            self,
            Self::React
                | Self::Upload
                | Self::Join
                | Self::Review
                | Self::Report
                | Self::Follow
                | Self::Invite
                | Self::Moderate
                | Self::Manage
        )
    }

    /// Parameters of the limit for a class. Each class has counters of its own.
    #[must_use]
    pub const fn policy_for(self, class: LimitClass, google_per_day: u32) -> Policy {
        let mut policy = self.policy(google_per_day);
        if self.grows_with_class() {
            policy.attempts *= class.factor();
        }
        policy
    }

    /// Name in keys and metrics. Must never change, because existing blocks would be lost.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::LoginNetwork => "login-network",
            Self::SignUp => "sign-up",
            Self::SignUpNetwork => "sign-up-network",
            Self::RegisteredEmailCode => "registered-email-code",
            Self::RegisteredEmailNetwork => "registered-email-network",
            Self::SignUpEmail => "sign-up-email",
            Self::InviteCode => "invite-code",
            Self::GoogleSignIn => "google-sign-in",
            Self::GoogleSignInDaily => "google-sign-in-daily",
            Self::GoogleSignInNetwork => "google-sign-in-network",
            Self::PasswordReset => "password-reset",
            Self::PasswordResetAccount => "password-reset-account",
            Self::PasswordResetKnownDevice => "password-reset-known-device",
            Self::PasswordResetNetwork => "password-reset-network",
            Self::PasswordProof => "password-proof",
            Self::SecondFactor => "second-factor",
            Self::VerificationResend => "verification-resend",
            Self::VerificationResendHourly => "verification-resend-hourly",
            Self::VerificationResendAccount => "verification-resend-account",
            Self::VerificationResendNetwork => "verification-resend-network",
            Self::PrivateCode => "private-code",
            Self::CreateCommunity => "create-community",
            Self::CreateThread => "create-thread",
            Self::CreatePost => "create-post",
            Self::SendMessage => "send-message",
            Self::ReportDelivery => "report-delivery",
            Self::Typing => "typing",
            Self::Vouch => "vouch",
            Self::Introduce => "introduce",
            Self::CreateTicket => "create-ticket",
            Self::SupportMessage => "support-message",
            Self::React => "react",
            Self::Upload => "upload",
            Self::EditContent => "edit-content",
            Self::Join => "join",
            Self::Review => "review",
            Self::Report => "report",
            Self::Follow => "follow",
            Self::Invite => "invite",
            Self::Moderate => "moderate",
            Self::Manage => "manage",
            Self::Preferences => "preferences",
            Self::StaffChange => "staff-change",
            Self::Write => "write",
            Self::Waitlist => "waitlist",
            Self::WaitlistHourly => "waitlist-hourly",
            Self::WaitlistNetwork => "waitlist-network",
            Self::SecurityAlert => "security-alert",
            Self::CspReport => "csp-report",
            Self::TransferBegin => "transfer-begin",
            Self::TransferAuthorize => "transfer-authorize",
            Self::TransferRedeem => "transfer-redeem",
            Self::TransferRedeemNetwork => "transfer-redeem-network",
            Self::TransferRedeemFailure => "transfer-redeem-failure",
            Self::TransferRedeemFailureNetwork => "transfer-redeem-failure-network",
            Self::BrandPreview => "brand-preview",
            Self::CalendarFeed => "calendar-feed",
            Self::CalendarFeedNetwork => "calendar-feed-network",
            Self::ApiRequest => "api-request",
            Self::KeepSearch => "keep-search",
            Self::KeepDraft => "keep-draft",
            Self::MarkRead => "mark-read",
        }
    }

    /// Parameters of the limit. `google_per_day` is the only configurable one (G-023).
    #[must_use]
    pub const fn policy(self, google_per_day: u32) -> Policy {
        const MINUTE: Duration = minutes(1);
        const HOUR: Duration = hours(1);
        let half_hour = minutes(30);
        match self {
            Self::Login => Policy::login(),
            Self::LoginNetwork => Policy::per_window(50, minutes(15)),
            Self::SignUp => Policy::sign_up(),
            Self::SignUpNetwork => Policy::per_window(200, minutes(10)),
            Self::RegisteredEmailCode | Self::RegisteredEmailNetwork => {
                Policy::per_window(10, hours(24))
            }
            Self::SignUpEmail | Self::WaitlistHourly => Policy::per_window(3, HOUR),
            Self::InviteCode | Self::PrivateCode => {
                Policy::with_block(10, Window::Fixed(minutes(15)), half_hour)
            }
            Self::GoogleSignIn => Policy::with_block(3, Window::Fixed(minutes(5)), minutes(15)),
            Self::GoogleSignInDaily => {
                Policy::with_block(google_per_day, Window::UtcDay, Duration::ZERO)
            }
            Self::GoogleSignInNetwork => Policy::per_window(100, minutes(5)),
            Self::PasswordResetAccount | Self::VerificationResendAccount => {
                Policy::slower_each_time()
            }
            Self::PasswordReset => Policy::with_block(3, Window::Fixed(HOUR), hours(24)),
            Self::PasswordResetNetwork
            | Self::VerificationResendNetwork
            | Self::WaitlistNetwork => Policy::per_window(20, HOUR),
            Self::PasswordProof => Policy::with_block(5, Window::Quiet(minutes(15)), half_hour),
            Self::SecondFactor => Policy::with_block(5, Window::Fixed(minutes(5)), minutes(15)),
            Self::VerificationResend | Self::PasswordResetKnownDevice => {
                Policy::per_window(1, MINUTE)
            }
            Self::VerificationResendHourly => Policy::per_window(5, HOUR),
            Self::CreateCommunity => Policy::per_window(2, HOUR),
            Self::CreateThread => Policy::per_window(3, minutes(5)),
            Self::CreatePost => Policy::per_window(5, MINUTE),
            Self::Vouch => Policy::per_window(10, hours(7 * 24)),
            Self::Introduce => Policy::per_window(5, hours(24)),
            Self::CreateTicket => Policy::per_window(10, HOUR),
            Self::Write | Self::SecurityAlert | Self::Report | Self::EditContent => {
                Policy::per_window(10, MINUTE)
            }
            Self::ReportDelivery | Self::ApiRequest => Policy::per_window(120, MINUTE),
            Self::Typing => Policy::per_window(1, Duration::from_secs(3)),
            Self::Waitlist => Policy::per_window(1, Duration::from_secs(30)),
            Self::TransferBegin | Self::TransferRedeem => Policy::per_window(10, MINUTE),
            Self::TransferRedeemNetwork => Policy::per_window(100, MINUTE),
            Self::TransferAuthorize
            | Self::CspReport
            | Self::Upload
            | Self::Join
            | Self::Invite
            | Self::Manage => Policy::per_window(20, MINUTE),
            Self::BrandPreview
            | Self::KeepDraft
            | Self::MarkRead
            | Self::React
            | Self::StaffChange
            | Self::SendMessage
            | Self::SupportMessage => Policy::per_window(60, MINUTE),
            Self::KeepSearch | Self::Follow | Self::Review | Self::Moderate | Self::Preferences => {
                Policy::per_window(30, MINUTE)
            }
            Self::CalendarFeed => Policy::per_window(20, minutes(5)),
            Self::CalendarFeedNetwork => Policy::per_window(300, minutes(5)),
            Self::TransferRedeemFailure => Policy::failures(5),
            Self::TransferRedeemFailureNetwork => Policy::failures(50),
        }
    }
}
