import { useSyncExternalStore } from "react";

/** What a member is writing in a thread, and to whom. */
export interface Draft {
  text: string;
  replyTo: ReplyTarget | null;
}

export interface ReplyTarget {
  /** The post the answer belongs to; an answer to an answer joins the same line of talk. */
  parentPostId: string;
  name: string;
}

const EMPTY: Draft = { text: "", replyTo: null };

/** Unsent words by place. They outlive a look into another thread, and a refused post. */
class DraftStore {
  readonly #drafts = new Map<string, Draft>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  read(place: string): Draft {
    return this.#drafts.get(place) ?? EMPTY;
  }

  write(place: string, draft: Draft): void {
    if (draft.text === "" && draft.replyTo === null) this.#drafts.delete(place);
    else this.#drafts.set(place, draft);
    for (const listener of this.#listeners) listener();
  }

  /** Words that came back go before what has been typed since. */
  giveBack(place: string, draft: Draft): void {
    const now = this.read(place);
    const text = now.text === "" ? draft.text : `${draft.text}\n${now.text}`;
    this.write(place, { text, replyTo: now.replyTo ?? draft.replyTo });
  }
}

/** Whose words, and where: whoever signs in next in this tab must not find them. */
export function draftPlace(viewerId: string, threadId: string): string {
  return `${viewerId}/${threadId}`;
}

export const drafts = new DraftStore();

export function useDraft(place: string): Draft {
  return useSyncExternalStore(drafts.subscribe, () => drafts.read(place));
}
