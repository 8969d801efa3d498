//! The notification and the mail to the applicant about the decision.

use super::rows::{AffiliationRequestStatus as Status, AffiliationRequestType as Kind, Model};
use crate::activity::{Notice, NotificationType};
use crate::affiliations::portal_site::{self, PortalSite};
use crate::affiliations::rows::affiliation;
use crate::profiles;
use platform::mail::{MailBrand, MailContent, MailJob};
use platform::{Problem, Tx};
use sea_orm::DbErr;
use serde_json::json;

/// A decided request, with the affiliation.
pub(super) struct RequestDecision<'a> {
    row: &'a Model,
    /// `None` if the request for a new affiliation was rejected.
    affiliation: Option<&'a affiliation::Model>,
    name: &'a str,
    approved: bool,
}

impl<'a> RequestDecision<'a> {
    pub(super) fn new(row: &'a Model, affiliation: Option<&'a affiliation::Model>) -> Self {
        let wished = row.affiliation_name.as_deref().unwrap_or_default();
        let name = affiliation.map_or(wished, |there| &there.name);
        Self { row, affiliation, name, approved: row.status == Status::Approved }
    }

    pub(super) fn to_notice(&self) -> Notice {
        let name = self.name;
        let title = match (self.row.kind, self.approved) {
            (Kind::Join, true) => format!("You are now a member of {name}"),
            (Kind::Join, false) => format!("Your application to {name} was declined"),
            (Kind::New, true) => format!("{name} is now listed, and you manage it"),
            (Kind::New, false) => format!("Your request to add {name} was declined"),
        };
        let kind = if self.approved {
            NotificationType::AffiliationApproved
        } else {
            NotificationType::AffiliationRejected
        };
        let about = json!({ "affiliationId": self.row.affiliation_id,
            "affiliationRequestId": self.row.id });
        let why = self.row.rejection_reason.as_deref().unwrap_or_default();
        let notice = Notice::new(kind, &title, why, about).with_own_mail();
        match self.affiliation {
            Some(affiliation) => notice.of_affiliation(affiliation.id),
            None => notice,
        }
    }

    /// Sends the mail in the brand of the site on which the request was made, with links to that
    /// site; the decision may be made on another one.
    pub(super) async fn send_mail<V: Send + Sync>(&self, tx: &Tx<'_, V>) -> Result<(), Problem> {
        let user = self.row.user_id;
        let person = profiles::person_of(tx, user).await?;
        let Some(to) = profiles::email_addresses(tx, &[user]).await?.remove(&user) else {
            return Ok(());
        };
        let brand = self.mail_brand(tx).await?;
        let place = match self.affiliation {
            Some(affiliation) => format!("affiliation/{}", affiliation.id),
            None => "affiliations/new".to_owned(),
        };
        let link = format!("{}/{place}", brand.origin);
        let content = self.mail_content(person.first_name, link);
        let mail = MailJob { to, brand, content };
        tx.enqueue(mail.to_job()?).await?;
        Ok(())
    }

    async fn mail_brand<V: Send + Sync>(&self, tx: &Tx<'_, V>) -> Result<MailBrand, DbErr> {
        let portal = match self.affiliation {
            Some(affiliation) if self.row.made_on_portal => {
                portal_site::find_portal_site(tx, affiliation.id).await?
            }
            _ => None,
        };
        let main = || MailBrand::of_main(&tx.facts().context.main_origin);
        Ok(portal.map_or_else(main, PortalSite::into_mail_brand))
    }

    fn mail_content(&self, first_name: String, link: String) -> MailContent {
        let (affiliation, approved) = (self.name.to_owned(), self.approved);
        let reason = self.row.rejection_reason.clone().unwrap_or_default();
        match self.row.kind {
            Kind::Join => {
                MailContent::ApplicationAnswered { first_name, affiliation, approved, reason, link }
            }
            Kind::New => {
                MailContent::AdditionAnswered { first_name, affiliation, approved, reason, link }
            }
        }
    }
}
