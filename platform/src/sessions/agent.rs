//! Short description of a browser: "Firefox on Linux".

/// Returns the browser and system of a `User-Agent`; `None` if it is unknown.
#[must_use]
pub fn summarize_user_agent(user_agent: &str) -> Option<String> {
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(sign, _)| user_agent.contains(sign)).map(|(_, name)| *name)
    };
    // Each of these browsers also names the ones below it, so the order matters.
    let browser = named(&[
        ("Edg/", "Edge"),
        ("EdgA/", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("FxiOS/", "Firefox"),
        ("Firefox/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chromium/", "Chromium"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = named(&[
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("CrOS", "ChromeOS"),
        ("Windows", "Windows"),
        ("Macintosh", "Mac"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => Some(format!("{browser} on {system}")),
        (Some(one), None) | (None, Some(one)) => Some(one.to_owned()),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::summarize_user_agent;

    #[test]
    fn distinguishes_browsers_with_similar_user_agents() {
        let chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
        for (agent, words) in [
            (format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {chrome}"), "Chrome on Windows"),
            (format!("Mozilla/5.0 (X11; Linux x86_64) {chrome} Edg/140.0"), "Edge on Linux"),
            (format!("Mozilla/5.0 (Linux; Android 15) {chrome}"), "Chrome on Android"),
            (
                String::from(
                    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                ),
                "Firefox on Linux",
            ),
            (
                String::from(
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 \
                     (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                ),
                "Safari on iPhone",
            ),
        ] {
            assert_eq!(summarize_user_agent(&agent).as_deref(), Some(words), "{agent}");
        }
        assert_eq!(summarize_user_agent("curl/8.5"), None);
        assert_eq!(summarize_user_agent("<script>"), None);
    }
}
