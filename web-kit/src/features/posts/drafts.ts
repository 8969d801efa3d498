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

/** Unsent words by thread. They outlive a look into another thread, and a refused post. */
class DraftStore {
  readonly #drafts = new Map<string, Draft>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  read(threadId: string): Draft {
    return this.#drafts.get(threadId) ?? EMPTY;
  }

  write(threadId: string, draft: Draft): void {
    if (draft.text === "" && draft.replyTo === null) this.#drafts.delete(threadId);
    else this.#drafts.set(threadId, draft);
    for (const listener of this.#listeners) listener();
  }

  /** Words that came back go before what has been typed since. */
  giveBack(threadId: string, draft: Draft): void {
    const now = this.read(threadId);
    const text = now.text === "" ? draft.text : `${draft.text}\n${now.text}`;
    this.write(threadId, { text, replyTo: now.replyTo ?? draft.replyTo });
  }
}

export const drafts = new DraftStore();

export function useDraft(threadId: string): Draft {
  return useSyncExternalStore(drafts.subscribe, () => drafts.read(threadId));
}
