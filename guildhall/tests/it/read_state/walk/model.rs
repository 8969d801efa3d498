//! Model of what is unread for whom. It knows the definition and nothing of the queries of the
//! server.

use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};

/// Number of people; the first one is the admin of both communities.
pub const PEOPLE: usize = 4;
/// The admin.
pub const ADMIN: usize = 0;
pub const COMMUNITIES: usize = 2;
/// Unread posts that are counted at most.
const COUNTED_MAX: usize = 100;

/// A random step. Indexes of threads and posts are taken modulo their number.
#[derive(Debug, Clone)]
pub enum Step {
    Write { who: usize, thread: usize },
    Reply { who: usize, post: usize },
    Read { who: usize, thread: usize },
    ReadUntil { who: usize, post: usize },
    UnreadFrom { who: usize, post: usize },
    MarkCommunity { who: usize, community: usize },
    MarkAll { who: usize },
    Delete { post: usize },
    Remove { post: usize },
    StartThread { community: usize },
    Mute { who: usize, thread: usize, is_muted: bool },
    Move { thread: usize },
    Close { thread: usize, is_closed: bool },
    RemoveThread { thread: usize },
    Block { who: usize, other: usize },
    Unblock { who: usize, other: usize },
    Leave { who: usize, community: usize },
    Join { who: usize, community: usize },
}

#[derive(Debug, Clone)]
pub struct ThreadModel {
    pub id: String,
    pub community: usize,
    /// Creation, or the latest post, also if it was removed.
    pub active: DateTime<Utc>,
    pub is_closed: bool,
    pub is_removed: bool,
}

#[derive(Debug, Clone)]
pub struct PostModel {
    pub id: String,
    pub thread: usize,
    pub author: usize,
    pub created: DateTime<Utc>,
    pub is_removed: bool,
}

#[derive(Debug, Default)]
pub struct Model {
    pub threads: Vec<ThreadModel>,
    pub posts: Vec<PostModel>,
    /// When each member joined each community.
    pub joined: BTreeMap<(usize, usize), DateTime<Utc>>,
    community_marks: BTreeMap<(usize, usize), DateTime<Utc>>,
    thread_marks: BTreeMap<(usize, usize), DateTime<Utc>>,
    /// Latest activity of each community, also if its thread was removed or moved away.
    active: [DateTime<Utc>; COMMUNITIES],
    /// Threads that members have muted.
    muted: BTreeSet<(usize, usize)>,
    pub blocks: BTreeSet<(usize, usize)>,
}

impl Model {
    pub fn is_member(&self, who: usize, thread: usize) -> bool {
        self.joined.contains_key(&(who, self.threads[thread].community))
    }

    /// Returns true if a block hides the posts of an author. Authors cannot hide theirs from admins.
    fn is_hidden(&self, who: usize, author: usize) -> bool {
        self.blocks.contains(&(who, author))
            || (who != ADMIN && self.blocks.contains(&(author, who)))
    }

    /// Returns true if a person may read a post.
    pub fn is_readable(&self, who: usize, post: &PostModel) -> bool {
        let community = self.threads[post.thread].community;
        let joined = self.joined.get(&(who, community));
        // Admins see the whole history.
        let in_history = joined.is_some_and(|joined| who == ADMIN || post.created > *joined);
        in_history && !post.is_removed && !self.is_hidden(who, post.author)
    }

    /// Until when a member has read a thread.
    fn read_until(&self, who: usize, thread: usize) -> DateTime<Utc> {
        let place = (who, self.threads[thread].community);
        let mark = self.thread_marks.get(&(who, thread)).or(self.community_marks.get(&place));
        let joined = self.joined[&place];
        mark.map_or(joined, |mark| joined.max(*mark))
    }

    /// Number of unread posts in a thread.
    pub fn unread(&self, who: usize, thread: usize) -> usize {
        if !self.is_member(who, thread) {
            return 0;
        }
        let until = self.read_until(who, thread);
        let is_unread = |post: &&PostModel| {
            post.thread == thread
                && post.author != who
                && !post.is_removed
                && !self.is_hidden(who, post.author)
                && post.created > until
        };
        self.posts.iter().filter(is_unread).count().min(COUNTED_MAX)
    }

    pub fn threads_in(&self, community: usize) -> impl Iterator<Item = usize> {
        let is_in = move |thread: &usize| {
            let thread = &self.threads[*thread];
            thread.community == community && !thread.is_removed
        };
        (0..self.threads.len()).filter(is_in)
    }

    /// Number of unread posts in a community, without muted threads.
    pub fn community_unread(&self, who: usize, community: usize) -> usize {
        let heard = self.threads_in(community).filter(|at| !self.muted.contains(&(who, *at)));
        let counts = heard.map(|thread| self.unread(who, thread));
        counts.sum::<usize>().min(COUNTED_MAX)
    }

    /// Threads of a community with unread posts, latest activity first.
    pub fn unread_threads(&self, who: usize, community: usize) -> Vec<usize> {
        let threads = self.threads_in(community).filter(|thread| self.unread(who, *thread) > 0);
        let mut threads: Vec<usize> = threads.collect();
        threads.sort_by_key(|thread| std::cmp::Reverse(self.threads[*thread].active));
        threads
    }

    /// The next unread thread for a member who leaves `after`.
    pub fn next_unread(&self, who: usize, after: usize) -> Option<usize> {
        let here = self.threads[after].community;
        let mut communities: Vec<usize> = (0..COMMUNITIES).collect();
        communities.sort_by_key(|at| (*at != here, std::cmp::Reverse(self.active[*at])));
        let mut unread = communities.iter().flat_map(|at| self.unread_threads(who, *at));
        unread.find(|thread| *thread != after && !self.muted.contains(&(who, *thread)))
    }

    pub fn start_thread(&mut self, id: String, community: usize, active: DateTime<Utc>) {
        let thread = ThreadModel { id, community, active, is_closed: false, is_removed: false };
        self.threads.push(thread);
        self.active[community] = active;
    }

    /// A new post marks its thread as read for its author.
    pub fn write(&mut self, id: String, author: usize, thread: usize, created: DateTime<Utc>) {
        self.posts.push(PostModel { id, thread, author, created, is_removed: false });
        self.threads[thread].active = created;
        self.active[self.threads[thread].community] = created;
        let had_unread = self.unread(author, thread) > 0;
        self.thread_marks.insert((author, thread), created);
        if had_unread {
            self.compact(author, thread);
        }
    }

    pub fn read(&mut self, who: usize, thread: usize, until: DateTime<Utc>) {
        if until > self.read_until(who, thread) {
            self.thread_marks.insert((who, thread), until);
        }
        self.compact(who, thread);
    }

    pub fn mark_unread(&mut self, who: usize, post: &PostModel) {
        let before = post.created - chrono::Duration::microseconds(1);
        self.thread_marks.insert((who, post.thread), before);
        self.compact(who, post.thread);
    }

    pub fn mark_community(&mut self, who: usize, community: usize) {
        self.replace_marks(who, community, self.active[0].max(self.active[1]));
    }

    /// Raises the mark of a community, which replaces those of its threads.
    fn replace_marks(&mut self, who: usize, community: usize, newest: DateTime<Utc>) {
        let threads = &self.threads;
        self.thread_marks
            .retain(|(owner, thread), _| *owner != who || threads[*thread].community != community);
        let mark = self.community_marks.entry((who, community)).or_insert(newest);
        *mark = newest.max(*mark);
    }

    /// If nothing is unread in the community of a thread, its mark replaces those of its threads,
    /// except of muted ones.
    fn compact(&mut self, who: usize, thread: usize) {
        let community = self.threads[thread].community;
        if self.community_unread(who, community) > 0 {
            return;
        }
        let is_kept = |at: &usize| {
            let has_mark = self.thread_marks.contains_key(&(who, *at));
            let is_muted = self.muted.contains(&(who, *at));
            is_muted && (has_mark || self.threads[*at].active > self.read_until(who, *at))
        };
        let threads = self.threads_in(community).filter(is_kept);
        let kept: Vec<_> = threads.map(|at| ((who, at), self.read_until(who, at))).collect();
        // Up to its latest activity: a thread that moves there may have later posts.
        self.replace_marks(who, community, self.active[community]);
        self.thread_marks.extend(kept);
    }

    pub fn mute(&mut self, who: usize, thread: usize, is_muted: bool) {
        self.muted.remove(&(who, thread));
        if is_muted {
            self.muted.insert((who, thread));
        }
    }

    /// Moves a thread, with the marks and subscriptions of those who are members there too.
    pub fn move_thread(&mut self, thread: usize) {
        let to = 1 - self.threads[thread].community;
        self.threads[thread].community = to;
        self.active[to] = self.active[to].max(self.threads[thread].active);
        let joined = &self.joined;
        let stays = |who: usize, at: usize| at != thread || joined.contains_key(&(who, to));
        self.muted.retain(|(who, at)| stays(*who, *at));
        self.thread_marks.retain(|(who, at), _| stays(*who, *at));
    }

    pub fn remove_thread(&mut self, thread: usize) {
        self.threads[thread].is_removed = true;
        self.thread_marks.retain(|(_, at), _| *at != thread);
        for post in self.posts.iter_mut().filter(|post| post.thread == thread) {
            post.is_removed = true;
        }
    }

    pub fn leave(&mut self, who: usize, community: usize) {
        let threads = &self.threads;
        self.joined.remove(&(who, community));
        let is_there = |thread: usize| threads[thread].community == community;
        self.muted.retain(|(owner, thread)| *owner != who || !is_there(*thread));
        self.thread_marks
            .retain(|(owner, thread), _| *owner != who || threads[*thread].community != community);
    }
}
