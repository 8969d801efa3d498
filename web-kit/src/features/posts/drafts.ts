import { useSyncExternalStore } from "react";
import { newIdempotencyKey } from "../../api/idempotency-key.ts";
import type { Post, PostImage } from "../../api/types.ts";
import {
  deleteDrafts,
  loadDraft,
  onDraftStoredElsewhere,
  storeDraft,
  storedDraftKeys,
} from "./draft-storage.ts";
import {
  browserParts,
  hasNoParts,
  localParts,
  mergedParts,
  partsFingerprint,
} from "./draft-parts.ts";
import type { DraftFile } from "./files/draft-file.ts";
import type { DraftPoll } from "./polls/draft-poll.ts";
import type { PostKind } from "./rules.ts";

/** A draft in a thread, and the post it replies to. */
export interface Draft {
  text: string;
  replyTo: ReplyTarget | null;
  /** Pictures in order; none if omitted. */
  pictures?: readonly DraftPicture[];
  /** Files in order; none if omitted. */
  files?: readonly DraftFile[];
  /** The poll, whose question is the text. */
  poll?: DraftPoll | undefined;
  /** The post being edited; absent for a new post. */
  edits?: EditedPost;
  /** Present if it was returned after an attempt to send it. */
  sent?: Submission | undefined;
}

export interface ReplyTarget {
  /** The root post of the reply; a reply to a reply joins the same chain. */
  parentPostId: string;
  name: string;
}

/** A picture for a post, uploaded or being uploaded. */
export interface DraftPicture {
  key: string;
  name: string;
  /** Object URL for the preview. */
  preview: string;
  /** Upload progress from 0 to 1. */
  progress: number;
  /** Alternative text; empty until set. */
  alt: string;
  /** The chosen file; null for a picture that came back from the server. */
  file: File | null;
  /** The stored picture, once the upload has finished. */
  image: PostImage | null;
}

const EMPTY: Draft = { text: "", replyTo: null };

export interface EditedPost {
  kind: PostKind;
  /** Its text when editing began. */
  text: string;
  /** True if it has pictures or files, so that its text may be empty. */
  hasAttachments: boolean;
}

/** An earlier attempt to send the draft, which may have arrived although the response was lost. */
interface Submission {
  /** Idempotency key of the attempt. */
  key: string;
  /** Its content; a draft with other content is a new post. */
  said: string;
}

export interface DraftChange {
  /** The prefix of all keys of a user whose drafts were deleted. */
  key: string;
  /** False if another tab of this browser changed it. */
  isHere: boolean;
}

/**
 * Unsent drafts by thread or post. They survive navigation, a refused post and a reload while their
 * author stays signed in. Pictures, files and edits do not survive a reload.
 */
export class DraftStore {
  readonly #drafts = new Map<string, Draft>();
  readonly #listeners = new Set<() => void>();
  readonly #changeListeners = new Set<(change: DraftChange) => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Notifies about changed drafts. Returns a function that unsubscribes. */
  readonly onChange = (listener: (change: DraftChange) => void): (() => void) => {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  };

  constructor() {
    // Pictures stay in the tab where they were chosen.
    onDraftStoredElsewhere((key) => {
      const cached = this.#drafts.get(key);
      if (cached?.edits !== undefined) return;
      this.#drafts.set(key, { ...(loadDraft(key) ?? EMPTY), ...localParts(cached ?? EMPTY) });
      this.#tell({ key, isHere: false });
    });
  }

  read(key: string): Draft {
    const cached = this.#drafts.get(key);
    if (cached !== undefined) return cached;
    const stored = loadDraft(key) ?? EMPTY;
    this.#drafts.set(key, stored);
    return stored;
  }

  write(key: string, draft: Draft): void {
    this.#put(key, draft);
    this.#tell({ key, isHere: true });
  }

  /** Replaces the text of a draft by that of another device; what was added to it here stays. */
  adopt(key: string, { text, replyTo }: Pick<Draft, "text" | "replyTo">): void {
    const here = this.read(key);
    this.#put(key, { text, replyTo, ...localParts(here), ...browserParts(here) });
    this.#tell(null);
  }

  /** The keys of a user's stored drafts. */
  keysOf(viewerId: string): string[] {
    const theirs = draftKey(viewerId, "");
    const opened = [...this.#drafts.keys()].filter((key) => key.startsWith(theirs));
    return [...new Set([...opened, ...storedDraftKeys(theirs)])];
  }

  #put(key: string, draft: Draft): void {
    const { text, replyTo, edits } = draft;
    const isEmpty = text === "" && replyTo === null && edits === undefined && hasNoParts(draft);
    this.#drafts.set(key, isEmpty ? EMPTY : draft);
    storeDraft(key, draft);
  }

  /** Restores a draft; its text is put before anything typed since. */
  giveBack(key: string, draft: Draft): void {
    const now = this.read(key);
    this.write(key, {
      text: now.text === "" ? draft.text : `${draft.text}\n${now.text}`,
      replyTo: now.replyTo ?? draft.replyTo,
      ...mergedParts(draft, now),
      sent: draft.sent,
    });
  }

  /** Deletes all drafts of a user. */
  forget(viewerId: string): void {
    const theirs = draftKey(viewerId, "");
    for (const key of this.#drafts.keys()) {
      if (key.startsWith(theirs)) this.#drafts.delete(key);
    }
    this.#tell({ key: theirs, isHere: true });
    deleteDrafts(theirs);
  }

  #tell(change: DraftChange | null): void {
    for (const listener of this.#listeners) listener();
    if (change === null) return;
    for (const listener of this.#changeListeners) listener(change);
  }
}

/** The idempotency key for sending a draft: the previous one while the content is the same. */
export function submissionOf(draft: Draft): Submission {
  const said = draftFingerprint(draft);
  return draft.sent?.said === said ? draft.sent : { key: newIdempotencyKey(), said };
}

/** A restored draft with the key under which it was sent. */
export function withSubmission(key: string, draft: Draft): Draft {
  return { ...draft, sent: { key, said: draftFingerprint(draft) } };
}

function draftFingerprint(draft: Draft): string {
  const parent = draft.replyTo?.parentPostId ?? null;
  return JSON.stringify([draft.text, parent, ...partsFingerprint(draft)]);
}

/**
 * Storage key of a draft. It contains the author's id, so that the next user of this tab does not
 * see it.
 */
export function draftKey(viewerId: string, threadId: string): string {
  return `${viewerId}/${threadId}`;
}

/** Storage key of an edit of a post by its author. */
export function editKey({ authorId, threadId, id }: Post): string {
  return `${draftKey(authorId, threadId)}/${id}`;
}

export const drafts = new DraftStore();

export function useDraft(key: string): Draft {
  return useSyncExternalStore(drafts.subscribe, () => drafts.read(key));
}
