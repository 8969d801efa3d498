import { useSyncExternalStore } from "react";
import type { Person } from "../../api/types.ts";
import { useApp } from "../app.ts";

/** The person to message, as far as the dialogs need to know them. */
export type Recipient = Pick<Person, "userId" | "firstName">;

let recipient: Recipient | null = null;
const listeners = new Set<() => void>();

function change(next: Recipient | null): void {
  recipient = next;
  for (const listener of listeners) listener();
}

/** Opens the conversation with a person, or explains why there is none. `ContactHost` runs it. */
export function messagePerson({ userId, firstName }: Recipient): void {
  change({ userId, firstName });
}

export function endContact(): void {
  change(null);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The person whose conversation is being opened. */
export function useRecipient(): Recipient | null {
  return useSyncExternalStore(subscribe, () => recipient);
}

/** True if this site has the screens of messages. */
export function useHasMessages(): boolean {
  return useApp().navPaths.has("messages");
}

/** The address that starts a conversation with a person. */
export const newMessagePath = (userId: string) => `/messages/new?to=${encodeURIComponent(userId)}`;
