//! Test cases shared with the web client.

use super::super::addresses;
use super::super::personal_words::KnownFacts;
use super::{check_email, check_name, check_password, plain_code};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Examples {
    emails: Vec<Email>,
    mailable: Vec<Mailable>,
    names: Vec<Name>,
    passwords: Vec<PasswordExample>,
    known_words: Vec<KnownWords>,
    codes: Vec<Code>,
}

#[derive(Deserialize)]
struct Email {
    typed: String,
    stored: Option<String>,
}

#[derive(Deserialize)]
struct Mailable {
    email: String,
    accepted: bool,
}

#[derive(Deserialize)]
struct Name {
    typed: String,
    message: Option<String>,
}

#[derive(Deserialize)]
struct PasswordExample {
    typed: String,
    messages: Vec<String>,
}

#[derive(Deserialize)]
struct KnownWords {
    password: String,
    email: String,
    weak: bool,
}

#[derive(Deserialize)]
struct Code {
    typed: String,
    plain: String,
}

fn load_examples() -> Result<Examples, serde_json::Error> {
    serde_json::from_str(include_str!("form-examples.json"))
}

#[test]
fn validates_emails_like_the_shared_examples() -> Result<(), serde_json::Error> {
    for Email { typed, stored } in load_examples()?.emails {
        assert_eq!(check_email(&typed).ok(), stored, "{typed:?}");
    }
    for Mailable { email, accepted } in load_examples()?.mailable {
        assert!(addresses::is_well_formed(&email), "{email}");
        assert_eq!(addresses::is_mailable(&email), accepted, "{email}");
    }
    Ok(())
}

#[test]
fn validates_names_like_the_shared_examples() -> Result<(), serde_json::Error> {
    for Name { typed, message } in load_examples()?.names {
        let refused = check_name("firstName", "First name", &typed).err();
        assert_eq!(refused.map(|error| error.message), message, "{typed:?}");
    }
    Ok(())
}

#[test]
fn validates_passwords_like_the_shared_examples() -> Result<(), serde_json::Error> {
    for PasswordExample { typed, messages } in load_examples()?.passwords {
        let refused = check_password(&typed, &typed, 8);
        let refused: Vec<_> = refused.into_iter().map(|field| field.message).collect();
        assert_eq!(refused, messages, "{typed:?}");
    }
    for KnownWords { password, email, weak } in load_examples()?.known_words {
        let known = KnownFacts {
            email: &email,
            first_name: "Rosa",
            last_name: "Lindqvist",
            brand: "Guildhall",
        };
        assert_eq!(known.make_up(&password), weak, "{password}");
    }
    Ok(())
}

#[test]
fn normalises_invite_codes_like_the_shared_examples() -> Result<(), serde_json::Error> {
    for Code { typed, plain } in load_examples()?.codes {
        assert_eq!(plain_code(&typed), plain, "{typed:?}");
    }
    Ok(())
}
