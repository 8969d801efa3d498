//! The ten questions and the validation of their answers (A-099 to A-108, G-116).

use super::abuse;
use super::error::WaitlistError;
use crate::accounts;
use platform::problem::FieldError;

/// Options of "how did you hear about us".
const SOURCES: [&str; 4] = ["explainer video", "word of mouth", "social media", "article or blog"];
/// Kinds of circles.
const CIRCLE_OPTIONS: [&str; 6] =
    ["alumni", "professional", "faith", "diaspora", "unions", "local"];
/// Verification methods.
const METHOD_OPTIONS: [&str; 5] = [
    "institutional email",
    "document or ID upload",
    "social or LinkedIn profile",
    "endorsement by a verified member",
    "not sure",
];
/// Options of the offer to help.
const HELP_OPTIONS: [&str; 3] = ["yes", "maybe", "not now"];
/// Options of the onboarding conversation.
const CONVERSATION_OPTIONS: [&str; 3] = ["yes", "maybe", "no"];

const ORGANIZATIONS_CHARS: std::ops::RangeInclusive<usize> = 10..=1000;
const LOCATION_CHARS: std::ops::RangeInclusive<usize> = 2..=100;
const OTHER_CHARS_MAX: usize = 200;
const INTERESTED_CHARS_MAX: usize = 1000;

/// The submitted form.
#[derive(Debug, Clone, Default)]
pub(super) struct WaitlistForm {
    pub full_name: String,
    pub email: String,
    pub how_did_you_hear: String,
    pub verified_circles: Vec<String>,
    pub organizations: String,
    pub verification_methods: Vec<String>,
    pub what_interested: Option<String>,
    pub help_create: Option<String>,
    pub location: Option<String>,
    pub onboarding_conversation: Option<String>,
    /// Honeypot: hidden from people, so only bots fill it in.
    pub website: String,
}

/// Validated answers, as they are stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answers {
    pub full_name: String,
    pub email: String,
    pub how_did_you_hear: String,
    pub verified_circles: Vec<String>,
    pub organizations: String,
    pub verification_methods: Vec<String>,
    pub what_interested: Option<String>,
    pub help_create: Option<String>,
    pub location: Option<String>,
    pub onboarding_conversation: Option<String>,
}

/// Validates the answers: the honeypot first, then each answer, then their combined content.
pub(super) fn check(form: &WaitlistForm) -> Result<Answers, WaitlistError> {
    if !form.website.trim().is_empty() {
        return Err(WaitlistError::Spam);
    }
    let mut reader = FormReader::default();
    let answers = Answers {
        full_name: reader.name(&form.full_name),
        email: reader.validated_email(&form.email),
        how_did_you_hear: reader.validated_source(&form.how_did_you_hear),
        verified_circles: reader.validated_circles(&form.verified_circles),
        organizations: reader.validated_organizations(&form.organizations),
        verification_methods: reader.validated_methods(&form.verification_methods),
        what_interested: reader.validated_interest(form.what_interested.as_deref()),
        help_create: reader.validated_choice(
            "helpCreate",
            form.help_create.as_deref(),
            &HELP_OPTIONS,
        ),
        location: reader.validated_location(form.location.as_deref()),
        onboarding_conversation: reader.validated_choice(
            "onboardingConversation",
            form.onboarding_conversation.as_deref(),
            &CONVERSATION_OPTIONS,
        ),
    };
    if !reader.refused.is_empty() {
        return Err(WaitlistError::Fields(reader.refused));
    }
    if abuse::is_suspicious(free_texts(&answers)) {
        return Err(WaitlistError::Suspicious);
    }
    Ok(answers)
}

/// All free-text answers.
fn free_texts(answers: &Answers) -> impl Iterator<Item = &str> {
    let always = [&answers.full_name, &answers.how_did_you_hear, &answers.organizations];
    let maybe = [&answers.what_interested, &answers.location];
    always
        .into_iter()
        .chain(&answers.verified_circles)
        .chain(maybe.into_iter().flatten())
        .map(String::as_str)
}

#[derive(Default)]
struct FormReader {
    refused: Vec<FieldError>,
}

impl FormReader {
    fn add_error(&mut self, field: &str, code: &str, message: &str) {
        self.refused.push(FieldError::new(field, code, message));
    }

    fn name(&mut self, text: &str) -> String {
        if text.trim().is_empty() {
            self.add_error("fullName", "name-required", "Please enter your full name.");
            return String::new();
        }
        // The rule of A-107 is that of the sign-up form, whose messages refer to a first or last
        // name.
        accounts::check_name("fullName", "Full name", text)
            .map_err(|error| self.refused.push(error))
            .unwrap_or_default()
    }

    fn validated_email(&mut self, text: &str) -> String {
        accounts::check_email(text).unwrap_or_else(|error| {
            self.add_error("email", &error.code, "Please enter a valid email address.");
            String::new()
        })
    }

    fn validated_source(&mut self, text: &str) -> String {
        let (field, code) = ("howDidYouHear", "heard-required");
        match option_of(text, &SOURCES) {
            ChosenOption::Listed(option) => option.to_owned(),
            ChosenOption::Other(detail) => {
                self.validated_other(field, &detail, "Please tell us where you heard about us.")
            }
            ChosenOption::Nothing | ChosenOption::Unknown => {
                self.add_error(field, code, "Please tell us how you heard about us.");
                String::new()
            }
        }
    }

    fn validated_circles(&mut self, chosen: &[String]) -> Vec<String> {
        let field = "verifiedCircles";
        let mut circles = Vec::new();
        for text in chosen {
            let circle = match option_of(text, &CIRCLE_OPTIONS) {
                ChosenOption::Listed(option) => option.to_owned(),
                ChosenOption::Other(detail) => {
                    self.validated_other(field, &detail, "Please describe your other circle.")
                }
                ChosenOption::Nothing | ChosenOption::Unknown => {
                    self.add_error(
                        field,
                        "circle-unknown",
                        "Please choose from the listed circles.",
                    );
                    continue;
                }
            };
            if !circles.contains(&circle) {
                circles.push(circle);
            }
        }
        if chosen.is_empty() {
            let message = "Please choose at least one circle you belong to.";
            self.add_error(field, "circles-required", message);
        }
        circles
    }

    /// The text given for 'Other', stored in the same field (G-116).
    fn validated_other(&mut self, field: &str, detail: &str, missing: &str) -> String {
        if detail.is_empty() {
            self.add_error(field, "other-required", missing);
        } else if detail.chars().count() > OTHER_CHARS_MAX {
            let message = format!("Please keep this under {OTHER_CHARS_MAX} characters.");
            self.add_error(field, "other-too-long", &message);
        }
        format!("Other: {detail}")
    }

    fn validated_organizations(&mut self, text: &str) -> String {
        let text = strip_controls(text);
        let field = "organizations";
        if text.is_empty() {
            let message = "Please tell us which organisations you belong to.";
            self.add_error(field, "organizations-required", message);
        } else if !ORGANIZATIONS_CHARS.contains(&text.chars().count()) {
            let message = "Organizations description must be between 10-1000 characters";
            self.add_error(field, "organizations-length", message);
        }
        text
    }

    fn validated_methods(&mut self, chosen: &[String]) -> Vec<String> {
        let mut methods = Vec::new();
        for text in chosen {
            match option_of(text, &METHOD_OPTIONS) {
                ChosenOption::Listed(option) if methods.iter().any(|known| known == option) => {}
                ChosenOption::Listed(option) => methods.push(option.to_owned()),
                _ => {
                    let message = "Please choose from the listed ways to verify.";
                    self.add_error("verificationMethods", "method-unknown", message);
                }
            }
        }
        methods
    }

    fn validated_interest(&mut self, text: Option<&str>) -> Option<String> {
        let text = trimmed_text(text)?;
        if text.chars().count() > INTERESTED_CHARS_MAX {
            let message = format!("Please keep this under {INTERESTED_CHARS_MAX} characters.");
            self.add_error("whatInterested", "interest-too-long", &message);
        }
        Some(text)
    }

    fn validated_location(&mut self, text: Option<&str>) -> Option<String> {
        let text = trimmed_text(text)?;
        if !LOCATION_CHARS.contains(&text.chars().count()) {
            let message = "Please enter a location of 2-100 characters.";
            self.add_error("location", "location-length", message);
        }
        Some(text)
    }

    fn validated_choice(
        &mut self,
        field: &str,
        text: Option<&str>,
        options: &[&str],
    ) -> Option<String> {
        let text = trimmed_text(text)?;
        match option_of(&text, options) {
            ChosenOption::Listed(option) => Some(option.to_owned()),
            _ => {
                self.add_error(field, "choice-unknown", "Please choose one of the answers.");
                None
            }
        }
    }
}

fn trimmed_text(text: Option<&str>) -> Option<String> {
    text.map(strip_controls).filter(|text| !text.is_empty())
}

/// Removes control characters except line breaks, and surrounding spaces.
fn strip_controls(text: &str) -> String {
    let kept: String = text.chars().filter(|c| !c.is_control() || *c == '\n').collect();
    kept.trim().to_owned()
}

enum ChosenOption<'o> {
    Listed(&'o str),
    /// 'Other', with its text.
    Other(String),
    Nothing,
    Unknown,
}

/// The option that a text names, ignoring case and hyphens.
fn option_of<'o>(text: &str, options: &[&'o str]) -> ChosenOption<'o> {
    let text = text.trim();
    let alike = |text: &str| text.to_lowercase().replace(['-', '_'], " ");
    if text.is_empty() {
        return ChosenOption::Nothing;
    }
    if let Some(option) = options.iter().find(|option| alike(option) == alike(text)) {
        return ChosenOption::Listed(option);
    }
    match text.get(..5) {
        Some(word) if word.eq_ignore_ascii_case("other") => match text[5..].trim_start() {
            "" => ChosenOption::Other(String::new()),
            rest => rest.strip_prefix(':').map_or(ChosenOption::Unknown, |detail| {
                ChosenOption::Other(strip_controls(detail))
            }),
        },
        _ => ChosenOption::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> WaitlistForm {
        WaitlistForm {
            full_name: "  Анна   Кузнецова ".to_owned(),
            email: "Anna@Example.ORG ".to_owned(),
            how_did_you_hear: "Word-of-mouth".to_owned(),
            verified_circles: vec!["Alumni".to_owned(), "other: Chess club".to_owned()],
            organizations: "Ashcombe College, class of 2009".to_owned(),
            verification_methods: vec!["Document or id upload".to_owned()],
            ..WaitlistForm::default()
        }
    }

    fn message_for(form: &WaitlistForm) -> String {
        check(form).map_or_else(|error| error.to_string(), |_| "taken".to_owned())
    }

    #[test]
    fn normalises_answers() {
        let answers = check(&form()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(answers.full_name, "Анна Кузнецова");
        assert_eq!(answers.email, "anna@example.org");
        assert_eq!(answers.how_did_you_hear, "word of mouth");
        assert_eq!(answers.verified_circles, ["alumni", "Other: Chess club"]);
        assert_eq!(answers.verification_methods, ["document or ID upload"]);
        assert_eq!((answers.location, answers.what_interested), (None, None));
    }

    #[test]
    fn reports_the_honeypot_before_other_errors() {
        let form = WaitlistForm { website: "x".to_owned(), ..WaitlistForm::default() };
        assert_eq!(message_for(&form), "Spam detected");
    }

    #[test]
    fn reports_all_missing_answers() {
        let Err(WaitlistError::Fields(fields)) = check(&WaitlistForm::default()) else {
            panic!("an empty form was taken");
        };
        let named: Vec<&str> = fields.iter().map(|field| field.field.as_str()).collect();
        let required = ["fullName", "email", "howDidYouHear", "verifiedCircles", "organizations"];
        assert_eq!(named, required);
        assert!(fields.iter().all(|field| field.message.starts_with("Please ")));
    }

    #[test]
    fn option_other_needs_a_text() {
        let heard = WaitlistForm { how_did_you_hear: "other".to_owned(), ..form() };
        assert_eq!(message_for(&heard), "Please tell us where you heard about us.");
        let heard = WaitlistForm { how_did_you_hear: "Other: a podcast".to_owned(), ..form() };
        assert_eq!(
            check(&heard).map(|a| a.how_did_you_hear).ok().as_deref(),
            Some("Other: a podcast")
        );
        let circle = WaitlistForm { verified_circles: vec!["Other:".to_owned()], ..form() };
        assert_eq!(message_for(&circle), "Please describe your other circle.");
        let unknown = WaitlistForm { verified_circles: vec!["otherwise".to_owned()], ..form() };
        assert_eq!(message_for(&unknown), "Please choose from the listed circles.");
    }

    #[test]
    fn limits_lengths_in_characters_not_bytes() {
        let organizations =
            |n: usize| WaitlistForm { organizations: "ж ".repeat(n / 2), ..form() };
        let refused = "Organizations description must be between 10-1000 characters";
        assert_eq!(
            message_for(&WaitlistForm { organizations: "ninechars".to_owned(), ..form() }),
            refused
        );
        assert_eq!(message_for(&organizations(1000)), "taken");
        assert_eq!(message_for(&organizations(1004)), refused);
        let location = |text: &str| WaitlistForm { location: Some(text.to_owned()), ..form() };
        assert_eq!(message_for(&location("X")), "Please enter a location of 2-100 characters.");
        assert_eq!(message_for(&location("Ely")), "taken");
        assert_eq!(
            message_for(&WaitlistForm { full_name: "A".to_owned(), ..form() }),
            "Full name must be at least 2 characters long"
        );
        assert_eq!(
            message_for(&WaitlistForm { full_name: "Ada99".to_owned(), ..form() }),
            "Full name contains invalid characters"
        );
    }

    #[test]
    fn rejects_suspicious_content_in_every_text_field() {
        let bad = "see www.example.org".to_owned();
        let refused =
            "Submission contains suspicious content. Please contact support if this is an error.";
        for form in [
            WaitlistForm { organizations: bad.clone(), ..form() },
            WaitlistForm { what_interested: Some(bad.clone()), ..form() },
            WaitlistForm { location: Some(bad.clone()), ..form() },
            WaitlistForm { how_did_you_hear: format!("other: {bad}"), ..form() },
            WaitlistForm { verified_circles: vec![format!("other: {bad}")], ..form() },
        ] {
            assert_eq!(message_for(&form), refused);
        }
    }
}
