//! What is limited, and by how much: the one table (accounts, G-021 to G-024, and
//! the security design's section 7).

use std::time::Duration;

/// Something a client may only do so often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitedAction {
    /// A password sign-in, per account and device class.
    Login,
    /// Password sign-ins from one network.
    LoginNetwork,
    /// A sign-up, per code and device.
    SignUp,
    /// Sign-ups from one network, where a whole room may sit.
    SignUpNetwork,
    /// Sign-ups with one e-mail address.
    SignUpEmail,
    /// A sign-up that was told that its address has an account, per invite code and day.
    RegisteredEmailCode,
    /// The same, per network and day.
    RegisteredEmailNetwork,
    /// A failed look-up of an invite code, per network and device.
    InviteCode,
    /// A Google sign-in, per network and device.
    GoogleSignIn,
    /// Google sign-ins of one device in one network on one UTC day.
    GoogleSignInDaily,
    /// Google sign-ins from one network.
    GoogleSignInNetwork,
    /// A password reset, per network and device.
    PasswordReset,
    /// The time between two reset mails to an account that unknown devices ask for.
    PasswordResetAccount,
    /// A reset mail that a device asks for which the account has used before.
    PasswordResetKnownDevice,
    /// Password resets from one network.
    PasswordResetNetwork,
    /// The current password, shown once more by somebody signed in, per account.
    PasswordProof,
    /// A TOTP or backup code, per account.
    SecondFactor,
    /// A new verification mail, per signed-in account, or per account and known device.
    VerificationResend,
    /// New verification mails of one signed-in account in an hour.
    VerificationResendHourly,
    /// The time between two verification mails to an account that unknown devices ask for.
    VerificationResendAccount,
    /// New verification mails from one network.
    VerificationResendNetwork,
    /// A try at a community's private code, per account.
    PrivateCode,
    /// A new community, per account.
    CreateCommunity,
    /// A new thread, per account.
    CreateThread,
    /// A post or reply, per account.
    CreatePost,
    /// Every other write, per account.
    Write,
    /// A waitlist entry, per browser.
    Waitlist,
    /// Waitlist entries of one browser in an hour.
    WaitlistHourly,
    /// Waitlist entries from one network in an hour.
    WaitlistNetwork,
    /// A security alert, per client.
    SecurityAlert,
    /// A report of a violation of the content security policy, per network.
    CspReport,
    /// The start of a transfer to another door, per session.
    TransferBegin,
    /// The main host's consent to a transfer, per session.
    TransferAuthorize,
    /// The redemption of a transfer code, per browser at its network.
    TransferRedeem,
    /// Redemptions from one network, whatever the browser.
    TransferRedeemNetwork,
    /// Redemptions that failed, per browser at its network.
    TransferRedeemFailure,
    /// Redemptions that failed from one network: what a browser is known by here can be made up.
    TransferRedeemFailureNetwork,
    /// A look at a brand that is being prepared, per network.
    BrandPreview,
    /// A search that is kept for its owner, per account: whoever searches a lot may still write.
    KeepSearch,
    /// A draft that is kept or forgotten, per account: a page keeps one after every pause of its writer,
    /// who may still publish it then.
    KeepDraft,
    /// A community that is marked as read, per account: a page does so by itself whenever one is opened.
    MarkRead,
}

/// When counting begins anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Window {
    /// So long after the first attempt counted.
    Fixed(Duration),
    /// After so long without an attempt.
    Quiet(Duration),
    /// With the next UTC day.
    UtcDay,
}

/// How long to wait between two attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delay {
    /// Not at all.
    None,
    /// 1 s after the first attempt, doubled with each further one, 30 s at most.
    Progressive,
    /// 1, 5 and 15 minutes after the first three attempts, an hour after each further one.
    Stepped,
}

/// The figures of one limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Attempts in one window.
    pub attempts: u32,
    /// When counting begins anew.
    pub window: Window,
    /// How long the client is refused once the attempts are used up; zero means until the window
    /// ends.
    pub block: Duration,
    /// The wait between two attempts.
    pub delay: Delay,
    /// Attempts without a success after which the client is refused until 24 h of quiet have
    /// passed, whatever the windows say.
    pub streak_max: Option<u32>,
}

const fn minutes(n: u64) -> Duration {
    Duration::from_secs(n * 60)
}
const fn hours(n: u64) -> Duration {
    minutes(n * 60)
}

impl Policy {
    const fn blocking(attempts: u32, window: Window, block: Duration) -> Self {
        Self { attempts, window, block, delay: Delay::None, streak_max: None }
    }

    const fn rate(attempts: u32, window: Duration) -> Self {
        Self::blocking(attempts, Window::Fixed(window), Duration::ZERO)
    }

    /// Never used up: each attempt only makes the next one wait longer.
    const fn slower_each_time() -> Self {
        let mut policy = Self::blocking(u32::MAX, Window::Quiet(hours(24)), Duration::ZERO);
        policy.delay = Delay::Stepped;
        policy
    }

    const fn progressive(mut self) -> Self {
        self.delay = Delay::Progressive;
        self
    }
}

impl LimitedAction {
    /// All of them.
    pub const ALL: [Self; 41] = [
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
        Self::KeepSearch,
        Self::KeepDraft,
        Self::MarkRead,
    ];

    /// Its name in keys and metrics; never changed, or blocks would be forgotten.
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
            Self::KeepSearch => "keep-search",
            Self::KeepDraft => "keep-draft",
            Self::MarkRead => "mark-read",
        }
    }

    /// Its figures. `google_per_day` is the one figure an operator may choose (G-023).
    #[must_use]
    pub const fn policy(self, google_per_day: u32) -> Policy {
        const MINUTE: Duration = minutes(1);
        const HOUR: Duration = hours(1);
        let half_hour = minutes(30);
        match self {
            Self::Login => {
                let quiet = Window::Quiet(minutes(15));
                let mut policy = Policy::blocking(5, quiet, half_hour).progressive();
                policy.streak_max = Some(100);
                policy
            }
            Self::LoginNetwork => Policy::rate(50, minutes(15)),
            Self::SignUp => Policy::blocking(3, Window::Fixed(minutes(10)), HOUR).progressive(),
            Self::SignUpNetwork => Policy::rate(200, minutes(10)),
            Self::RegisteredEmailCode | Self::RegisteredEmailNetwork => Policy::rate(10, hours(24)),
            Self::SignUpEmail | Self::WaitlistHourly => Policy::rate(3, HOUR),
            Self::InviteCode | Self::PrivateCode => {
                Policy::blocking(10, Window::Fixed(minutes(15)), half_hour)
            }
            Self::GoogleSignIn => Policy::blocking(3, Window::Fixed(minutes(5)), minutes(15)),
            Self::GoogleSignInDaily => {
                Policy::blocking(google_per_day, Window::UtcDay, Duration::ZERO)
            }
            Self::GoogleSignInNetwork => Policy::rate(100, minutes(5)),
            Self::PasswordResetAccount | Self::VerificationResendAccount => {
                Policy::slower_each_time()
            }
            Self::PasswordReset => Policy::blocking(3, Window::Fixed(HOUR), hours(24)),
            Self::PasswordResetNetwork
            | Self::VerificationResendNetwork
            | Self::WaitlistNetwork => Policy::rate(20, HOUR),
            Self::PasswordProof => Policy::blocking(5, Window::Quiet(minutes(15)), half_hour),
            Self::SecondFactor => Policy::blocking(5, Window::Fixed(minutes(5)), minutes(15)),
            Self::VerificationResend | Self::PasswordResetKnownDevice => Policy::rate(1, MINUTE),
            Self::VerificationResendHourly => Policy::rate(5, HOUR),
            Self::CreateCommunity => Policy::rate(2, HOUR),
            Self::CreateThread => Policy::rate(3, minutes(5)),
            Self::CreatePost => Policy::rate(5, MINUTE),
            Self::Write | Self::SecurityAlert => Policy::rate(10, MINUTE),
            Self::Waitlist => Policy::rate(1, Duration::from_secs(30)),
            Self::TransferBegin | Self::TransferRedeem => Policy::rate(10, MINUTE),
            Self::TransferRedeemNetwork => Policy::rate(100, MINUTE),
            Self::TransferAuthorize | Self::CspReport => Policy::rate(20, MINUTE),
            Self::BrandPreview | Self::KeepDraft | Self::MarkRead => Policy::rate(60, MINUTE),
            Self::KeepSearch => Policy::rate(30, MINUTE),
            Self::TransferRedeemFailure => {
                Policy::blocking(5, Window::Quiet(minutes(15)), minutes(15))
            }
            Self::TransferRedeemFailureNetwork => {
                Policy::blocking(50, Window::Quiet(minutes(15)), minutes(15))
            }
        }
    }
}
