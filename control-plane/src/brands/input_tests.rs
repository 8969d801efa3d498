use super::*;
use proptest::prelude::*;

fn sent() -> BrandDraft {
    BrandDraft {
        revision: None,
        name: "  Harbour   Union ".to_owned(),
        colour: "#F5B800".to_owned(),
        headings: "poster".to_owned(),
        corners: "square".to_owned(),
        top_bar: "brand".to_owned(),
        sign_in_layout: "poster".to_owned(),
        picture: "square".to_owned(),
        sign_in_title: Some("Eleven ports. One table.".to_owned()),
        sign_in_text: Some(" ".to_owned()),
        mail_sender_name: None,
        mail_footer: None,
        footer_links: vec![FooterLink {
            label: "Branches".to_owned(),
            url: "https://htwu.example".to_owned(),
        }],
    }
}

fn refused(change: impl FnOnce(&mut BrandDraft)) -> Vec<String> {
    let mut brand = sent();
    change(&mut brand);
    match Design::check(brand, false) {
        Err(BrandError::Fields(faults)) => faults.into_iter().map(|fault| fault.field).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn accepted_input_is_normalised() {
    let looks = Design::check(sent(), false).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(looks.name, "Harbour Union");
    assert_eq!(looks.colour.to_string(), "#f5b800");
    assert_eq!(looks.sign_in_text, None);
    assert_eq!(looks.footer_links[0].url, "https://htwu.example/");
}

#[test]
fn accepts_names_in_any_script() {
    for name in ["Åland", "کتاب\u{200c}خانه", "香港大學", "Ηράκλειον"] {
        let mut brand = sent();
        brand.name = name.to_owned();
        assert_eq!(Design::check(brand, false).map(|design| design.name), Ok(name.to_owned()));
    }
}

#[test]
fn rejects_invalid_values_of_every_field() {
    assert_eq!(refused(|b| b.name = " ".to_owned()), ["name"]);
    assert_eq!(refused(|b| b.name = "x".repeat(61)), ["name"]);
    for hidden in ['\u{202e}', '\u{200b}', '\u{200f}', '\u{2066}', '\u{feff}', '\u{7}', '<'] {
        assert_eq!(refused(|b| b.name = format!("a{hidden}b")), ["name"], "{hidden:?}");
    }
    for colour in ["f5b800", "#f5b80", "#f5b8000", "red", "", "#gggggg", "#+12345"] {
        assert_eq!(refused(|b| b.colour = colour.to_owned()), ["colour"], "{colour}");
    }
    assert_eq!(refused(|b| b.headings = "Serif".to_owned()), ["headings"]);
    assert_eq!(refused(|b| b.corners = String::new()), ["corners"]);
    assert_eq!(refused(|b| b.top_bar = "gold".to_owned()), ["topBar"]);
    assert_eq!(refused(|b| b.sign_in_layout = "wide".to_owned()), ["signInLayout"]);
    assert_eq!(refused(|b| b.picture = "cat".to_owned()), ["picture"]);
    assert_eq!(refused(|b| b.picture = UPLOAD.to_owned()), ["picture"]);
    assert_eq!(refused(|b| b.sign_in_title = Some("<b>".to_owned())), ["signInTitle"]);
    assert_eq!(refused(|b| b.sign_in_text = Some("x".repeat(241))), ["signInText"]);
    assert_eq!(refused(|b| b.mail_footer = Some("x".repeat(301))), ["mailFooter"]);
    assert_eq!(refused(|b| b.mail_sender_name = Some("a@b".to_owned())), ["mailSenderName"]);
}

#[test]
fn rejects_too_many_links_and_schemes_other_than_https() {
    let link = |url: &str| FooterLink { label: "l".to_owned(), url: url.to_owned() };
    for url in [
        "http://a.example",
        "javascript:alert(1)",
        "//a.example",
        "https://a:b@a.example",
        "https://localhost",
        "https://127.0.0.1/",
        "https:/",
        "",
    ] {
        let at = refused(|b| b.footer_links = vec![link(url)]);
        assert_eq!(at, ["footerLinks.0.url"], "{url}");
    }
    let long = format!("https://a.example/{}", "x".repeat(300));
    assert_eq!(refused(|b| b.footer_links = vec![link(&long)]), ["footerLinks.0.url"]);
    let six = vec![link("https://a.example"); 6];
    assert_eq!(refused(|b| b.footer_links = six), ["footerLinks"]);
    let nameless = FooterLink { label: String::new(), url: "https://a.example".to_owned() };
    assert_eq!(refused(|b| b.footer_links = vec![nameless]), ["footerLinks.0.label"]);
}

proptest! {
    #[test]
    fn accepted_text_contains_no_deceptive_characters(name in "\\PC{0,70}", url in "\\PC{0,40}") {
        let mut brand = sent();
        brand.name = name;
        brand.footer_links = vec![FooterLink { label: "l".to_owned(), url }];
        if let Ok(looks) = Design::check(brand, false) {
            prop_assert!(!looks.name.is_empty() && looks.name.chars().count() <= 60);
            prop_assert!(!looks.name.chars().any(is_treacherous));
            prop_assert!(looks.footer_links[0].url.starts_with("https://"));
        }
    }
}
