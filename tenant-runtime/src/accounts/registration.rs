//! The shared registration validator (A-091 to A-096): what a newcomer must give, and in what form.

use super::error::AccountError;
use platform::problem::FieldError;
use regex::Regex;
use std::sync::LazyLock;

const EMAIL_CHARS_MAX: usize = 254;
const NAME_CHARS_MIN: usize = 2;
const NAME_CHARS_MAX: usize = 50;
/// Most characters of a password (A-093).
pub const PASSWORD_CHARS_MAX: usize = 128;

/// What was typed.
#[derive(Clone)]
pub struct Form {
    /// Address.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Password.
    pub password: String,
    /// The same again.
    pub confirm_password: String,
}

/// What a newcomer is, once everything holds.
#[derive(Clone)]
pub struct Newcomer {
    /// Address, in lower case.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Password; never written anywhere.
    pub password: String,
}

/// Checks a form.
///
/// # Errors
/// Every field that is refused, at once.
pub fn check(form: Form, password_chars_min: usize) -> Result<Newcomer, AccountError> {
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
    Ok(Newcomer { email, first_name, last_name, password: form.password })
}

/// An address as it is stored: without blanks around it, in lower case.
#[must_use]
pub fn plain_email(text: &str) -> String {
    text.trim().to_lowercase()
}

/// Checks an address (A-091).
///
/// # Errors
/// 'Email is required' or 'Invalid email format'.
pub fn check_email(text: &str) -> Result<String, FieldError> {
    // The pattern of HTML's own e-mail field, with a dot in the domain.
    static PATTERN: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
        Regex::new(&format!(r"^[a-z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{label}(?:\.{label})+$")).ok()
    });
    let email = plain_email(text);
    if email.is_empty() {
        return Err(FieldError::new("email", "email-required", "Email is required"));
    }
    let fits = email.len() <= EMAIL_CHARS_MAX
        && PATTERN.as_ref().is_some_and(|pattern| pattern.is_match(&email));
    if fits {
        Ok(email)
    } else {
        Err(FieldError::new("email", "email-malformed", "Invalid email format"))
    }
}

/// Checks a first or last name (A-092): letters of any script, blanks, hyphens, apostrophes and
/// periods.
///
/// # Errors
/// The first refusal, with `label` in its words.
pub fn check_name(field: &str, label: &str, text: &str) -> Result<String, FieldError> {
    static PATTERN: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^[\p{L}\p{M} '’.\-]+$").ok());
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let chars = name.chars().count();
    if chars < NAME_CHARS_MIN {
        let message = format!("{label} must be at least {NAME_CHARS_MIN} characters long");
        return Err(FieldError::new(field, "name-too-short", message));
    }
    if chars > NAME_CHARS_MAX {
        let message = format!("Content exceeds maximum length of {NAME_CHARS_MAX} characters");
        return Err(FieldError::new(field, "name-too-long", message));
    }
    if !PATTERN.as_ref().is_some_and(|pattern| pattern.is_match(&name)) {
        let message = format!("{label} contains invalid characters");
        return Err(FieldError::new(field, "name-characters", message));
    }
    Ok(name)
}

/// Whether a password has an upper-case letter, a lower-case letter and a digit.
pub(super) fn has_all_classes(password: &str) -> bool {
    let has = |class: fn(char) -> bool| password.chars().any(class);
    has(char::is_uppercase) && has(char::is_lowercase) && has(|c| c.is_ascii_digit())
}

/// Checks a password and its repetition (A-093, A-094).
pub(super) fn check_password(password: &str, again: &str, chars_min: usize) -> Vec<FieldError> {
    let refused = |code: &str, message: String| FieldError::new("password", code, message);
    let mut fields = Vec::new();
    let chars = password.chars().count();
    if password.is_empty() {
        fields.push(refused("password-required", "Password is required".to_owned()));
    } else if chars < chars_min {
        let message = format!("Password must be at least {chars_min} characters long");
        fields.push(refused("password-too-short", message));
    } else if chars > PASSWORD_CHARS_MAX {
        let message = format!("Password must be no more than {PASSWORD_CHARS_MAX} characters long");
        fields.push(refused("password-too-long", message));
    }
    if !password.is_empty() && !has_all_classes(password) {
        let message = "Password must contain at least one uppercase letter, one lowercase letter, and one number";
        fields.push(refused("password-classes", message.to_owned()));
    }
    if password != again {
        let message = "Passwords do not match";
        fields.push(FieldError::new("confirmPassword", "passwords-differ", message));
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> Form {
        Form {
            email: " Rosa@Example.ORG ".to_owned(),
            first_name: "Rosa".to_owned(),
            last_name: "O’Neill-de la  Cruz".to_owned(),
            password: "Tin-Lantern-48".to_owned(),
            confirm_password: "Tin-Lantern-48".to_owned(),
        }
    }

    fn said(form: Form) -> String {
        check(form, 8).map_or_else(|error| error.to_string(), |newcomer| newcomer.email)
    }

    #[test]
    fn a_whole_form_passes_and_is_tidied() {
        let newcomer = check(form(), 8);
        assert!(newcomer.is_ok_and(|newcomer| {
            newcomer.email == "rosa@example.org" && newcomer.last_name == "O’Neill-de la Cruz"
        }));
    }

    #[test]
    fn what_is_blank_is_said_at_once() {
        for blank in [
            Form { email: "  ".to_owned(), ..form() },
            Form { first_name: " ".to_owned(), ..form() },
            Form { last_name: String::new(), ..form() },
            Form { password: String::new(), confirm_password: String::new(), ..form() },
        ] {
            assert_eq!(said(blank), "All fields are required.");
        }
    }

    #[test]
    fn several_refusals_are_joined_by_commas() {
        let short = "aB1".to_owned();
        let form = Form {
            email: "rosa".to_owned(),
            password: short.clone(),
            confirm_password: short,
            ..form()
        };
        assert_eq!(said(form), "Invalid email format, Password must be at least 8 characters long");
    }

    #[test]
    fn addresses_keep_to_the_pattern() {
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
    fn names_of_every_script_pass_and_signs_do_not() {
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
    fn passwords_have_a_length_and_three_classes() {
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
