//! Loading: from the sources to a validated configuration.

use super::{Config, ConfigErrors, renamed};
use config::Source;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

const PREFIX: &str = "GUILDHALL_";

/// Sources of a configuration.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// TOML file, if one is named; it must then exist.
    pub file: Option<PathBuf>,
    /// Environment of the process.
    pub environment: HashMap<String, String>,
    /// Command-line flags as `("server.listen", "0.0.0.0:8080")`; they take precedence.
    pub flags: Vec<(String, String)>,
}

/// Reason why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The named file cannot be read.
    #[error("failed to read the configuration file {path}: {source}")]
    File {
        /// Path of the file.
        path: PathBuf,
        /// I/O error.
        source: std::io::Error,
    },
    /// A source has an unknown field or a value of the wrong type.
    #[error("failed to read the configuration: {0}")]
    Unreadable(#[from] config::ConfigError),
    /// All fields were parsed, but some values are invalid.
    #[error(transparent)]
    Faulty(#[from] ConfigErrors),
}

impl Config {
    /// Reads and validates the configuration. Does not write: an embedded instance that has never
    /// started has no keys yet ([`Config::create_missing_keys`]).
    ///
    /// # Errors
    /// [`ConfigError::Faulty`] with all errors at once.
    pub fn load(sources: &Sources) -> Result<Self, ConfigError> {
        let mut config = Self::read(sources)?;
        config.read_keys()?;
        config.validate()?;
        Ok(config)
    }

    /// Reads without validation, so that `doctor` can show an invalid configuration.
    ///
    /// # Errors
    /// [`ConfigError`] if the file does not exist, or a field is unknown or of the wrong type.
    pub fn read(sources: &Sources) -> Result<Self, ConfigError> {
        let mut builder = config::Config::builder();
        let mut old_names: BTreeSet<String> = BTreeSet::new();
        if let Some(path) = &sources.file {
            let text = std::fs::read_to_string(path)
                .map_err(|source| ConfigError::File { path: path.clone(), source })?;
            let file = config::File::from_str(&text, config::FileFormat::Toml);
            let mut table = file.collect()?;
            old_names.extend(renamed::rename_in(&mut table).into_iter().map(str::to_owned));
            for (section, value) in table {
                builder = builder.set_default(section, value)?;
            }
        }
        let flags = sources.flags.iter().map(|(key, value)| (key.clone(), value.as_str()));
        for (key, value) in environment_settings(&sources.environment).chain(flags) {
            let new_name = renamed::new_name(&key);
            builder = builder.set_override(new_name.as_deref().unwrap_or(&key), value)?;
            if new_name.is_some() {
                old_names.insert(key);
            }
        }
        let mut config: Self = builder.build()?.try_deserialize()?;
        config.old_names = old_names.into_iter().collect();
        Ok(config)
    }
}

/// Environment variables that are settings. Others with our prefix (path of the configuration file,
/// addresses of test servers) have no section and are skipped.
fn environment_settings(
    environment: &HashMap<String, String>,
) -> impl Iterator<Item = (String, &str)> {
    environment.iter().filter_map(|(name, value)| {
        let field = name.strip_prefix(PREFIX)?.to_ascii_lowercase();
        let known = field.contains("__") || field == "data_dir";
        known.then(|| (field.replace("__", "."), value.as_str()))
    })
}
