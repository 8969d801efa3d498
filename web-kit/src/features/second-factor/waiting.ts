import { useSyncExternalStore } from "react";
import type { WaitingEnrolment, WaitingSignIn } from "./queries.ts";

/** A sign-in whose first half was right, however it was shown. */
export interface Waiting {
  outcome: WaitingSignIn | WaitingEnrolment;
  staySignedIn: boolean;
  /** What is still to be done once somebody is inside. */
  after?: () => Promise<unknown>;
}

interface State {
  waiting: Waiting | null;
  /** Why the last one ended. */
  words: string | null;
}

let state: State = { waiting: null, words: null };
const listeners = new Set<() => void>();

function set(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The sign-in screen goes on with this. */
export function waitForSecondStep(waiting: Waiting): void {
  set({ waiting, words: null });
}

/** Back to the first half, perhaps with a reason. */
export function endWaiting(words?: string): void {
  set({ waiting: null, words: words ?? null });
}

export function useWaiting(): State {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
