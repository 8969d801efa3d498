//! Applying to an affiliation: questions, answers, decision.

mod asking;
mod at_portals;
mod deciding;
mod missing;
mod questions;

use crate::kit::{Browser, Reply, TestApp, uuid_of};
use serde_json::{Value, json};
use uuid::Uuid;

/// An affiliation, its admin Ada, and Bob, who is not a member.
struct House {
    app: TestApp,
    oak: String,
    ada: Browser,
    bob: Browser,
}

impl House {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let (ada, bob) = (app.member("ada").await, app.member("bob").await);
        let oak = app.affiliation("Oak").await;
        app.add_to_affiliation(&ada, &oak).await;
        app.make_affiliation_admin(&ada, &oak).await;
        Self { app, oak, ada, bob }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/affiliations/{}{rest}", self.oak)
    }

    /// A field of `viewer` on the affiliation's page, such as `requestPending`.
    async fn viewer_field(&self, who: &Browser, field: &str) -> Value {
        who.get(&self.path("")).await.expect(200).body["viewer"][field].clone()
    }

    async fn ask(&self, who: &Browser) -> Reply {
        who.post(&self.path("/requests"), json!({ "answers": answers() })).await
    }

    async fn approve(&self, who: &Browser, request: &str) -> Reply {
        who.post(&self.path(&format!("/requests/{request}/approve")), json!({})).await
    }

    async fn reject(&self, who: &Browser, request: &str, said: Value) -> Reply {
        who.post(&self.path(&format!("/requests/{request}/reject")), said).await
    }

    async fn update_row(&self, set: &str) {
        let sql = format!("UPDATE affiliations SET {set} WHERE id = $1");
        self.app.sql(&sql, vec![uuid_of(&self.oak).into()]).await;
    }

    async fn invite(&self, who: &Browser) {
        let sql = "INSERT INTO affiliation_invitations (id, user_id, affiliation_id, \
            affiliation_name, invited_by_staff_name, status, created_at) \
            VALUES ($1, $2, $3, 'Oak', 'System', 'pending', $4)";
        let user = uuid_of(&self.app.id_of(who).await);
        let now = self.app.clock.now();
        let values =
            vec![Uuid::now_v7().into(), user.into(), uuid_of(&self.oak).into(), now.into()];
        self.app.sql(sql, values).await;
    }

    /// Saves the questionnaire as the admin.
    async fn save_questionnaire(&self, questionnaire: &Value) -> Reply {
        let text = json!({ "questionnaire": questionnaire.to_string() });
        self.ada.put(&self.path("/questionnaire"), text).await
    }
}

/// Valid answers to the default questions.
pub fn answers() -> Value {
    json!({
        "motivation": "I have built bridges with members of Oak for more than ten years by now.",
        "background": "Apprenticed at Oak's own yard in 1998.",
        "contribution": "Evenings on rivets, for whoever wants to learn.",
        "availability": "Moderate - Weekly participation",
    })
}

/// Field errors as `field: message`.
fn field_errors(reply: &Reply) -> Vec<String> {
    let errors = reply.body["errors"].as_array().cloned().unwrap_or_default();
    let text = |error: &Value, field: &str| error[field].as_str().unwrap_or_default().to_owned();
    errors
        .iter()
        .map(|error| format!("{}: {}", text(error, "field"), text(error, "message")))
        .collect()
}
