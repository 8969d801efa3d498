import type { ActivityItem, ActivityPage } from "../api/types.ts";

/** A notification for tests of the activity centre. */
export function activityItem(id: string, changes: Partial<ActivityItem> = {}): ActivityItem {
  return {
    id,
    type: "system_message",
    category: "system",
    title: `Told ${id}`,
    content: `Words of ${id}`,
    excerpt: null,
    eventNotice: null,
    count: 1,
    created: "2026-11-20T10:00:00Z",
    read: false,
    priority: "medium",
    authorName: null,
    author: null,
    communityId: null,
    communityName: null,
    isPinned: false,
    actionRequired: false,
    requestId: null,
    actionUrl: null,
    metadata: {
      itemCount: 1,
      hasAnnouncements: false,
      hasEvents: false,
      hasThreads: false,
      hasPosts: false,
    },
    ...changes,
  };
}

/** A page of notifications. */
export function activityPage(
  items: ActivityItem[],
  changes: Partial<ActivityPage> = {},
): ActivityPage {
  const unread = items.filter(({ read }) => !read);
  const of = (...categories: string[]) =>
    unread.filter(({ category }) => categories.includes(category)).length;
  return {
    items,
    nextCursor: null,
    unreadCount: unread.length,
    counts: {
      all: unread.length,
      communities: of("communities"),
      admin: of("admin"),
      system: of("system", "support"),
    },
    lastClearedTimestamp: null,
    ...changes,
  };
}
