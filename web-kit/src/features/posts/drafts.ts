import { useSyncExternalStore } from "react";
import { newKey } from "../../api/new-key.ts";
import type { Post, PostImage } from "../../api/types.ts";
import { forgetDrafts, keepDraft, keptDraft, onKeptElsewhere } from "./kept-drafts.ts";
import type { PostKind } from "./rules.ts";

/** What a member is writing in a thread, and to whom. */
export interface Draft {
  text: string;
  replyTo: ReplyTarget | null;
  /** In their order; none when left out. */
  pictures?: readonly DraftPicture[];
  /** What it is to replace, where it is no new post. */
  edits?: EditedPost;
  /** Where it came back after it was sent. */
  sent?: SentBefore | undefined;
}

export interface ReplyTarget {
  /** The post the answer belongs to; an answer to an answer joins the same line of talk. */
  parentPostId: string;
  name: string;
}

/** A picture for a post, on its way to the server or there already. */
export interface DraftPicture {
  key: string;
  name: string;
  /** Under which address this page may show it. */
  preview: string;
  /** How much of it has been sent, from 0 to 1. */
  progress: number;
  /** What it shows, for those who do not see it; empty until somebody says so. */
  alt: string;
  /** As it was chosen; a picture that came back from the server is kept there alone. */
  file: File | null;
  /** What the server keeps of it, once it is there. */
  image: PostImage | null;
}

const EMPTY: Draft = { text: "", replyTo: null };
const NO_PICTURES: readonly DraftPicture[] = [];

export interface EditedPost {
  kind: PostKind;
  /** Its words as they were when the writing began. */
  text: string;
}

/** That a draft was sent once already, and may have arrived although no answer came back. */
interface SentBefore {
  /** The idempotency key it had. */
  key: string;
  /** What it said then; whatever says something else is another post. */
  said: string;
}

/**
 * Unsent words by place. They outlive a look into another thread, a refused post, and the page, as
 * long as their author stays signed in; pictures and what is to replace a post do not outlive the page.
 */
export class DraftStore {
  readonly #drafts = new Map<string, Draft>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  constructor() {
    // Pictures stay in the tab where they were chosen.
    onKeptElsewhere((place) => {
      const held = this.#drafts.get(place);
      if (held?.edits !== undefined) return;
      const { pictures = NO_PICTURES } = held ?? EMPTY;
      this.#drafts.set(place, { ...(keptDraft(place) ?? EMPTY), pictures });
      this.#tell();
    });
  }

  read(place: string): Draft {
    const held = this.#drafts.get(place);
    if (held !== undefined) return held;
    const kept = keptDraft(place) ?? EMPTY;
    this.#drafts.set(place, kept);
    return kept;
  }

  write(place: string, draft: Draft): void {
    const { text, replyTo, edits } = draft;
    const isEmpty =
      text === "" && replyTo === null && edits === undefined && picturesOf(draft).length === 0;
    this.#drafts.set(place, isEmpty ? EMPTY : draft);
    keepDraft(place, draft);
    this.#tell();
  }

  /** Words that came back go before what has been typed since. */
  giveBack(place: string, draft: Draft): void {
    const now = this.read(place);
    this.write(place, {
      text: now.text === "" ? draft.text : `${draft.text}\n${now.text}`,
      replyTo: now.replyTo ?? draft.replyTo,
      pictures: [...picturesOf(draft), ...picturesOf(now)],
      sent: draft.sent,
    });
  }

  /** Leaves nothing of what somebody was writing. */
  forget(viewerId: string): void {
    const theirs = draftPlace(viewerId, "");
    for (const place of this.#drafts.keys()) {
      if (place.startsWith(theirs)) this.#drafts.delete(place);
    }
    forgetDrafts(theirs);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export function picturesOf(draft: Draft): readonly DraftPicture[] {
  return draft.pictures ?? NO_PICTURES;
}

/** Under which key a draft is sent: the one of before for as long as it says the same. */
export function sentAs(draft: Draft): SentBefore {
  const said = saying(draft);
  return draft.sent?.said === said ? draft.sent : { key: newKey(), said };
}

/** What comes back, with the key that it was sent under. */
export function sentUnder(key: string, draft: Draft): Draft {
  return { ...draft, sent: { key, said: saying(draft) } };
}

function saying(draft: Draft): string {
  const images = picturesOf(draft).map((picture) => picture.image?.id ?? picture.key);
  return JSON.stringify([draft.text, draft.replyTo?.parentPostId ?? null, images]);
}

/** Whose words, and where: whoever signs in next in this tab must not find them. */
export function draftPlace(viewerId: string, threadId: string): string {
  return `${viewerId}/${threadId}`;
}

/** Where the words of a post are written anew, by its author. */
export function editPlace({ authorId, threadId, id }: Post): string {
  return `${draftPlace(authorId, threadId)}/${id}`;
}

export const drafts = new DraftStore();

export function useDraft(place: string): Draft {
  return useSyncExternalStore(drafts.subscribe, () => drafts.read(place));
}
