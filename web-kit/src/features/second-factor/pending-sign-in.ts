import { useSyncExternalStore } from "react";
import type { WaitingEnrolment, WaitingSignIn } from "./queries.ts";

/** A sign-in that has passed the first factor, by password or Google. */
export interface PendingSignIn {
  outcome: WaitingSignIn | WaitingEnrolment;
  staySignedIn: boolean;
  /** Work that follows once the session is open. */
  after?: () => Promise<unknown>;
}

interface State {
  waiting: PendingSignIn | null;
  /** The reason why the previous attempt ended. */
  words: string | null;
}

let state: State = { waiting: null, words: null };
const listeners = new Set<() => void>();

function set(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Stores the sign-in for the second step on the sign-in screen. */
export function startSecondStep(waiting: PendingSignIn): void {
  set({ waiting, words: null });
}

/** Returns to the first step, with an optional reason. */
export function clearPendingSignIn(words?: string): void {
  set({ waiting: null, words: words ?? null });
}

export function usePendingSignIn(): State {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
