import { call, part, text } from "./http.ts";
import { session } from "./sessions.ts";
import type { Account, Site } from "./sites.ts";

/** Conversations for tests and screens, made through the API. */

export async function userIdOf(who: Account, site: Site): Promise<string> {
  return text((await call(site, "/api/me", { cookies: session(who, site) })).body, "id");
}

/** The id of the conversation of two accounts, which is created if needed. */
export async function conversationOf(one: Account, other: Account, site: Site): Promise<string> {
  const body = { participantIds: [await userIdOf(other, site)] };
  return create(one, site, body);
}

/** The id of a new group. */
export async function groupOf(
  creator: Account,
  others: readonly Account[],
  title: string,
): Promise<string> {
  const participantIds = await Promise.all(others.map((who) => userIdOf(who, "main")));
  return create(creator, "main", { participantIds, title });
}

async function create(who: Account, site: Site, body: object): Promise<string> {
  const cookies = session(who, site);
  const made = await call(site, "/api/conversations", { method: "POST", cookies, body });
  if (made.status >= 300) throw new Error(`no conversation: ${JSON.stringify(made.body)}`);
  return text(made.body, "id");
}

/** Sends a message as an account, and returns its id. */
export async function sendAs(
  who: Account,
  site: Site,
  conversation: string,
  content: string,
): Promise<string> {
  const sent = await call(site, `/api/conversations/${conversation}/messages`, {
    method: "POST",
    cookies: session(who, site),
    body: { content },
  });
  if (sent.status !== 201) throw new Error(`not sent: ${JSON.stringify(sent.body)}`);
  return text(sent.body, "id");
}

/** A conversation of two accounts with a few messages, which are written once. */
export async function anExchange(one: Account, other: Account, site: Site): Promise<string> {
  const conversation = await conversationOf(one, other, site);
  const path = `/api/conversations/${conversation}`;
  const { body } = await call(site, path, { cookies: session(one, site) });
  if (Number(part(body, "messageCount")) >= LINES.length) return conversation;
  for (const [speaker, content] of LINES) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await sendAs(speaker === "one" ? one : other, site, conversation, content);
  }
  return conversation;
}

const LINES: readonly (readonly ["one" | "other", string])[] = [
  ["one", "Siobhán is asking how you handled de-tensioning beside the live footway."],
  ["other", "Morning! I wrote it on the train."],
  ["other", "Could you check the strain limits in step 4?"],
  ["one", "Reading now. The 0.15% limit on the neighbour is right, but say which gauge you used."],
  ["one", "And put the photograph with the tag first. It is the best thing in there."],
  ["other", "200 mm. Good catch, I had assumed everyone knows."],
];
