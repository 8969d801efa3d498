//! Encryption of a backup with age (age-encryption.org/v1), streamed.

use age::secrecy::{ExposeSecret, SecretString};
use age::stream::StreamWriter;
use age::{Decryptor, Encryptor, Identity, IdentityFile, Recipient, scrypt, x25519};
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// First bytes of an age file.
const AGE_HEADER: &[u8] = b"age-encryption.org/";
const BUFFER_BYTES: usize = 1 << 20;

/// Encryption of a new backup.
pub enum Encryption {
    /// None.
    Plain,
    /// For the owners of these keys, and for a key that only this process has: it decrypts the
    /// written file once, to verify it.
    Keys { recipients: Vec<x25519::Recipient>, own: x25519::Identity },
    /// With a passphrase.
    Passphrase(SecretString),
}

impl Encryption {
    /// Encryption that the flags ask for.
    ///
    /// # Errors
    /// A recipient or the passphrase is not valid.
    pub fn from_flags(recipients: &[String], passphrase_file: Option<&Path>) -> Result<Self> {
        if let Some(file) = passphrase_file {
            return Ok(Self::Passphrase(read_passphrase(file)?));
        }
        if recipients.is_empty() {
            return Ok(Self::Plain);
        }
        let parse = |text: &String| {
            text.parse::<x25519::Recipient>()
                .map_err(|error| anyhow!("{text} is not an age recipient (age1…): {error}"))
        };
        let recipients = recipients.iter().map(parse).collect::<Result<_>>()?;
        Ok(Self::Keys { recipients, own: x25519::Identity::generate() })
    }

    /// Extension of the file.
    pub const fn extension(&self) -> &'static str {
        match self {
            Self::Plain => "tar",
            Self::Keys { .. } | Self::Passphrase(_) => "tar.age",
        }
    }

    /// Begins to write to a file.
    ///
    /// # Errors
    /// I/O errors.
    pub fn write_to(&self, file: File) -> Result<Output> {
        let file = BufWriter::with_capacity(BUFFER_BYTES, file);
        let encryptor = match self {
            Self::Plain => return Ok(Output::Plain(file)),
            Self::Keys { recipients, own } => {
                let own = own.to_public();
                let others = recipients.iter().map(|key| key as &dyn Recipient);
                let all: Vec<_> = others.chain([&own as &dyn Recipient]).collect();
                Encryptor::with_recipients(all.into_iter())?
            }
            Self::Passphrase(passphrase) => Encryptor::with_user_passphrase(passphrase.clone()),
        };
        Ok(Output::Encrypted(Box::new(encryptor.wrap_output(file)?)))
    }

    /// Key to read the written file.
    pub fn into_decryption(self) -> Decryption {
        match self {
            Self::Plain => Decryption(Vec::new()),
            Self::Keys { own, .. } => Decryption(vec![Box::new(own)]),
            Self::Passphrase(passphrase) => Decryption(vec![Box::new(to_identity(passphrase))]),
        }
    }
}

/// File that is written, encrypted or not.
pub enum Output {
    /// Not encrypted.
    Plain(BufWriter<File>),
    /// Encrypted.
    Encrypted(Box<StreamWriter<BufWriter<File>>>),
}

impl Output {
    /// Ends the encryption and returns the file.
    ///
    /// # Errors
    /// I/O errors.
    pub fn finish(self) -> Result<File> {
        let file = match self {
            Self::Plain(file) => file,
            Self::Encrypted(encrypted) => encrypted.finish()?,
        };
        Ok(file.into_inner().map_err(io::IntoInnerError::into_error)?)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Encrypted(encrypted) => encrypted.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Encrypted(encrypted) => encrypted.flush(),
        }
    }
}

/// Keys that decrypt a backup.
pub struct Decryption(Vec<Box<dyn Identity + Send + Sync>>);

impl Decryption {
    /// Keys that the flags name.
    ///
    /// # Errors
    /// A file cannot be read, or contains no identity.
    pub fn from_flags(identity: Option<&Path>, passphrase_file: Option<&Path>) -> Result<Self> {
        if let Some(file) = passphrase_file {
            return Ok(Self(vec![Box::new(to_identity(read_passphrase(file)?))]));
        }
        let Some(file) = identity else { return Ok(Self(Vec::new())) };
        let failed = || format!("failed to read the identity file {}", file.display());
        let identities =
            IdentityFile::from_buffer(BufReader::new(File::open(file).with_context(failed)?));
        let identities = identities.with_context(failed)?.into_identities();
        Ok(Self(identities.with_context(failed)?))
    }

    /// Opens a backup for reading, decrypted if it is encrypted.
    ///
    /// # Errors
    /// The file cannot be read, or no key decrypts it.
    pub fn open(&self, file: &Path) -> Result<Box<dyn Read + '_>> {
        let opened = File::open(file);
        let opened = opened.with_context(|| format!("failed to open {}", file.display()))?;
        let mut reader = BufReader::with_capacity(BUFFER_BYTES, opened);
        if !reader.fill_buf()?.starts_with(AGE_HEADER) {
            return Ok(Box::new(reader));
        }
        ensure!(
            !self.0.is_empty(),
            "the backup is encrypted: add --identity FILE or --passphrase-file FILE"
        );
        let decryptor = Decryptor::new_buffered(reader).context("not a valid age file")?;
        let identities = self.0.iter().map(|identity| &**identity as &dyn Identity);
        match decryptor.decrypt(identities) {
            Ok(decrypted) => Ok(Box::new(decrypted)),
            Err(error) => bail!("failed to decrypt the backup: {error}"),
        }
    }
}

fn to_identity(passphrase: SecretString) -> scrypt::Identity {
    scrypt::Identity::new(passphrase)
}

fn read_passphrase(file: &Path) -> Result<SecretString> {
    let text = std::fs::read_to_string(file);
    let text = text.with_context(|| format!("failed to read {}", file.display()))?;
    let passphrase = SecretString::from(text.trim_end_matches(['\r', '\n']).to_owned());
    ensure!(!passphrase.expose_secret().is_empty(), "{} is empty", file.display());
    Ok(passphrase)
}
