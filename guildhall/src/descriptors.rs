//! File descriptor limit. Each connection needs one, and two at an edge in front of other roles;
//! the default soft limit is low, but a process may raise it.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Raises the soft limit to the hard limit; returns it. `None` means unlimited.
///
/// # Errors
/// The system refuses a limit that it allows.
pub fn raise_limit() -> Result<Option<u64>, rustix::io::Errno> {
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        limit.current = limit.maximum;
        setrlimit(Resource::Nofile, limit)?;
    }
    Ok(limit.current)
}

/// Raises the limit, and logs a warning if it is too low for `connections`.
pub fn raise_for(connections: usize) {
    match raise_limit() {
        Ok(Some(allowed)) if allowed < 2 * connections as u64 => tracing::warn!(
            allowed,
            "file descriptor limit is {allowed}, less than two for each of edge.connections"
        ),
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "failed to raise the file descriptor limit"),
    }
}

#[cfg(test)]
mod tests {
    use super::raise_limit;
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    #[test]
    fn raises_the_limit_to_the_maximum() {
        let allowed = getrlimit(Resource::Nofile);
        let few = Rlimit { current: Some(64), ..allowed };
        assert!(setrlimit(Resource::Nofile, few).is_ok());
        assert_eq!(raise_limit(), Ok(allowed.maximum));
        assert_eq!(getrlimit(Resource::Nofile).current, allowed.maximum);
    }
}
