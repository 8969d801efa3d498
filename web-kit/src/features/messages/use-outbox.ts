import { t } from "@lingui/core/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useSyncExternalStore } from "react";
import { call } from "../../api/client.ts";
import type { Message } from "../../api/message-types.ts";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import { cachedConversation } from "../../live/conversation-lists.ts";
import { applyMessage, refreshConversation } from "../../live/conversations.ts";
import { changeMessages, replaceMessage } from "../../live/message-pages.ts";
import { Outbox } from "../../offline/outbox.ts";
import { queueOf } from "../../offline/page-queue.ts";
import { toast } from "../../ui/toast-store.ts";
import { isOnline } from "../../ui/use-online.ts";
import { toDraftPicture } from "../posts/draft-pictures.ts";
import { type Draft, draftKey, drafts, withSubmission } from "../posts/drafts.ts";
import { isUnloading } from "../posts/page-unload.ts";
import { useWithdrawal } from "../posts/use-withdrawal.ts";
import {
  type MessageOutbox,
  type PendingMessage,
  readMessage,
  type UnsentMessage,
} from "./outbox.ts";
import { sendMessageRequest } from "./queries.ts";
import { sendFailure } from "./rules.ts";

/** The viewer's unconfirmed messages in a conversation, and how to send another one. */
export function useOutbox(conversationId: string, viewerId: string) {
  const outbox = outboxOf(useQueryClient());
  const all = useSyncExternalStore(outbox.subscribe, outbox.snapshot);
  const pending = useMemo(
    () => all.filter((one) => one.conversationId === conversationId && one.viewerId === viewerId),
    [all, conversationId, viewerId],
  );
  useEffect(() => {
    // Shows what an earlier page has queued. Without its code there is nothing to show.
    void outbox.flush(viewerId).catch(() => undefined);
  }, [outbox, viewerId]);
  return { pending, send: (message: UnsentMessage) => outbox.submit(message) };
}

/** Takes queued messages of a conversation back into the composer. */
export function useUnsent(place: string, area: RefObject<HTMLTextAreaElement | null>) {
  const outbox = outboxOf(useQueryClient());
  return useWithdrawal({
    outbox,
    place,
    area,
    toDraft: toSingleDraft,
    discarded: t`Message discarded`,
  });
}

const toSingleDraft = (message: UnsentMessage) => toDraft(message, [message]);

const outboxes = new WeakMap<QueryClient, MessageOutbox>();

function outboxOf(cache: QueryClient): MessageOutbox {
  const known = outboxes.get(cache);
  if (known !== undefined) return known;
  const outbox: MessageOutbox = new Outbox<PendingMessage, Message>({
    kind: "message",
    laneOf: ({ conversationId }) => conversationId,
    toRequest: sendMessageRequest,
    readItem: readMessage,
    send: (message) => {
      const { path, body } = sendMessageRequest(message);
      return call<Message>("POST", path, { body, idempotencyKey: message.key });
    },
    openQueue: () => queueOf(cache),
    isOnline,
    isUnloading,
    onSaved: (pending, message) => {
      addSaved(cache, pending, message);
      return Promise.resolve();
    },
    onFailed: (failed, problem) => giveBack(cache, failed, problem),
  });
  outboxes.set(cache, outbox);
  return outbox;
}

function addSaved(cache: QueryClient, pending: UnsentMessage, saved: Message): void {
  const message = { ...saved, idempotencyKey: pending.key };
  const { conversationId, viewerId } = pending;
  applyMessage(cache, { type: "message.created", conversationId, message }, viewerId);
  // The event may have come first, without the key.
  changeMessages(cache, conversationId, (pages) => replaceMessage(pages, message));
  // A sent request must be accepted before the next message.
  if (cachedConversation(cache, conversationId)?.state === "requested") {
    refreshConversation(cache, conversationId, viewerId);
  }
}

/** Returns the text of unsent messages to the composer, before anything typed since. */
function giveBack(cache: QueryClient, failed: readonly UnsentMessage[], problem: unknown): void {
  const [first] = failed;
  if (first === undefined) return;
  const { viewerId, conversationId } = first;
  drafts.giveBack(draftKey(viewerId, conversationId), toDraft(first, failed));
  toast.error(sendFailure(problem));
  // The other person may have blocked the viewer meanwhile.
  if (problem instanceof ProblemError && [403, 404, 409].includes(problem.status)) {
    void cache.invalidateQueries({ queryKey: keys.conversation(conversationId) });
  }
}

function toDraft(first: UnsentMessage, failed: readonly UnsentMessage[]): Draft {
  const { key, replyTo } = first;
  const draft: Draft = {
    text: failed.map((one) => one.draft).join("\n"),
    replyTo: replyTo === null ? null : { parentPostId: replyTo.id, name: replyTo.name },
    pictures: failed.flatMap(({ images }) => images.map(toDraftPicture)),
  };
  // The same text is sent again under the same key, in case the first attempt has arrived.
  return failed.length === 1 ? withSubmission(key, draft) : draft;
}
