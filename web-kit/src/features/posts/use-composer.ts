import { t } from "@lingui/core/macro";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { countCharacters } from "../../content/rules.ts";
import { useBoot } from "../../shell/app.ts";
import { toast } from "../../ui/toast-store.ts";
import { arePartsReady, hasAttachments, picturesOf } from "./draft-parts.ts";
import { addPictures, describePicture, removePicture } from "./draft-pictures.ts";
import { type Draft, type DraftPicture, drafts, useDraft } from "./drafts.ts";
import { toContent } from "./markup.ts";
import { pollFault } from "./polls/draft-poll.ts";
import { checkPost, EMPTY_MESSAGE, maxLength, type PostKind } from "./rules.ts";
import { type Mentions, useMentions } from "./use-mentions.ts";
import { type TextEditing, useTextEditing } from "./use-text-editing.ts";

export interface ComposerProps {
  place: string;
  online: boolean;
  /** A post is in flight; the next can be written but not sent. */
  busy: boolean;
  phone: boolean;
  areaRef: RefObject<HTMLTextAreaElement | null>;
  /** Returns false if the post was not accepted. */
  onSend: (draft: Draft) => boolean;
  /** The community whose members are suggested after an `@`; without it none are. */
  community?: { id: string; viewerId: string };
  /** The endpoint that stores pictures; without it none can be added. */
  picturesTo?: string;
}

/** The state shared by both layouts of the composer. */
export interface ComposerState {
  /** Storage key of the draft. */
  place: string;
  kind: PostKind;
  communityId: string | null;
  draft: Draft;
  left: number;
  max: number;
  refusal: string | null;
  refusalId: string;
  ready: boolean;
  placeholder: string;
  write: (text: string) => void;
  editing: TextEditing;
  cancelReply: () => void;
  mentions: Mentions;
  pictures: readonly DraftPicture[];
  /** Null if this kind of post has no pictures. */
  addPictures: ((files: readonly File[]) => void) | null;
  removePicture: (key: string) => void;
  /** Sets a picture's alternative text. */
  describePicture: (key: string, alt: string) => void;
  /** Shows why something could not be added; null removes it. */
  setFault: (fault: string | null) => void;
  /** Null for a new post. */
  cancelEdit: (() => void) | null;
  send: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function useComposer({
  place,
  online,
  busy,
  phone,
  areaRef,
  onSend,
  community,
  picturesTo,
}: ComposerProps): ComposerState {
  const draft = useDraft(place);
  const [fault, setFault] = useState<string | null>(null);
  const write = (text: string) => drafts.write(place, { ...drafts.read(place), text });
  const mentions = useMentions({
    communityId: community?.id,
    viewerId: community?.viewerId ?? "",
    text: draft.text,
    write,
    areaRef,
  });
  const isRelaxed = useBoot().contentFilter === "relaxed";
  const refusalId = useId();
  const kind: PostKind = draft.edits?.kind ?? (draft.replyTo === null ? "post" : "reply");
  const content = toContent(draft.text);
  const max = maxLength(kind);
  const editing = useTextEditing({ areaRef, text: draft.text, max, write });
  const problem = textFault(draft, content, kind, isRelaxed) ?? pollFault(draft);
  const ready = problem === null && !busy && arePartsReady(draft);
  const clear = () => drafts.write(place, { text: "", replyTo: null });
  const cancelEdit = draft.edits === undefined ? null : clear;
  const send = () => {
    if (!ready || !onSend(draft)) return;
    setFault(null);
    clear();
  };
  return {
    place,
    kind,
    communityId: community?.id ?? null,
    draft,
    max,
    left: max - countCharacters(content),
    // An empty text area shows no error yet.
    refusal: problem === EMPTY_MESSAGE || problem === null ? fault : problem,
    refusalId,
    ready,
    placeholder: placeholder(kind, online, phone),
    write,
    editing,
    cancelReply: () => {
      drafts.write(place, { ...draft, replyTo: null });
      areaRef.current?.focus();
    },
    mentions,
    pictures: picturesOf(draft),
    addPictures:
      picturesTo === undefined ? null : (files) => setFault(addPictures(place, picturesTo, files)),
    removePicture: (key) => {
      removePicture(place, key);
      setFault(null);
      areaRef.current?.focus();
    },
    describePicture: (key, alt) => {
      if (picturesTo !== undefined) void draftDescription(place, picturesTo, key, alt);
    },
    setFault,
    cancelEdit,
    send,
    onKeyDown: (event) => {
      if (mentions.onKeyDown(event)) return;
      if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        send();
        return;
      }
      if (editing.onKeyDown(event)) return;
      if (event.key === "Escape" && draft.replyTo !== null) {
        event.stopPropagation();
        drafts.write(place, { ...draft, replyTo: null });
      }
      if (event.key === "Escape" && cancelEdit !== null) {
        event.stopPropagation();
        // Escape never discards what was typed: a changed text stays open, and the focus leaves it.
        if (draft.text === draft.edits?.text) cancelEdit();
        else areaRef.current?.closest("article")?.focus();
      }
    },
  };
}

/** Why the text cannot be sent. What has pictures or files needs no text. */
function textFault(draft: Draft, content: string, kind: PostKind, relaxed: boolean) {
  const isAttached = draft.edits?.hasAttachments ?? hasAttachments(draft);
  return content === "" && isAttached ? null : checkPost(content, kind, relaxed);
}

async function draftDescription(place: string, endpoint: string, key: string, alt: string) {
  const isTaken = await describePicture(place, endpoint, key, alt);
  if (isTaken) toast.success(alt === "" ? t`Description removed` : t`Description saved`);
}

function placeholder(kind: PostKind, online: boolean, phone: boolean): string {
  if (online) return kind === "reply" ? t`Write a reply` : t`Write a post`;
  if (phone) return t`It will be sent later`;
  return kind === "reply"
    ? t`Write a reply, it will be sent later`
    : t`Write a post, it will be sent later`;
}
