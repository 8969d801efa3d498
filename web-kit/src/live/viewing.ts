/** The open community and thread of this tab, for the live events that count unread posts. */
let viewed: { communityId: string | null; threadId: string | null } = {
  communityId: null,
  threadId: null,
};

export function setViewed(communityId: string | null, threadId: string | null): void {
  viewed = { communityId, threadId };
}

/** A hidden tab does not read posts. */
export function currentlyViewed(): { communityId: string | null; threadId: string | null } {
  if (document.visibilityState === "hidden") return { communityId: null, threadId: null };
  return viewed;
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
