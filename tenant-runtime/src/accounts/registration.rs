//! Shared validation of registration data.

use super::addresses;
use super::error::AccountError;
use super::form_rules::RULES;
use super::personal_words::KnownFacts;
use platform::problem::FieldError;
use unicode_normalization::UnicodeNormalization;

/// The submitted form.
#[derive(Clone)]
pub struct SignUpForm {
    /// Email address.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub password: String,
    /// Repetition of the password.
    pub confirm_password: String,
}

/// A validated form.
#[derive(Clone)]
pub struct NewAccount {
    /// Email address, in lower case.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// Password; never stored or logged.
    pub password: String,
}

impl NewAccount {
    /// Facts that the password must not consist of.
    pub(super) fn password_context<'a>(&'a self, brand: &'a str) -> KnownFacts<'a> {
        KnownFacts {
            email: &self.email,
            first_name: &self.first_name,
            last_name: &self.last_name,
            brand,
        }
    }
}

/// Validates a form.
///
/// # Errors
/// All invalid fields.
pub fn check(form: SignUpForm, password_chars_min: usize) -> Result<NewAccount, AccountError> {
    let mut fields = Vec::new();
    let email = check_email(&form.email).map_err(|error| fields.push(error)).unwrap_or_default();
    let mut name = |field, label, text: &str| {
        check_name(field, label, text).map_err(|error| fields.push(error)).unwrap_or_default()
    };
    let first_name = name("firstName", "First name", &form.first_name);
    let last_name = name("lastName", "Last name", &form.last_name);
    fields.extend(check_password(&form.password, &form.confirm_password, password_chars_min));
    let required = [&form.email, &form.first_name, &form.last_name, &form.password];
    if required.iter().any(|text| text.trim().is_empty()) {
        return Err(AccountError::Blank(fields));
    }
    if !fields.is_empty() {
        return Err(AccountError::Fields(fields));
    }
    Ok(NewAccount { email, first_name, last_name, password: form.password })
}

/// Validates an email address; returns it as it is stored.
///
/// # Errors
/// 'Email is required' or 'Invalid email format'.
pub fn check_email(text: &str) -> Result<String, FieldError> {
    let rules = &RULES.email;
    let email = addresses::normalise_email(text);
    if email.is_empty() {
        Err(FieldError::new("email", "email-required", &rules.required))
    } else if addresses::is_well_formed(&email) {
        Ok(email)
    } else {
        Err(FieldError::new("email", "email-malformed", &rules.malformed))
    }
}

/// Validates a first or last name: letters of all scripts, with the punctuation used in
/// names. Joiners are allowed between letters only; direction controls are refused.
///
/// # Errors
/// The first violation; its message contains `label`.
pub fn check_name(field: &str, label: &str, text: &str) -> Result<String, FieldError> {
    let rules = &RULES.name;
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let chars = name.chars().count();
    if chars < rules.chars_min {
        let message = rules.too_short.message_text(label, rules.chars_min);
        return Err(FieldError::new(field, "name-too-short", message));
    }
    if chars > rules.chars_max {
        let message = rules.too_long.message_text(label, rules.chars_max);
        return Err(FieldError::new(field, "name-too-long", message));
    }
    if !rules.pattern.matches_all(&name) || !rules.letter_pattern.matches_all(&name) {
        let message = rules.malformed.message_text(label, rules.chars_max);
        return Err(FieldError::new(field, "name-characters", message));
    }
    Ok(name)
}

/// Maximum characters of a password.
pub(super) fn password_chars_max() -> usize {
    RULES.password.chars_max
}

/// Returns true if a password has an upper-case letter, a lower-case letter and a digit.
pub(super) fn has_all_classes(password: &str) -> bool {
    RULES.password.class_patterns.iter().all(|class| class.matches_all(password))
}

/// Validates a password and its repetition.
pub(super) fn check_password(password: &str, again: &str, chars_min: usize) -> Vec<FieldError> {
    let rules = &RULES.password;
    let refused = |code: &str, message: String| FieldError::new("password", code, message);
    let mut fields = Vec::new();
    let chars = password.chars().count();
    if password.is_empty() {
        fields.push(refused("password-required", rules.required.clone()));
    } else if chars < chars_min {
        fields.push(refused("password-too-short", rules.too_short.message_text("", chars_min)));
    } else if chars > rules.chars_max {
        fields.push(refused("password-too-long", rules.too_long.message_text("", rules.chars_max)));
    }
    if !password.is_empty() && !has_all_classes(password) {
        fields.push(refused("password-classes", rules.classes.clone()));
    }
    if password != again {
        fields.push(FieldError::new("confirmPassword", "passwords-differ", &rules.different));
    }
    fields
}

/// Normalises an invite code as typed: removes spaces and hyphens, folds width, converts to upper
/// case (A-062, G-128).
#[must_use]
pub fn plain_code(typed: &str) -> String {
    let folded: String = typed.nfkc().collect();
    RULES.code.ignored_pattern.removed_from(&folded).to_uppercase()
}

#[cfg(test)]
#[path = "form_examples.rs"]
mod examples;

#[cfg(test)]
mod tests {
    use super::*;

    fn form_rules() -> SignUpForm {
        SignUpForm {
            email: " Rosa@Example.ORG ".to_owned(),
            first_name: "Rosa".to_owned(),
            last_name: "O’Neill-de la  Cruz".to_owned(),
            password: "Tin-Lantern-48".to_owned(),
            confirm_password: "Tin-Lantern-48".to_owned(),
        }
    }

    fn message_for(form: SignUpForm) -> String {
        check(form, 8).map_or_else(|error| error.to_string(), |newcomer| newcomer.email)
    }

    #[test]
    fn accepts_a_valid_form_and_normalises_it() {
        let newcomer = check(form_rules(), 8);
        assert!(newcomer.is_ok_and(|newcomer| {
            newcomer.email == "rosa@example.org" && newcomer.last_name == "O’Neill-de la Cruz"
        }));
    }

    #[test]
    fn reports_blank_fields_first() {
        for blank in [
            SignUpForm { email: "  ".to_owned(), ..form_rules() },
            SignUpForm { first_name: " ".to_owned(), ..form_rules() },
            SignUpForm { last_name: String::new(), ..form_rules() },
            SignUpForm { password: String::new(), confirm_password: String::new(), ..form_rules() },
        ] {
            assert_eq!(message_for(blank), "All fields are required.");
        }
    }

    #[test]
    fn joins_several_messages_by_commas() {
        let short = "aB1".to_owned();
        let form = SignUpForm {
            email: "rosa".to_owned(),
            password: short.clone(),
            confirm_password: short,
            ..form_rules()
        };
        assert_eq!(
            message_for(form),
            "Invalid email format, Password must be at least 8 characters long"
        );
    }

    #[test]
    fn rejects_malformed_email_addresses() {
        for good in ["a@b.co", "first.last+tag@sub.example.org", "o'neill@example.ie"] {
            assert_eq!(check_email(good).ok().as_deref(), Some(good));
        }
        let long = format!("{}@example.org", "a".repeat(243));
        for bad in
            ["a", "a@b", "a b@c.de", "a@b..de", "a@-b.de", "<a@b.de>", "a@b.de\n<x@y.z", &long]
        {
            assert!(check_email(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn accepts_names_of_every_script_and_rejects_other_characters() {
        for good in ["Bo", "Ó Súilleabháin", "Nguyễn", "देवी", "李小", "J.R."] {
            assert!(check_name("firstName", "First name", good).is_ok(), "{good}");
        }
        let message =
            |text: &str| check_name("firstName", "First name", text).err().map(|e| e.message);
        assert_eq!(message("X").as_deref(), Some("First name must be at least 2 characters long"));
        assert_eq!(message("R2D2").as_deref(), Some("First name contains invalid characters"));
        assert_eq!(message("<b>Bo").as_deref(), Some("First name contains invalid characters"));
        assert!(message(&"x".repeat(51)).is_some() && message(&"x".repeat(50)).is_none());
    }

    #[test]
    fn enforces_length_and_character_classes_of_passwords() {
        let messages = |password: &str| -> Vec<String> {
            check_password(password, password, 8).into_iter().map(|field| field.message).collect()
        };
        assert!(messages("Abcdefg1").is_empty());
        assert_eq!(messages(""), ["Password is required"]);
        assert_eq!(messages("Abcdef1"), ["Password must be at least 8 characters long"]);
        assert_eq!(messages(&format!("Aa1{}", "x".repeat(126))).len(), 1);
        let classes = "Password must contain at least one uppercase letter, one lowercase letter, and one number";
        for password in ["abcdefg1", "ABCDEFG1", "Abcdefgh"] {
            assert_eq!(messages(password), [classes]);
        }
        let differ = check_password("Abcdefg1", "Abcdefg2", 8);
        assert_eq!(
            differ.first().map(|field| field.message.as_str()),
            Some("Passwords do not match")
        );
    }
}
