import { useCallback, useSyncExternalStore } from "react";

/** How long a person is shown as typing after the last event. */
export const TYPING_SHOWN_MS = 6000;

const NOBODY: readonly string[] = [];

/** The people who are typing, by conversation. */
const typing = new Map<string, readonly string[]>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** Shows a person as typing for a few seconds. */
export function showTyping(conversationId: string, userId: string): void {
  const key = `${conversationId}/${userId}`;
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => hideTyping(conversationId, userId), TYPING_SHOWN_MS),
  );
  const now = typing.get(conversationId) ?? NOBODY;
  if (!now.includes(userId)) update(conversationId, [...now, userId]);
}

/** Called at the latest when the person's message has arrived. */
export function hideTyping(conversationId: string, userId: string): void {
  const key = `${conversationId}/${userId}`;
  clearTimeout(timers.get(key));
  timers.delete(key);
  const now = typing.get(conversationId);
  if (now?.includes(userId) !== true) return;
  update(
    conversationId,
    now.filter((one) => one !== userId),
  );
}

/** The ids of the people who are typing in a conversation. */
export function useTyping(conversationId: string): readonly string[] {
  const read = useCallback(() => typing.get(conversationId) ?? NOBODY, [conversationId]);
  return useSyncExternalStore(subscribe, read);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function update(conversationId: string, people: readonly string[]): void {
  if (people.length === 0) typing.delete(conversationId);
  else typing.set(conversationId, people);
  for (const listener of listeners) listener();
}
