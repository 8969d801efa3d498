import { t } from "@lingui/core/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { serverNow } from "../../api/server-clock.ts";
import type { Conversation, Message } from "../../api/message-types.ts";
import { keys } from "../../api/keys.ts";
import { countCharacters } from "../../content/rules.ts";
import { excerptOf } from "../../live/conversation-lists.ts";
import type { MessagePages } from "../../live/message-pages.ts";
import { useBoot } from "../../shell/app.ts";
import { writeAndSelect } from "../../ui/caret.ts";
import { useOnline } from "../../ui/use-online.ts";
import { addPictures, describePicture, removePicture } from "../posts/draft-pictures.ts";
import { picturesOf } from "../posts/draft-parts.ts";
import { type Draft, drafts, submissionOf, useDraft } from "../posts/drafts.ts";
import { toContent } from "../posts/markup.ts";
import { checkPost, EMPTY_MESSAGE } from "../posts/rules.ts";
import { useTextEditing } from "../posts/use-text-editing.ts";
import { messagePicturesEndpoint } from "./queries.ts";
import { mayEdit, MESSAGE_MAX } from "./rules.ts";
import { sendTypingSignal } from "./typing-signal.ts";
import type { Composing } from "./use-composing.ts";
import { useEditMessage } from "./use-message-actions.ts";
import { useOutbox } from "./use-outbox.ts";

export interface MessageComposerOptions {
  conversation: Conversation;
  viewerId: string;
  composing: Composing;
  areaRef: RefObject<HTMLTextAreaElement | null>;
}

/** The state and actions of the composer of a conversation. */
export function useMessageComposer(options: MessageComposerOptions) {
  const { conversation, viewerId, composing, areaRef } = options;
  const { place, edited } = composing;
  const draft = useDraft(place);
  const online = useOnline();
  const cache = useQueryClient();
  const outbox = useOutbox(conversation.id, viewerId);
  const save = useEditMessage(viewerId);
  const [pictureFault, setPictureFault] = useState<string | null>(null);
  const isRelaxed = useBoot().contentFilter === "relaxed";
  const refusalId = useId();
  const text = edited?.text ?? draft.text;
  const content = toContent(text);
  const pictures = edited === null ? picturesOf(draft) : [];
  const isPicturesOnly = content === "" && (pictures.length > 0 || hasPictures(edited?.message));
  const problem = isPicturesOnly ? null : checkPost(content, "reply", isRelaxed);
  // An edit needs a connection; a new message is queued without one.
  const ready =
    problem === null &&
    (online || edited === null) &&
    pictures.every(({ image }) => image !== null);
  const quoted = quotedMessage(cache, draft, conversation.id);
  const write = (next: string) => {
    if (edited !== null) {
      composing.changeEdit(next);
      return;
    }
    drafts.write(place, { ...drafts.read(place), text: next });
    if (next.trim() !== "") sendTypingSignal(conversation);
  };
  const editing = useTextEditing({ areaRef, text, max: MESSAGE_MAX, write });
  const send = () => {
    if (!ready) return;
    setPictureFault(null);
    if (edited !== null) {
      if (content !== edited.message.content) save(edited.message, content);
      composing.endEdit();
      return;
    }
    outbox.send({
      key: submissionOf(draft).key,
      viewerId,
      conversationId: conversation.id,
      draft: draft.text,
      content,
      replyTo: quoted,
      images: pictures.flatMap(({ image }) => image ?? []),
      created: new Date(serverNow()).toISOString(),
    });
    drafts.write(place, { text: "", replyTo: null });
    areaRef.current?.focus();
  };
  const cancelReply = () => {
    drafts.write(place, { ...draft, replyTo: null });
    areaRef.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (editing.onKeyDown(event)) {
      return;
    } else if (event.key === "ArrowUp" && text === "" && edited === null) {
      const last = lastOwnMessage(cache, conversation.id, viewerId);
      if (last === undefined || !mayEdit(last, viewerId)) return;
      event.preventDefault();
      composing.actions.edit(last);
    } else if (event.key === "Escape" && edited !== null) {
      // Escape never discards what was typed.
      event.preventDefault();
      if (edited.text === edited.message.content) composing.endEdit();
    } else if (event.key === "Escape" && draft.replyTo !== null) {
      event.preventDefault();
      cancelReply();
    }
  };
  const endpoint = messagePicturesEndpoint(conversation.id);
  return {
    text,
    edited,
    draft,
    quoted,
    online,
    ready,
    left: MESSAGE_MAX - countCharacters(content),
    // An empty text area shows no error yet.
    refusal: problem === EMPTY_MESSAGE || problem === null ? pictureFault : problem,
    refusalId,
    write,
    editing,
    send,
    onKeyDown,
    cancelReply,
    insert: (emoji: string) => insertAtCaret(areaRef.current, text, emoji, write),
    pictures,
    addPictures:
      edited === null
        ? (files: readonly File[]) => setPictureFault(addPictures(place, endpoint, files))
        : null,
    removePicture: (key: string) => {
      removePicture(place, key);
      setPictureFault(null);
      areaRef.current?.focus();
    },
    describePicture: (key: string, alt: string) => void describePicture(place, endpoint, key, alt),
  };
}

function hasPictures(message: Message | undefined): boolean {
  return (message?.images?.length ?? 0) > 0;
}

/** The loaded messages of a conversation in any order. */
function loadedMessages(cache: QueryClient, conversationId: string): Message[] {
  const windows = cache.getQueriesData<MessagePages>({ queryKey: keys.messages(conversationId) });
  return windows.flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? []);
}

function lastOwnMessage(cache: QueryClient, conversationId: string, viewerId: string) {
  const own = loadedMessages(cache, conversationId).filter(
    (one) => one.senderId === viewerId && !one.deleted && one.kind === "text",
  );
  return own.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1)).at(-1);
}

/** The message that the draft replies to; its text is unknown if it is not loaded. */
function quotedMessage(cache: QueryClient, { replyTo }: Draft, conversationId: string) {
  if (replyTo === null) return null;
  const { parentPostId: id, name } = replyTo;
  const found = loadedMessages(cache, conversationId).find((one) => one.id === id);
  if (found !== undefined) return { ...excerptOf(found), name };
  const unknown = {
    kind: "text",
    senderId: null,
    timestamp: "",
    deleted: false,
    imageCount: 0,
  } as const;
  return { ...unknown, id, name, excerpt: t`An earlier message` };
}

function insertAtCaret(
  area: HTMLTextAreaElement | null,
  text: string,
  inserted: string,
  write: (text: string) => void,
): void {
  const { selectionStart: start, selectionEnd: end } = area ?? {
    selectionStart: text.length,
    selectionEnd: text.length,
  };
  const next = text.slice(0, start) + inserted + text.slice(end);
  const caret = start + inserted.length;
  if (area === null) write(next);
  else writeAndSelect(area, write, { text: next, start: caret, end: caret });
}
