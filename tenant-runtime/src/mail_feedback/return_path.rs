//! Return path of emails: the address to which mail servers send reports. Each person's emails have
//! their own, `bounce+TOKEN@…`, so that a report needs no searching (VERP).

/// The configured address, such as `bounce@mail.example`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnPath {
    local: String,
    domain: String,
}

impl ReturnPath {
    /// Parses the address; `None` if it is not one.
    #[must_use]
    pub fn parse(address: &str) -> Option<Self> {
        let (local, domain) = address.rsplit_once('@')?;
        let is_valid = !local.is_empty() && !local.contains('+') && !domain.is_empty();
        is_valid.then(|| Self {
            local: local.to_ascii_lowercase(),
            domain: domain.to_ascii_lowercase(),
        })
    }

    /// Address for emails with this token.
    #[must_use]
    pub fn address_for(&self, token: &str) -> String {
        format!("{}+{token}@{}", self.local, self.domain)
    }

    /// Token in an address of this form, in lower case.
    #[must_use]
    pub fn token_of(&self, address: &str) -> Option<String> {
        let address = address.to_ascii_lowercase();
        let (local, domain) = address.rsplit_once('@')?;
        let (name, token) = local.split_once('+')?;
        let is_own = name == self.local && domain == self.domain && !token.is_empty();
        is_own.then(|| token.to_owned())
    }

    /// Returns whether this is the address without a token, at which complaints arrive.
    #[must_use]
    pub fn is_plain(&self, address: &str) -> bool {
        address.eq_ignore_ascii_case(&format!("{}@{}", self.local, self.domain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_is_read_back_from_the_address() {
        let Some(path) = ReturnPath::parse("Bounce@Mail.example") else { panic!("an address") };
        let address = path.address_for("abc");
        assert_eq!(address, "bounce+abc@mail.example");
        assert_eq!(path.token_of("BOUNCE+ABC@mail.example").as_deref(), Some("abc"));
        for other in ["bounce@mail.example", "x+abc@mail.example", "bounce+abc@evil.example", "+"] {
            assert_eq!(path.token_of(other), None, "{other}");
        }
        assert!(path.is_plain("bounce@MAIL.example"));
        for bad in ["", "mail.example", "@mail.example", "a+b@mail.example"] {
            assert_eq!(ReturnPath::parse(bad), None, "{bad}");
        }
    }
}
