//! How many descriptors this process may have. Each connection takes one, at an edge in front of other
//! roles two; the system begins with few, for programs of another age, and lets each ask for more.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Takes as many as are allowed, and says what came of it. `None` is no limit.
///
/// # Errors
/// When the system refuses what it allows.
pub fn raise() -> Result<Option<u64>, rustix::io::Errno> {
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        limit.current = limit.maximum;
        setrlimit(Resource::Nofile, limit)?;
    }
    Ok(limit.current)
}

/// Takes as many as are allowed, and warns where they are too few for so many `connections`.
pub fn raise_for(connections: usize) {
    match raise() {
        Ok(Some(allowed)) if allowed < 2 * connections as u64 => tracing::warn!(
            allowed,
            "{allowed} descriptors are allowed, fewer than two for each of edge.connections"
        ),
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "no more descriptors could be had"),
    }
}

#[cfg(test)]
mod tests {
    use super::raise;
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    #[test]
    fn as_many_are_taken_as_are_allowed() {
        let allowed = getrlimit(Resource::Nofile);
        let few = Rlimit { current: Some(64), ..allowed };
        assert!(setrlimit(Resource::Nofile, few).is_ok());
        assert_eq!(raise(), Ok(allowed.maximum));
        assert_eq!(getrlimit(Resource::Nofile).current, allowed.maximum);
    }
}
