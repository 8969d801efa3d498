import { expect, test } from "vitest";
import { keys } from "../api/keys.ts";
import { createCache } from "../shell/cache.ts";
import { applyEvent } from "./apply.ts";
import { readEvent } from "./events.ts";

const SHOWN = [
  [...keys.supportPresence, null],
  [...keys.supportDesk, "inbox"],
  keys.supportOverview,
  keys.supportTickets(""),
  keys.supportTicket("t1"),
  keys.supportTicketMessages("t1"),
  keys.supportConversation("c1"),
  keys.supportChatMessages("c1"),
];

/** The shown queries that an event makes stale, for the viewer Owen. */
function staleAfter(payload: object): readonly (readonly unknown[])[] {
  const cache = createCache();
  for (const key of SHOWN) cache.setQueryData(key, {});
  const event = readEvent(JSON.stringify(payload));
  if (event === null) throw new Error("an unknown event");
  applyEvent(cache, event, { viewerId: "owen", threadId: null });
  return SHOWN.filter((key) => cache.getQueryState(key)?.isInvalidated === true);
}

test("a ticket's event reloads the ticket and the lists", () => {
  expect(staleAfter({ type: "support.ticket-changed", ticketId: "t1", version: 2 })).toEqual(
    SHOWN.slice(1, 6),
  );
  expect(staleAfter({ type: "support.message-created", ticketId: "t2" })).toEqual(
    SHOWN.slice(1, 4),
  );
});

test("a chat's event reloads the chat", () => {
  expect(staleAfter({ type: "support.chat-message", supportConversationId: "c1" })).toEqual([
    ...SHOWN.slice(1, 3),
    ...SHOWN.slice(6),
  ]);
});

test("only another member of staff who opens an item makes the presence stale", () => {
  const event = { type: "support.viewing-changed", ticketId: "t1", displayName: "Ines Duarte" };
  expect(staleAfter({ ...event, staffId: "ines" })).toEqual([SHOWN[0]]);
  expect(staleAfter({ ...event, staffId: "owen" })).toEqual([]);
});
