//! Access of a command to an embedded instance's data: exclusive, or next to the process that
//! serves it.

use crate::cli::Command;
use anyhow::{Result, bail};
use platform::config::Config;
use platform::data_folder::{DataFolder, DataFolderError};

/// Kind of access.
#[derive(Debug)]
pub enum Access {
    /// No other process uses the data folder, or the data is on a server (`None`).
    Alone(Option<DataFolder>),
    /// Another process keeps serving the data.
    Alongside,
}

impl Access {
    /// Locks the data folder of an embedded instance. A command that only changes rows may run
    /// while another process holds the lock.
    ///
    /// # Errors
    /// [`DataFolderError`], or a missing database for a command that needs one.
    pub async fn acquire(command: &Command, config: &Config) -> Result<Self> {
        if !config.is_embedded() {
            return Ok(Self::Alone(None));
        }
        let alongside = command.runs_alongside();
        let file = config.database_file();
        if let Some(file) = file.filter(|file| !command.migrates() && !file.exists()) {
            bail!(
                "there is no database at {}. Start Guildhall first (`guildhall up`), or name its data \
                 folder (`--set data_dir=FOLDER`)",
                file.display()
            );
        }
        match DataFolder::claim(config).await {
            Ok(folder) => Ok(Self::Alone(Some(folder))),
            Err(DataFolderError::InUse { .. }) if alongside => Ok(Self::Alongside),
            Err(refused) => Err(refused.into()),
        }
    }
}
