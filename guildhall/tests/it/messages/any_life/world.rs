//! The running instance of a walk, with the live streams of all people on both sites.

use super::model::{ConversationModel, Model, PEOPLE, PartModel, PersonIndex, SiteModel, Step};
use crate::kit::{At, Browser, LiveStream, Portal, TestApp, uuid_of};
use crate::messages::{open_stream, path_of};
use chrono::Duration;
use platform::UserId;
use platform::events::Topic;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const NAMES: [&str; PEOPLE] = ["ada", "bob", "cleo", "dan", "eve"];
/// Kind of the events that mark the end of a step; streams of both sites forward it.
const MARK: &str = "affiliation-request.changed";
const SITES: [SiteModel; 2] = [SiteModel::Main, SiteModel::Portal];

struct PersonState {
    browser: Browser,
    id: String,
    /// Open streams on the main site and on the portal.
    streams: [Option<LiveStream>; 2],
}

pub struct World {
    app: TestApp,
    oak: Portal,
    people: Vec<PersonState>,
    model: Model,
    /// People to whom each step delivered a message at once.
    delivered: Vec<PersonIndex>,
    pub done: usize,
}

impl World {
    /// Five members of one community and of the portal's affiliation.
    pub async fn open() -> Self {
        let app = TestApp::open().await;
        let oak = app.portal("Oak House", "oak").await;
        let mut people = Vec::new();
        let mut community = String::new();
        for (index, name) in NAMES.into_iter().enumerate() {
            let browser = app.member(name).await;
            if index == 0 {
                community = app.community(&browser, "Everyone", &[]).await;
            } else {
                let join = format!("/api/communities/{community}/join");
                browser.post(&join, json!({})).await.expect(200);
            }
            app.add_to_affiliation(&browser, &oak.affiliation).await;
            app.sign_in(&browser, "oak.localhost", name).await;
            let id = app.id_of(&browser).await;
            people.push(PersonState { browser, id, streams: [None, None] });
        }
        let model = Model { portal: (0..PEOPLE).collect(), ..Model::default() };
        let mut world = Self { app, oak, people, model, delivered: Vec::new(), done: 0 };
        for person in 0..PEOPLE {
            for site in SITES {
                world.open_stream(person, site).await;
            }
        }
        world
    }

    fn at(&self, person: PersonIndex, site: SiteModel) -> At<'_> {
        match site {
            SiteModel::Main => self.people[person].browser.main(),
            SiteModel::Portal => self.people[person].browser.on("oak"),
        }
    }

    async fn open_stream(&mut self, person: PersonIndex, site: SiteModel) {
        let stream = open_stream(self.at(person, site)).await;
        self.people[person].streams[site as usize] = Some(stream);
    }

    fn browser(&self, person: PersonIndex) -> &Browser {
        &self.people[person].browser
    }

    fn id(&self, person: PersonIndex) -> &str {
        &self.people[person].id
    }

    /// Takes a step and compares everything with the model.
    pub async fn take_step(&mut self, step: &Step) {
        // Longer than a conversation counts as open after it was read.
        self.app.clock.advance_by(Duration::seconds(11));
        self.model.step += 1;
        self.delivered.clear();
        if self.act(step).await {
            self.done += 1;
        }
        self.check_streams().await;
        for person in 0..PEOPLE {
            self.check_screens(person, SiteModel::Main).await;
            if self.model.portal.contains(&person) {
                self.check_screens(person, SiteModel::Portal).await;
            }
        }
    }

    /// Returns false if the step is not possible in this state.
    async fn act(&mut self, step: &Step) -> bool {
        let count = self.model.conversations.len();
        match *step {
            Step::Write { from, to } if from != to => self.write_to(from, to).await,
            Step::CreateGroup { creator, first, second }
                if creator != first && creator != second =>
            {
                self.create_group(creator, first, second).await
            }
            Step::WriteIn { conversation, from } if count > 0 => {
                self.write_in(conversation % count, from).await
            }
            Step::Add { conversation, person } if count > 0 => {
                self.add(conversation % count, person).await
            }
            Step::Leave { conversation, person } if count > 0 => {
                self.leave(conversation % count, person).await
            }
            Step::Read { conversation, person } if count > 0 => {
                self.read(conversation % count, person).await
            }
            Step::Delete { conversation, message } if count > 0 => {
                self.delete(conversation % count, message).await
            }
            Step::Block { blocker, blocked } if blocker != blocked => {
                self.block(blocker, blocked).await
            }
            Step::Unblock { blocker, blocked } if blocker != blocked => {
                self.unblock(blocker, blocked).await
            }
            Step::JoinPortal { person } => self.join_portal(person).await,
            Step::LeavePortal { person } => self.leave_portal(person).await,
            _ => false,
        }
    }

    async fn write_to(&mut self, from: PersonIndex, to: PersonIndex) -> bool {
        let body = json!({ "participantIds": [self.id(to)] });
        let started = self.browser(from).post("/api/conversations", body).await;
        let at = match self.model.direct(from, to) {
            Some(at) => {
                assert_eq!(started.status, 200);
                at
            }
            None if self.model.are_separated(from, to) => {
                assert!([403, 404].contains(&started.status), "{}", started.status);
                return false;
            }
            None => {
                assert_eq!(started.status, 201);
                self.add_conversation(started.id(), false, &[from, to]);
                self.model.conversations.len() - 1
            }
        };
        self.write_in(at, from).await
    }

    fn add_conversation(&mut self, id: String, is_group: bool, people: &[PersonIndex]) {
        let joined = self.model.step;
        let part = |person: &PersonIndex| (*person, PartModel { joined, ..PartModel::default() });
        self.model.conversations.push(ConversationModel {
            id,
            is_group,
            owner: people[0],
            order: people.to_vec(),
            parts: people.iter().map(part).collect::<BTreeMap<_, _>>(),
            messages: Vec::new(),
        });
    }

    async fn create_group(
        &mut self,
        creator: PersonIndex,
        first: PersonIndex,
        second: PersonIndex,
    ) -> bool {
        let others: BTreeSet<PersonIndex> = BTreeSet::from([first, second]);
        let ids: Vec<&str> = others.iter().map(|person| self.id(*person)).collect();
        let body = json!({ "participantIds": ids, "title": "Choir" });
        let created = self.browser(creator).post("/api/conversations", body).await;
        if others.iter().any(|other| self.model.are_separated(creator, *other)) {
            assert!([403, 404].contains(&created.status), "{}", created.status);
            return false;
        }
        let people: Vec<PersonIndex> = std::iter::once(creator).chain(others).collect();
        self.add_conversation(created.expect(201).id(), true, &people);
        true
    }

    async fn write_in(&mut self, at: usize, from: PersonIndex) -> bool {
        let text = format!("tide number{}", self.model.step);
        let conversation = &self.model.conversations[at];
        let path = path_of(&conversation.id, "/messages");
        let sent = self.browser(from).post(&path, json!({ "content": text })).await;
        if !self.model.may_write(conversation, from) {
            assert!([403, 404].contains(&sent.status), "{}", sent.status);
            return false;
        }
        let id = sent.expect(201).id();
        self.delivered = self.model.record(at, from, id);
        true
    }

    async fn add(&mut self, at: usize, person: PersonIndex) -> bool {
        let conversation = &self.model.conversations[at];
        let owner = conversation.owner;
        if !conversation.is_group
            || conversation.parts.contains_key(&person)
            || !conversation.parts.contains_key(&owner)
        {
            return false;
        }
        let path = path_of(&conversation.id, "/participants");
        let body = json!({ "userIds": [self.id(person)] });
        let added = self.browser(owner).post(&path, body).await;
        if self.model.are_separated(owner, person) {
            assert!([403, 404].contains(&added.status), "{}", added.status);
            return false;
        }
        added.expect(200);
        let joined = self.model.step;
        let conversation = &mut self.model.conversations[at];
        conversation.order.push(person);
        conversation.parts.insert(person, PartModel { joined, ..PartModel::default() });
        true
    }

    async fn leave(&mut self, at: usize, person: PersonIndex) -> bool {
        let conversation = &self.model.conversations[at];
        let path = path_of(&conversation.id, "/participants/me");
        let left = self.browser(person).delete(&path).await;
        if !conversation.parts.contains_key(&person) {
            assert_eq!(left.status, 404);
            return false;
        }
        if !conversation.is_group {
            assert_eq!(left.status, 409);
            return false;
        }
        left.expect(204);
        let conversation = &mut self.model.conversations[at];
        conversation.parts.remove(&person);
        conversation.order.retain(|one| *one != person);
        if let (true, Some(next)) = (conversation.owner == person, conversation.order.first()) {
            conversation.owner = *next;
        }
        true
    }

    async fn read(&mut self, at: usize, person: PersonIndex) -> bool {
        let conversation = &self.model.conversations[at];
        let path = path_of(&conversation.id, "/read");
        let read = self.browser(person).post(&path, json!({})).await;
        let Some(part) = self.model.conversations[at].parts.get_mut(&person) else {
            assert_eq!(read.status, 404);
            return false;
        };
        read.expect(200);
        part.unread = 0;
        part.notice_author = None;
        true
    }

    async fn delete(&mut self, at: usize, message: usize) -> bool {
        let conversation = &self.model.conversations[at];
        let count = conversation.messages.len();
        if count == 0 {
            return false;
        }
        let message = &conversation.messages[message % count];
        let path = path_of(&conversation.id, &format!("/messages/{}", message.id));
        let (sender, id) = (message.sender, message.id.clone());
        let deleted = self.browser(sender).delete(&path).await;
        let is_lost = message.is_deleted
            || !conversation.parts.contains_key(&sender)
            || (conversation.is_group && message.step < conversation.parts[&sender].joined);
        if is_lost {
            assert_eq!(deleted.status, 404);
            return false;
        }
        deleted.expect(200);
        let messages = &mut self.model.conversations[at].messages;
        messages.iter_mut().filter(|one| one.id == id).for_each(|one| one.is_deleted = true);
        true
    }

    async fn block(&mut self, blocker: PersonIndex, blocked: PersonIndex) -> bool {
        let path = format!("/api/users/{}/block", self.id(blocked));
        let reply = self.browser(blocker).put(&path, json!({})).await;
        if self.model.blocks.contains(&(blocked, blocker)) {
            assert_eq!(reply.status, 404, "the other person is hidden");
            return false;
        }
        reply.expect(200);
        self.model.blocks.insert((blocker, blocked))
    }

    async fn unblock(&mut self, blocker: PersonIndex, blocked: PersonIndex) -> bool {
        let path = format!("/api/users/{}/block", self.id(blocked));
        self.browser(blocker).delete(&path).await;
        self.model.blocks.remove(&(blocker, blocked))
    }

    async fn join_portal(&mut self, person: PersonIndex) -> bool {
        if !self.model.portal.insert(person) {
            return false;
        }
        let browser = &self.people[person].browser;
        self.app.add_to_affiliation(browser, &self.oak.affiliation).await;
        self.open_stream(person, SiteModel::Portal).await;
        true
    }

    async fn leave_portal(&mut self, person: PersonIndex) -> bool {
        let sql = "DELETE FROM affiliation_members WHERE affiliation_id = $1 AND user_id = $2";
        let ids = [uuid_of(&self.oak.affiliation), uuid_of(self.id(person))];
        self.app.sql(sql, ids.map(Into::into).to_vec()).await;
        self.people[person].streams[SiteModel::Portal as usize] = None;
        self.model.portal.remove(&person)
    }

    /// The messages that each stream received since the last step.
    async fn check_streams(&mut self) {
        let mut system = self.app.services().system("mark the end of a step");
        let tx = system.begin().await.unwrap();
        let mark = json!({ "mark": self.model.step });
        let topics = self.people.iter().map(|one| Topic::User(one.id.parse::<UserId>().unwrap()));
        let marks = topics.map(|topic| (topic, mark.clone())).collect();
        tx.publish_each(MARK, marks).await.unwrap();
        tx.commit().await.unwrap();
        let written = self.model.conversations.iter().find(|conversation| {
            conversation.messages.last().is_some_and(|last| last.step == self.model.step)
        });
        let text = format!("tide number{}", self.model.step);
        for (person, name) in NAMES.into_iter().enumerate() {
            for site in SITES {
                let is_visible = written.is_some_and(|conversation| {
                    self.model.visible(person, site).any(|one| one.id == conversation.id)
                });
                let expected: Vec<String> = if is_visible && self.delivered.contains(&person) {
                    vec![text.clone()]
                } else {
                    Vec::new()
                };
                let Some(stream) = &mut self.people[person].streams[site as usize] else {
                    continue;
                };
                let received = receive_until(stream, self.model.step).await;
                assert_eq!(received, expected, "stream of {name} on {site:?}");
            }
        }
    }

    /// Lists, pages, search, badge and notifications of a person on a site.
    async fn check_screens(&self, person: PersonIndex, site: SiteModel) {
        let at = self.at(person, site);
        let about = format!("{} on {site:?}", NAMES[person]);
        let model = &self.model;
        let visible: Vec<&ConversationModel> = model.visible(person, site).collect();
        let listed = visible.iter().filter(|one| Model::is_listed(one, person));
        let list = at.get("/api/conversations?limit=100").await.expect(200);
        assert_eq!(
            fields(list.items(), "/id"),
            listed.clone().map(|one| one.id.clone()).collect::<BTreeSet<_>>(),
            "list of {about}"
        );
        let mut searchable = BTreeSet::new();
        for conversation in &model.conversations {
            let page = at.get(&path_of(&conversation.id, "/messages?limit=100")).await;
            if !visible.iter().any(|one| one.id == conversation.id) {
                assert_eq!(page.status, 404, "{about}");
                continue;
            }
            let page = page.expect(200);
            let written = page.items().iter().filter(|item| item["kind"] == "text");
            let texts: Vec<&str> = written.map(|one| one["content"].as_str().unwrap()).collect();
            let readable: Vec<&str> = model
                .readable(conversation, person)
                .map(|one| if one.is_deleted { "" } else { one.text.as_str() })
                .collect();
            assert_eq!(texts, readable, "messages of {about}");
            searchable.extend(readable.into_iter().filter(|text| !text.is_empty()));
        }
        let found = at.get("/api/conversations/search?q=tide&limit=100").await.expect(200);
        let found = fields(found.items(), "/message/excerpt");
        let searchable: BTreeSet<String> = searchable.into_iter().map(str::to_owned).collect();
        assert_eq!(found, searchable, "search of {about}");
        let unread = visible.iter().filter(|one| one.parts[&person].unread > 0).count();
        let badges = at.get("/api/me/badges").await.expect(200);
        assert_eq!(badges.body["messages"], unread, "badge of {about}");
        let notified = visible.iter().filter(|one| {
            let author = one.parts[&person].notice_author;
            author.is_some_and(|author| !model.are_separated(person, author))
        });
        let notified: BTreeSet<String> =
            notified.map(|one| format!("/messages/{}", one.id)).collect();
        let activity = at.get("/api/activity?limit=50").await.expect(200);
        let notices: Vec<Value> = activity
            .items()
            .iter()
            .filter(|item| item["type"] == "direct_message")
            .cloned()
            .collect();
        assert_eq!(fields(&notices, "/actionUrl"), notified, "notifications of {about}");
    }
}

fn fields(items: &[Value], pointer: &str) -> BTreeSet<String> {
    let text = |item: &Value| item.pointer(pointer).unwrap().as_str().unwrap().to_owned();
    items.iter().map(text).collect()
}

/// Texts of the messages that a stream receives until the mark of a step.
async fn receive_until(stream: &mut LiveStream, step: usize) -> Vec<String> {
    let mut texts = Vec::new();
    loop {
        let frame = stream.next().await.expect("the stream is open").data;
        if frame["type"] == "message.created" && frame["message"]["kind"] == "text" {
            texts.push(frame["message"]["content"].as_str().unwrap().to_owned());
        }
        if frame["mark"] == step {
            return texts;
        }
    }
}
