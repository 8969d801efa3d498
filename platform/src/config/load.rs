//! From the sources to one checked configuration.

use super::{Config, Faults};
use std::collections::HashMap;
use std::path::PathBuf;

const PREFIX: &str = "GUILDHALL_";

/// Where a configuration comes from.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The TOML file, if one is named. It must then be there.
    pub file: Option<PathBuf>,
    /// The environment, as the process found it.
    pub environment: HashMap<String, String>,
    /// Flags as `("server.listen", "0.0.0.0:8080")`; the strongest.
    pub flags: Vec<(String, String)>,
}

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The named file cannot be read.
    #[error("the configuration file {path} cannot be read: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A source says something that no field understands.
    #[error("the configuration cannot be read: {0}")]
    Unreadable(#[from] config::ConfigError),
    /// Every field was read, and some are wrong.
    #[error(transparent)]
    Faulty(#[from] Faults),
}

impl Config {
    /// Reads and checks all of it. Writes nothing: an embedded instance that has never started has no
    /// keys yet ([`Config::create_missing_keys`]).
    ///
    /// # Errors
    /// [`ConfigError::Faulty`] names everything that is wrong at once.
    pub fn load(sources: &Sources) -> Result<Self, ConfigError> {
        let mut config = Self::read(sources)?;
        config.read_keys()?;
        config.validate()?;
        Ok(config)
    }

    /// Reads without checking: what `doctor` shows when there are faults.
    ///
    /// # Errors
    /// [`ConfigError`] if the file is not there, or a field is unknown or of the wrong kind.
    pub fn read(sources: &Sources) -> Result<Self, ConfigError> {
        let mut builder = config::Config::builder();
        if let Some(path) = &sources.file {
            let text = std::fs::read_to_string(path)
                .map_err(|source| ConfigError::File { path: path.clone(), source })?;
            builder = builder.add_source(config::File::from_str(&text, config::FileFormat::Toml));
        }
        for (key, value) in settings(&sources.environment) {
            builder = builder.set_override(key, value)?;
        }
        for (key, value) in &sources.flags {
            builder = builder.set_override(key, value.as_str())?;
        }
        Ok(builder.build()?.try_deserialize()?)
    }
}

/// The variables that are settings. Others with our prefix (the name of the configuration file, the
/// addresses of test servers) have no section and are left alone.
fn settings(environment: &HashMap<String, String>) -> impl Iterator<Item = (String, &str)> {
    environment.iter().filter_map(|(name, value)| {
        let field = name.strip_prefix(PREFIX)?.to_ascii_lowercase();
        let known = field.contains("__") || field == "data_dir";
        known.then(|| (field.replace("__", "."), value.as_str()))
    })
}
