use super::{MailBrand, MailContent, RenderedMail, ink_on, render};

fn mail(name: &str, color: &str) -> RenderedMail {
    let brand = MailBrand {
        name: name.to_owned(),
        color: color.to_owned(),
        origin: String::from("http://ashcombe.localhost:8080"),
        ..MailBrand::default()
    };
    let content = MailContent::VerifyEmail {
        first_name: String::from("Grace <b>"),
        link: String::from("http://ashcombe.localhost:8080/verify-email?token=a&b"),
        valid_hours: 24,
    };
    match render(&content, &brand) {
        Ok(rendered) => rendered,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn email_has_the_brand_and_the_link() {
    let mail = mail("Ashcombe", "#7a1f2b");
    assert_eq!(mail.subject, "Verify your email address for Ashcombe");
    assert!(mail.text.contains("http://ashcombe.localhost:8080/verify-email?token=a&b"));
    assert!(mail.html.contains("#7a1f2b") && mail.html.contains("Ashcombe"));
    assert!(
        mail.html.contains("href=\"http://ashcombe.localhost:8080/verify-email?token=a&amp;b\"")
    );
}

#[test]
fn user_text_is_escaped_in_the_html() {
    let mail = mail("Ashcombe", "#7a1f2b");
    assert!(mail.html.contains("Grace &lt;b&gt;") && !mail.html.contains("Grace <b>"));
    assert!(mail.text.contains("Grace <b>"));
}

#[test]
fn user_text_is_equal_in_both_parts() {
    for typed in [
        "https://maps.example/?a=1&region=eu&section=2&copy=3",
        "R&D &amp; <b>bold</b> &lt;x&gt; \"quoted\" it's",
        "https://x.example/Terminator_(franchise)\n- one\n- two",
    ] {
        let content = MailContent::ApplicationAnswered {
            first_name: "Ada".to_owned(),
            affiliation: "Ashcombe".to_owned(),
            approved: false,
            reason: typed.to_owned(),
            link: "http://ashcombe.localhost:8080/".to_owned(),
        };
        let Ok(mail) = render(&content, &MailBrand::default()) else { panic!("{typed}") };
        assert!(mail.text.contains(typed), "{}", mail.text);
        let shown = mail.html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        let shown = shown.replace("&#39;", "'").replace("&amp;", "&");
        assert!(shown.contains(typed), "{}", mail.html);
        assert!(!mail.html.contains("<b>bold") && !mail.html.contains("&region"));
    }
}

#[test]
fn brand_values_cannot_inject_headers_or_styles() {
    let mail = mail("Ashcombe\r\nBcc: all@example.org", "red;background:url(//x)");
    assert!(!mail.subject.contains(['\r', '\n']));
    assert!(!mail.html.contains("url("));
}

#[test]
fn button_text_is_readable_on_every_colour() {
    assert_eq!(ink_on("#f2c200"), "#000000");
    assert_eq!(ink_on("#7a1f2b"), "#ffffff");
}
