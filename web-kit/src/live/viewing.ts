/** The thread of this tab whose end is in view, for the live events that count unread posts. */
let readThread: string | null = null;

export function setReadingThread(threadId: string | null): void {
  readThread = threadId;
}

/** A hidden tab does not read posts. */
export function currentlyViewed(): { threadId: string | null } {
  return { threadId: document.visibilityState === "hidden" ? null : readThread };
}

/** The open conversation of this tab, while its newest messages are in view. */
let readConversation: string | null = null;

export function setReading(conversationId: string | null): void {
  readConversation = conversationId;
}

/** True if a new message of the conversation is read on arrival. */
export function isReading(conversationId: string): boolean {
  return readConversation === conversationId && document.visibilityState !== "hidden";
}
