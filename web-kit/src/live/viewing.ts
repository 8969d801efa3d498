/** The open community and thread of this tab, for the live events that count unread posts. */
let place: { communityId: string | null; threadId: string | null } = {
  communityId: null,
  threadId: null,
};

export function lookAt(communityId: string | null, threadId: string | null): void {
  place = { communityId, threadId };
}

/** A hidden tab does not read posts. */
export function lookedAt(): { communityId: string | null; threadId: string | null } {
  if (document.visibilityState === "hidden") return { communityId: null, threadId: null };
  return place;
}
