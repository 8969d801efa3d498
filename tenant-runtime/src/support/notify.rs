//! Notifications and emails to the owner of a ticket (F-101, F-108, F-109, G-054). Emails are sent
//! if the owner is offline, in the brand of the site of the ticket.

use super::rows::{TicketStatus, ticket};
use crate::accounts::load_contacts;
use crate::activity::{self, Notice, NotificationType};
use crate::affiliations;
use chrono::Duration;
use platform::mail::{MailContent, MailJob};
use platform::{AccountViewer, Problem, Tx, sessions};
use sea_orm::DbErr;
use serde_json::json;

/// A person is offline after this long without a request.
const ONLINE_FOR: Duration = Duration::minutes(2);

/// Event of a ticket that its owner is notified of.
pub(super) struct TicketNews<'a> {
    pub ticket: &'a ticket::Model,
    pub previous_status: TicketStatus,
    /// Name of the member of staff who acted.
    pub staff_name: &'a str,
    /// Text of the reply; `None` for a change of the status.
    pub reply: Option<&'a str>,
}

/// Title and message of a notification about a status (F-108).
const fn describe_status(status: TicketStatus) -> (&'static str, &'static str) {
    match status {
        TicketStatus::Open => ("Ticket reopened", "Your ticket was reopened."),
        TicketStatus::InProgress => ("Ticket in review", "Your ticket is being reviewed."),
        TicketStatus::Resolved => (
            "Ticket resolved",
            "Your ticket was resolved. You can still reply if you need more help.",
        ),
        TicketStatus::Closed => ("Ticket closed", "Your ticket was closed."),
    }
}

impl TicketNews<'_> {
    fn describe(&self) -> (&'static str, &'static str) {
        match self.reply {
            Some(_) => ("New reply to your ticket", "Support has replied to your ticket."),
            None => describe_status(self.ticket.status),
        }
    }

    fn page_path(&self) -> String {
        format!("/support?ticket={}", self.ticket.id)
    }

    fn to_notice(&self) -> Notice {
        let row = self.ticket;
        let (title, message) = self.describe();
        let data = json!({
            "ticketId": row.id,
            "ticketTitle": row.title,
            "ticketCategory": row.category,
            "newStatus": row.status,
            "previousStatus": self.previous_status,
            "staffName": self.staff_name,
            "actionUrl": self.page_path(),
        });
        let notice = Notice::new(NotificationType::SystemMessage, title, message, data);
        match row.affiliation_id {
            Some(affiliation) => notice.of_affiliation(affiliation),
            None => notice,
        }
    }

    /// Returns true if the event is also mailed: a reply, and the end of the work on a ticket.
    const fn is_mailed(&self) -> bool {
        self.reply.is_some() || self.ticket.status.is_finished()
    }

    /// Notifies the owner, unless they acted themselves, and mails them if they are offline.
    pub async fn deliver<V: AccountViewer>(&self, tx: &Tx<'_, V>) -> Result<(), Problem> {
        let owner = self.ticket.owner_id;
        if owner == tx.viewer().id() {
            return Ok(());
        }
        let since = tx.now() - ONLINE_FOR;
        let is_mailed = self.is_mailed() && !sessions::was_used_since(tx, owner, since).await?;
        let notice = self.to_notice();
        let notice = if is_mailed { notice.with_own_mail() } else { notice };
        activity::notify(tx, &[owner], &notice).await?;
        if is_mailed {
            self.send_mail(tx).await?;
        }
        Ok(())
    }

    async fn send_mail<V: Send + Sync>(&self, tx: &Tx<'_, V>) -> Result<(), DbErr> {
        let row = self.ticket;
        let owner = load_contacts(tx, &[row.owner_id]).await?.remove(&row.owner_id);
        let Some(owner) = owner.filter(|owner| owner.is_reachable()) else { return Ok(()) };
        let brand = affiliations::mail_brand_of(tx, row.affiliation_id).await?;
        let (heading, message) = self.describe();
        let content = MailContent::SupportTicket {
            first_name: owner.first_name,
            heading: heading.to_owned(),
            message: message.to_owned(),
            ticket: row.title.clone(),
            short_id: row.short_id.clone(),
            reply: self.reply.unwrap_or_default().to_owned(),
            link: format!("{}{}", brand.origin, self.page_path()),
        };
        let mail = MailJob { to: owner.email, brand, content };
        tx.enqueue(mail.to_job()?).await.map(drop)
    }
}
