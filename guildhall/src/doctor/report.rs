//! Findings, as lines for people or JSON for programs.

use anyhow::Result;
use serde::Serialize;
use serde_json::json;
use std::io::Write;

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FindingStatus {
    /// Checked and good.
    Ok,
    /// Not checked, with the reason.
    Skipped,
    /// Works, but needs attention.
    Warning,
    /// Wrong.
    Failed,
}

impl FindingStatus {
    const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Skipped => "skipped",
            Self::Warning => "warning",
            Self::Failed => "failed",
        }
    }
}

/// Result of a check.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    /// Subject of the check.
    check: &'static str,
    status: FindingStatus,
    /// What was found.
    message: String,
    /// Setting that names the subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    setting: Option<String>,
    /// Address of the subject, without secrets.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

impl Finding {
    fn new(check: &'static str, status: FindingStatus, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { check, status, message, setting: None, address: None, advice: None }
    }
    pub(super) fn ok(check: &'static str, message: impl Into<String>) -> Self {
        Self::new(check, FindingStatus::Ok, message)
    }
    pub(super) fn skipped(check: &'static str, message: impl Into<String>) -> Self {
        Self::new(check, FindingStatus::Skipped, message)
    }
    pub(super) fn warning(check: &'static str, message: impl Into<String>) -> Self {
        Self::new(check, FindingStatus::Warning, message)
    }
    pub(super) fn failed(check: &'static str, message: impl Into<String>) -> Self {
        Self::new(check, FindingStatus::Failed, message)
    }
    /// Adds the setting that names the subject, and the subject's address.
    pub(super) fn at(mut self, setting: &str, address: impl Into<String>) -> Self {
        self.setting = Some(setting.to_owned());
        self.address = Some(address.into());
        self
    }
    /// Adds the setting to correct.
    pub(super) fn setting(mut self, setting: impl Into<String>) -> Self {
        self.setting = Some(setting.into());
        self
    }
    /// Adds what to do.
    pub(super) fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }

    /// Replaces every occurrence of a secret, such as in the error of a library.
    pub(super) fn without(mut self, secrets: &[String]) -> Self {
        let texts = [&mut self.setting, &mut self.address, &mut self.advice];
        for text in texts.into_iter().flatten().chain([&mut self.message]) {
            for secret in secrets {
                if text.contains(secret) {
                    *text = text.replace(secret, "(hidden)");
                }
            }
        }
        self
    }
}

/// Returns whether nothing failed.
pub(super) fn is_healthy(findings: &[Finding]) -> bool {
    findings.iter().all(|finding| finding.status != FindingStatus::Failed)
}

/// Writes all findings.
pub(super) fn write(findings: &[Finding], json: bool, out: &mut impl Write) -> Result<()> {
    if json {
        let all = json!({ "healthy": is_healthy(findings), "findings": findings });
        writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
        return Ok(());
    }
    for finding in findings {
        writeln!(out, "{:8} {}: {}", finding.status.name(), finding.check, finding.message)?;
        match (&finding.setting, &finding.address) {
            (Some(setting), Some(address)) => writeln!(out, "         {setting} = {address}")?,
            (Some(setting), None) => writeln!(out, "         {setting}")?,
            _ => {}
        }
        if let Some(advice) = &finding.advice {
            writeln!(out, "         {advice}")?;
        }
    }
    let failed = findings.iter().filter(|one| one.status == FindingStatus::Failed).count();
    let warnings = findings.iter().filter(|one| one.status == FindingStatus::Warning).count();
    writeln!(out, "\n{failed} failed, {warnings} warnings, {} checks", findings.len())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hides_secrets_in_every_text_of_a_finding() {
        let finding = Finding::failed("mail", "refused by pa55word")
            .at("mail.smtp_url", "smtp://ada:pa55word@mail")
            .advise("try pa55word");
        let mut out = Vec::new();
        assert!(write(&[finding.without(&["pa55word".to_owned()])], false, &mut out).is_ok());
        let out = String::from_utf8_lossy(&out);
        assert!(!out.contains("pa55word"), "{out}");
        assert_eq!(out.matches("(hidden)").count(), 3, "{out}");
    }
}
