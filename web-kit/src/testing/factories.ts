import type {
  Announcement,
  Article,
  ArticleComment,
  Community,
  EventAnnouncement,
  JoinRequest,
  MemberTimeout,
  Page,
  Person,
  Post,
  Report,
  Thread,
} from "../api/types.ts";
import type { Pages } from "../live/reducers.ts";

/** Test data builders for lists and live events. */
export function person(userId: string, name = "Kwame Boateng"): Person {
  const [firstName = "", lastName = ""] = name.split(" ");
  return {
    userId,
    displayName: name,
    firstName,
    lastName,
    handle: null,
    profilePicture: null,
    isVerified: true,
    affiliationName: "Northgate",
    affiliations: [{ id: "northgate", shortName: "Northgate" }],
  };
}

export function post(id: string, changes: Partial<Post> = {}): Post {
  const authorId = changes.authorId ?? "kwame";
  return {
    id,
    postId: id,
    communityId: "bridges",
    threadId: "cable",
    content: `Words of ${id}`,
    authorId,
    authorHandle: null,
    author: person(authorId),
    created: "2026-11-20T10:00:00Z",
    likes: 0,
    likedBy: [],
    likedByMe: false,
    reactions: [],
    isEdited: false,
    editedAt: null,
    removed: null,
    images: [],
    files: [],
    poll: null,
    previews: [],
    mentions: [],
    parentPostId: null,
    replyCount: 0,
    idempotencyKey: null,
    ...changes,
  };
}

export function thread(id: string, changes: Partial<Thread> = {}): Thread {
  return {
    id,
    threadId: id,
    communityId: "bridges",
    caption: `About ${id}`,
    created: "2026-11-01T10:00:00Z",
    lastUpdated: "2026-11-20T10:00:00Z",
    numposts: 1,
    unreadMessages: 0,
    lastReadTimestamp: "2026-11-20T10:00:00Z",
    startedBy: person("kwame"),
    lastPost: null,
    participants: [],
    users: [],
    participantCount: 0,
    closed: null,
    pinnedPosition: null,
    subscription: "normal",
    hiddenPosts: 0,
    viewer: { mayManage: false, mayModerate: false },
    ...changes,
  };
}

export function article(id: string, changes: Partial<Article> = {}): Article {
  const authorId = changes.authorId ?? "kwame";
  return {
    id,
    articleId: id,
    communityId: "bridges",
    title: `Title of ${id}`,
    excerpt: `How ${id} begins`,
    content: `Words of ${id}`,
    html: `<p>Words of ${id}</p>`,
    authorId,
    author: person(authorId),
    created: "2026-11-20T10:00:00Z",
    lastUpdated: "2026-11-20T10:00:00Z",
    isEdited: false,
    views: 0,
    likes: 0,
    likedBy: [],
    likedByMe: false,
    commentCount: 0,
    reactions: [
      { emoji: "👏", count: 0, mine: false },
      { emoji: "💡", count: 0, mine: false },
    ],
    shared: false,
    flaggedForReview: false,
    isMine: false,
    idempotencyKey: null,
    ...changes,
  };
}

export function comment(id: string, changes: Partial<ArticleComment> = {}): ArticleComment {
  const authorId = changes.authorId ?? "kwame";
  return {
    id,
    articleId: "piers",
    authorId,
    author: person(authorId),
    content: `Words of ${id}`,
    created: "2026-11-20T10:00:00Z",
    idempotencyKey: null,
    ...changes,
  };
}

export const NOT_PENDING: Community["deletionStatus"] = {
  isPending: false,
  requestedBy: null,
  requestedAt: null,
  approvedBy: null,
  scheduledFor: null,
};

/** The deletion status of a community scheduled for deletion. */
export function pendingDeletion(scheduledFor: string): Community["deletionStatus"] {
  return { ...NOT_PENDING, isPending: true, scheduledFor };
}

/** The `viewer` properties of a community's admin. */
export function adminOf(changes: Partial<Community["viewer"]> = {}): Community["viewer"] {
  const { viewer } = community("x");
  return { ...viewer, isAdmin: true, mayModerate: true, mayStartThreads: true, ...changes };
}

export function joinRequest(id: string, changes: Partial<JoinRequest> = {}): JoinRequest {
  const userId = changes.userId ?? "ling";
  return {
    id,
    communityId: "bridges",
    communityName: "Bridges",
    userId,
    person: person(userId, "Ling Zhao"),
    message: "",
    status: "pending",
    createdAt: "2026-11-20T10:00:00Z",
    updatedAt: "2026-11-20T10:00:00Z",
    adminUserId: null,
    adminMessage: null,
    ...changes,
  };
}

export function timeoutOf(userId: string, changes: Partial<MemberTimeout> = {}): MemberTimeout {
  return {
    communityId: "bridges",
    userId,
    person: person(userId),
    endDate: "2099-01-01T12:00:00Z",
    reason: "",
    setBy: null,
    createdAt: "2026-11-20T10:00:00Z",
    ...changes,
  };
}

export function announcement(id: string, changes: Partial<Announcement> = {}): Announcement {
  return {
    id,
    communityId: "bridges",
    content: `News of ${id}`,
    author: person("kwame"),
    isActive: true,
    isPinned: false,
    startsAt: null,
    endsAt: null,
    location: null,
    link: null,
    capacity: null,
    createdAt: "2026-11-20T10:00:00Z",
    editedAt: null,
    endedAt: null,
    cancelledAt: null,
    answers: null,
    ownAnswer: null,
    ...changes,
  };
}

/** An event with these changes that starts at noon on 1 January 2099 (UTC). */
export function eventAnnouncement(id: string, changes: Partial<EventAnnouncement> = {}) {
  const answers = { yes: 0, maybe: 0, no: 0 };
  return { ...announcement(id), startsAt: "2099-01-01T12:00:00Z", answers, ...changes };
}

export function reportOf(subjectId: string, changes: Partial<Report> = {}): Report {
  return {
    id: `report-of-${subjectId}`,
    communityId: "bridges",
    communityName: "Bridges",
    subjectKind: "post",
    subjectId,
    threadId: "cable",
    author: person("kwame"),
    excerpt: `Words of ${subjectId}`,
    reporter: person("ling", "Ling Zhao"),
    reason: "Not about bridges",
    status: "open",
    createdAt: "2026-11-20T10:00:00Z",
    handledBy: null,
    handledAt: null,
    ...changes,
  };
}

export function community(id: string, changes: Partial<Community> = {}): Community {
  return {
    id,
    name: `Community ${id}`,
    description: "What it is for",
    groupType: "community",
    visibility: "public",
    affiliations: [],
    requireAllAffiliations: false,
    memberCount: 2,
    totalThreads: 1,
    totalPosts: 1,
    totalArticles: 0,
    created: "2026-10-01T10:00:00Z",
    lastUpdated: "2026-11-20T10:00:00Z",
    status: "active",
    pauseInfo: null,
    membersMayStartThreads: false,
    historyFromJoin: true,
    deletionStatus: NOT_PENDING,
    isDefaultCommunity: false,
    lastPost: null,
    viewer: {
      isMember: true,
      isAdmin: false,
      isFounder: false,
      isTrustee: false,
      joinedAt: "2026-10-02T10:00:00Z",
      canJoin: false,
      canRequest: false,
      joinRequestId: null,
      mayModerate: false,
      mayStartThreads: false,
      notifications: "all",
      unread: 0,
      timeout: null,
    },
    ...changes,
  };
}

export function pagesOf<Item>(...lists: Item[][]): Pages<Item> {
  const pages: Page<Item>[] = lists.map((items, at) => ({
    items,
    nextCursor: at === lists.length - 1 ? null : `page-${at + 1}`,
  }));
  return { pages, pageParams: lists.map((_, at) => (at === 0 ? null : `page-${at}`)) };
}

export function idsOf<Item extends { id: string }>(pages: Pages<Item> | undefined): string[] {
  return (pages?.pages ?? []).flatMap((page) => page.items.map((item) => item.id));
}

/** What a listed person has in common with the viewer: nothing. */
export const nothingShared = { affiliations: 0, communities: 0 };
