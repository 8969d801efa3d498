import { call, items, text } from "./http.ts";
import { session, signIn } from "./sessions.ts";
import type { Account, Site } from "./sites.ts";

/** Tickets and support conversations for tests and screens, made through the API. */

async function post(who: Account, site: Site, path: string, body: object): Promise<string> {
  const made = await call(site, path, { method: "POST", cookies: session(who, site), body });
  if (made.status !== 201) throw new Error(`${path}: ${JSON.stringify(made.body)}`);
  return text(made.body, "id");
}

async function firstId(who: Account, site: Site, path: string): Promise<string | undefined> {
  const { body } = await call(site, path, { cookies: session(who, site) });
  const first = items(body)[0];
  return first === undefined ? undefined : text(first, "id");
}

/** Sends a message to a ticket: of its owner, or of staff. */
export function answerTicket(who: Account, site: Site, id: string, message: string) {
  const root = who === "staff" ? "/api/staff/support" : "/api/support";
  return post(who, site, `${root}/tickets/${id}/messages`, { message });
}

/** A new ticket of an account; returns its id. */
export function createTicket(who: Account, site: Site, title: string): Promise<string> {
  const body = { title, description: "It stops at 90 %.", category: "technical", priority: "low" };
  return post(who, site, "/api/support/tickets", body);
}

/** The newest ticket of an account, which is created with a few messages if there is none. */
export async function aTicket(who: Account, site: Site): Promise<string> {
  const known = await firstId(who, site, "/api/support/tickets");
  if (known !== undefined) return known;
  const id = await post(who, site, "/api/support/tickets", {
    title: "Hidden affiliation still shows in search",
    description:
      "I hid Rowan Street Growers from my profile, but a colleague can still find me by it.",
    category: "account",
    priority: "high",
  });
  await answerTicket("staff", "main", id, "Thank you. https://guildhall.example/help/hide-it");
  await answerTicket(who, site, id, "That was quick. Will it stay that way?");
  return id;
}

/** The last support conversation of an account, which is started if there is none. */
export async function aSupportChat(who: Account, site: Site): Promise<string> {
  const known = await firstId(who, site, "/api/support/conversations");
  if (known !== undefined) return known;
  const body = { topic: "Our logo on the portal", message: "Our logo does not appear." };
  const id = await post(who, site, "/api/support/conversations", body);
  const path = `/api/staff/support/conversations/${id}/messages`;
  await post("staff", "main", path, { content: "It is there now." });
  return id;
}

/** Makes a member staff, if they are not. This needs a recent sign-in. */
export async function makeStaff(email: string): Promise<void> {
  const cookies = await signIn("staff", "main");
  const found = await call("main", `/api/staff/users?q=${encodeURIComponent(email)}`, { cookies });
  const person = items(found.body)[0];
  if (person?.["isStaff"] === true) return;
  const made = await call("main", `/api/staff/users/${text(person, "id")}/grant-staff`, {
    method: "POST",
    cookies,
    body: { reason: "Answers tickets in a test" },
  });
  if (made.status !== 200) throw new Error(`not made staff: ${JSON.stringify(made.body)}`);
}
