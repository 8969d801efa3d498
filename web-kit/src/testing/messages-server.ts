import { http, HttpResponse } from "msw";
import type { Conversation, Message, MessageHit, NewMessage } from "../api/message-types.ts";
import type { Me, Person } from "../api/types.ts";
import { person } from "./factories.ts";
import { refusalResponse } from "./community-server.ts";
import { server } from "./open-page.tsx";

/** The state of the mock server for messages; tests change it as a server would. */
export interface MessagesFixture {
  me: Me;
  conversations: Conversation[];
  messages: Message[];
  hits: MessageHit[];
  /** Requests other than reads, such as "POST /c1/read". */
  calls: string[];
  /** Idempotency keys and bodies of sent messages. */
  sent: { key: string; body: NewMessage }[];
}

export const nadia = person("nadia", "Nadia Rahman");
export const kwame = person("kwame", "Kwame Boateng");
export const priya = person("priya", "Priya Raghunathan");

export function conversation(id: string, changes: Partial<Conversation> = {}): Conversation {
  return {
    id,
    kind: "direct",
    state: "open",
    title: null,
    ownerId: "nadia",
    participants: [nadia, kwame],
    created: "2026-11-01T08:00:00Z",
    lastUpdated: "2026-11-20T10:00:00Z",
    lastMessage: null,
    lastReadAt: null,
    unreadMessages: 0,
    messageCount: 1,
    markedUnread: false,
    muted: false,
    archived: false,
    refusal: null,
    receipts: [],
    firstUnreadId: null,
    presence: [],
    canReport: true,
    ...changes,
  };
}

export function message(id: string, changes: Partial<Message> = {}): Message {
  const sender: Person = changes.sender ?? kwame;
  return {
    id,
    conversationId: "c1",
    kind: "text",
    senderId: sender.userId,
    sender,
    subjectId: null,
    content: `Words of ${id}`,
    timestamp: "2026-11-20T10:00:00Z",
    editedAt: null,
    deleted: false,
    replyTo: null,
    reactions: [],
    images: [],
    idempotencyKey: null,
    ...changes,
  };
}

export function messagesFixture(me: Me): MessagesFixture {
  return { me, conversations: [], messages: [], hits: [], calls: [], sent: [] };
}

const PAGE = 50;
const ONE = "/api/conversations/:id";
const page = (items: unknown[], nextCursor: string | null = null) =>
  HttpResponse.json({ items, nextCursor });

/** Messages are paged as on the server; cursors are positions in the list. */
function messagePage(all: readonly Message[], query: URLSearchParams) {
  const around = query.get("around");
  const [older, newer] = [query.get("cursor"), query.get("after")];
  let end = older === null ? all.length : Number(older);
  if (newer !== null) end = Math.min(all.length, Number(newer) + PAGE);
  if (around !== null) {
    const at = all.findIndex(({ id }) => id === around);
    if (at === -1) return refusalResponse(404, "message-not-found", "Message not found");
    end = Math.min(all.length, at + PAGE / 2);
  }
  const start = newer === null ? Math.max(0, end - PAGE) : Number(newer);
  return HttpResponse.json({
    items: all.slice(start, end),
    nextCursor: start === 0 ? null : String(start),
    previousCursor: end === all.length ? null : String(end),
  });
}

const missing = () => refusalResponse(404, "conversation-not-found", "Conversation not found");

/** Answers the requests of the Messages screen; tests replace single answers. */
export function serveMessages(world: () => MessagesFixture): void {
  const find = (id: unknown) => world().conversations.find((one) => one.id === id);
  const changed = (id: unknown, change: (one: Conversation) => Conversation) => {
    const found = find(id);
    if (found === undefined) return missing();
    const after = change(found);
    world().conversations = world().conversations.map((one) => (one === found ? after : one));
    return HttpResponse.json(after);
  };
  const record = (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/conversations", "");
    world().calls.push(`${request.method} ${path}`);
  };
  server.use(
    http.get("/api/me", () => HttpResponse.json(world().me)),
    http.get("/api/users/:id/cord", () => refusalResponse(404, "user-not-found", "Not found")),
    http.get("/api/users/:id", () => refusalResponse(404, "user-not-found", "Not found")),
    http.get("/api/introductions", () => page([])),
    http.get("/api/presence", () => page([])),
    http.get("/api/conversations/summary", () =>
      HttpResponse.json({
        unread: 0,
        requests: world().conversations.filter((one) => isRequest(one, world().me)).length,
      }),
    ),
    http.get("/api/conversations/search", () => page(world().hits)),
    http.get("/api/conversations", ({ request }) => {
      const query = new URL(request.url).searchParams;
      const q = query.get("q");
      const all = world().conversations.toSorted((a, b) =>
        a.lastUpdated < b.lastUpdated ? 1 : -1,
      );
      if (q !== null) return page(all.filter((one) => isNamed(one, q)));
      const [archived, requests] = [query.has("archived"), query.has("requests")];
      return page(
        all.filter(
          (one) =>
            one.archived === archived && (archived || isRequest(one, world().me) === requests),
        ),
      );
    }),
    http.get("/api/conversations/:id", ({ params }) => {
      const found = find(params.id);
      return found === undefined ? missing() : HttpResponse.json(found);
    }),
    http.get("/api/conversations/:id/messages", ({ params, request }) => {
      if (find(params.id) === undefined) return missing();
      const all = world().messages.filter(({ conversationId }) => conversationId === params.id);
      return messagePage(all, new URL(request.url).searchParams);
    }),
    http.post<{ id: string }, NewMessage>(`${ONE}/messages`, async ({ request, params }) => {
      const body = await request.json();
      const key = request.headers.get("Idempotency-Key") ?? "";
      world().sent.push({ key, body });
      const saved = message(`sent-${world().sent.length}`, {
        conversationId: params.id,
        sender: nadia,
        content: body.content ?? "",
        timestamp: new Date().toISOString(),
        idempotencyKey: key,
      });
      world().messages = [...world().messages, saved];
      return HttpResponse.json(saved, { status: 201 });
    }),
    http.post("/api/conversations/:id/read", ({ request, params }) => {
      record(request);
      return changed(params.id, (one) => ({ ...one, unreadMessages: 0, markedUnread: false }));
    }),
    http.post("/api/conversations/:id/:what", ({ request, params }) => {
      record(request);
      const { what } = params;
      if (what === "accept") return changed(params.id, (one) => ({ ...one, state: "open" }));
      if (what !== "decline") return new HttpResponse(null, { status: 204 });
      return changed(params.id, (one) => ({ ...one, state: "declined", archived: true }));
    }),
    http.patch<{ id: string }, Partial<Conversation>>(ONE, async ({ request, params }) => {
      record(request);
      const body = await request.json();
      return changed(params.id, (one) => ({ ...one, ...body }));
    }),
  );
}

function isRequest({ state, ownerId }: Conversation, me: Me): boolean {
  return state === "requested" && ownerId !== me.id;
}

function isNamed({ participants, title }: Conversation, q: string): boolean {
  const names = [title ?? "", ...participants.map(({ displayName }) => displayName)];
  return names.some((name) => name.toLowerCase().includes(q.toLowerCase()));
}
