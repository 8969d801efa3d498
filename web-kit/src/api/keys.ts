/**
 * Query keys of the server's responses. Both the features' queries and the live events use them, so
 * that they address the same cache entries.
 */
export type CommunityScope = "mine" | "discover";

/** The orders of a community's threads; "unread" lists only those with unread posts. */
export const THREAD_SORTS = ["activity", "newest", "unread"] as const;
export type ThreadSort = (typeof THREAD_SORTS)[number];

/** Lists of events: those that are not over, or those that are. */
export type EventPeriod = "upcoming" | "past";

export const keys = {
  me: ["me"] as const,
  badges: ["badges"] as const,
  communities: ["communities"] as const,
  communityList: (scope: CommunityScope) => ["communities", "list", scope] as const,
  communityLists: ["communities", "list"] as const,
  community: (communityId: string) => ["communities", "one", communityId] as const,
  communityEntries: ["communities", "one"] as const,
  /** Mutation key of the viewer's own leaving. */
  leaving: (communityId: string) => ["communities", "leaving", communityId] as const,
  members: (communityId: string) => ["communities", "members", communityId] as const,
  membersCalled: (communityId: string, begin: string) =>
    ["communities", "members", communityId, "called", begin] as const,
  analytics: (communityId: string) => ["communities", "analytics", communityId] as const,
  joinRequests: (communityId: string) => ["communities", "join-requests", communityId] as const,
  ownJoinRequests: ["communities", "own-join-requests"] as const,
  privateCode: (communityId: string) => ["communities", "private-code", communityId] as const,
  timeouts: (communityId: string) => ["communities", "timeouts", communityId] as const,
  announcements: (communityId: string) => ["communities", "announcements", communityId] as const,
  /** All lists of events. */
  events: ["events", "list"] as const,
  /** The events of all communities of the viewer. */
  ownEvents: ["events", "list", "own"] as const,
  ownEventList: (period: EventPeriod) => ["events", "list", "own", period] as const,
  communityEvents: (communityId: string) => ["events", "list", "of", communityId] as const,
  communityEventList: (communityId: string, period: EventPeriod) =>
    ["events", "list", "of", communityId, period] as const,
  /** All answers to the events of a community. */
  attendees: (communityId: string) => ["events", "attendees", communityId] as const,
  eventAttendees: (communityId: string, announcementId: string) =>
    ["events", "attendees", communityId, announcementId] as const,
  calendarFeed: ["calendar-feed"] as const,
  reports: ["reports"] as const,
  communityReports: (communityId: string) => ["reports", "of", communityId] as const,
  allReports: ["reports", "all"] as const,
  /** All lists of a community's threads; one list has a sort as well. */
  threads: (communityId: string) => ["threads", "list", communityId] as const,
  threadList: (communityId: string, sort: ThreadSort) =>
    ["threads", "list", communityId, sort] as const,
  allThreads: ["threads"] as const,
  threadLists: ["threads", "list"] as const,
  threadEntries: ["threads", "one"] as const,
  thread: (communityId: string, threadId: string) =>
    ["threads", "one", communityId, threadId] as const,
  /** All loaded threads of a community. */
  openThreads: (communityId: string) => ["threads", "one", communityId] as const,
  /** Where a thread is now, after its old address led nowhere. */
  threadLocation: (threadId: string) => ["thread-location", threadId] as const,
  pinnedThreads: (communityId: string) => ["pinned-threads", communityId] as const,
  /** The communities to which the viewer may move a thread. */
  moveTargets: (query: string) => ["communities", "move-targets", query] as const,
  posts: (communityId: string, threadId: string) => ["posts", communityId, threadId] as const,
  allPosts: ["posts"] as const,
  /** Who liked a post or an article. */
  likes: (kind: string, id: string) => ["likes", kind, id] as const,
  reactors: (kind: string, id: string) => ["reactors", kind, id] as const,
  /** Who voted for an option of a poll. */
  pollVoters: (optionId: string) => ["poll-voters", optionId] as const,
  communityPosts: (communityId: string) => ["posts", communityId] as const,
  articles: (communityId: string) => ["articles", "list", communityId] as const,
  article: (articleId: string) => ["articles", "one", articleId] as const,
  /** All loaded articles of any community. */
  openArticles: ["articles", "one"] as const,
  comments: (articleId: string) => ["articles", "comments", articleId] as const,
  allComments: ["articles", "comments"] as const,
  newDraft: (communityId: string) => ["articles", "new-draft", communityId] as const,
  draft: (articleId: string) => ["articles", "draft", articleId] as const,
  sharedArticle: (articleId: string) => ["articles", "shared", articleId] as const,
  profiles: ["users", "one"] as const,
  user: (idOrHandle: string) => ["users", "one", idOrHandle] as const,
  /** The versions of a post, as of its last change. */
  revisions: (postId: string, editedAt: string | null) => ["revisions", postId, editedAt] as const,
  /** The posts of a person that the viewer may see. */
  personPosts: (userId: string) => ["users", "posts", userId] as const,
  /** The Insights of a person that the viewer may see. */
  personInsights: (userId: string) => ["users", "insights", userId] as const,
  users: ["users"] as const,
  directory: ["users", "directory"] as const,
  /** All cords of the viewer, and the settings of cords. */
  cords: ["cords"] as const,
  cord: (userId: string) => ["cords", "one", userId] as const,
  ownCords: ["cords", "mine"] as const,
  cordSettings: ["cords", "settings"] as const,
  vouches: (userId: string) => ["vouches", userId] as const,
  introductions: ["introductions"] as const,
  introductionList: (state: string) => ["introductions", state] as const,
  contact: (userId: string) => ["contact", userId] as const,
  messageSettings: ["message-settings"] as const,
  notificationSettings: ["notification-settings"] as const,
  pushSubscriptions: ["push-subscriptions"] as const,
  /** Whether this browser receives push notifications. */
  pushDevice: ["push-device"] as const,
  unsubscribeTarget: (token: string) => ["unsubscribe-target", token] as const,
  recentSearches: ["recent-searches"] as const,
  search: ["search"] as const,
  /** All tabs of the activity centre. */
  activity: ["activity"] as const,
  activityTab: (tab: string, state: "unread" | "read") => ["activity", tab, state] as const,
  feed: ["feed"] as const,
  /** Posts announced since the feed was loaded. */
  feedNews: ["feed-news"] as const,
  blocked: ["users", "blocked"] as const,
  passkeys: ["second-factor", "passkeys"] as const,
  mfaSettings: ["second-factor", "settings"] as const,
  forcedTotp: (resolver: string) => ["second-factor", "seed", resolver] as const,
  affiliations: ["affiliations", "list"] as const,
  /** Below the lists that they count, so that both are invalidated together. */
  affiliationCounts: ["affiliations", "list", "counts"] as const,
  affiliation: (idOrPath: string) => ["affiliations", "one", idOrPath] as const,
  /** All affiliations loaded individually, by id or path. */
  openAffiliations: ["affiliations", "one"] as const,
  questionnaire: (affiliationId: string) =>
    ["affiliations", "questionnaire", affiliationId] as const,
  questionnaireSettings: (affiliationId: string) =>
    ["affiliations", "questionnaire", affiliationId, "settings"] as const,
  /** The admin area of an affiliation, for its role holders and staff. */
  affiliationOverview: (affiliationId: string) =>
    ["affiliations", "overview", affiliationId] as const,
  affiliationAdmins: (affiliationId: string) => ["affiliations", "admins", affiliationId] as const,
  affiliationHandover: (affiliationId: string) =>
    ["affiliations", "handover", affiliationId] as const,
  affiliationMembers: (affiliationId: string) =>
    ["affiliations", "members", affiliationId] as const,
  affiliationInsight: (affiliationId: string) =>
    ["affiliations", "insight", affiliationId] as const,
  affiliationJoining: (affiliationId: string) =>
    ["affiliations", "joining", affiliationId] as const,
  affiliationInvitations: (affiliationId: string) =>
    ["affiliations", "invitations", affiliationId] as const,
  /** All affiliations, for staff. */
  staffAffiliations: ["staff", "affiliations"] as const,
  /** Applications to an affiliation, for its admins. */
  affiliationRequests: (affiliationId: string) =>
    ["affiliations", "requests", affiliationId] as const,
  /** The viewer's applications and requests for new affiliations. */
  ownAffiliationRequests: ["affiliations", "own-requests"] as const,
  ownNewAffiliations: ["affiliations", "own-requests", "new"] as const,
  invitation: (invitationId: string) => ["invitations", "one", invitationId] as const,
  /** Ids of the invitations answered since this page was loaded. */
  answeredInvitations: ["invitations", "answered"] as const,
  /** Requests about all affiliations, for staff. */
  allAffiliationRequests: ["staff", "affiliation-requests"] as const,
  staffOverview: ["staff", "overview"] as const,
  conversationLists: ["conversations", "list"] as const,
  conversationList: (filter: string) => ["conversations", "list", filter] as const,
  conversation: (conversationId: string) => ["conversations", "one", conversationId] as const,
  openConversations: ["conversations", "one"] as const,
  conversationSummary: ["conversations", "summary"] as const,
  conversationSearch: ["conversations", "search"] as const,
  /** Reports of messages, for staff. */
  messageReports: ["message-reports", "list"] as const,
  /** A reported message; each request is recorded in the audit log. */
  reportedMessage: (reportId: string) => ["message-reports", "one", reportId] as const,
  presence: (userId: string) => ["presence", userId] as const,
  /** All loaded windows of a conversation's messages. */
  messages: (conversationId: string) => ["messages", conversationId] as const,
  /** The window around a message, or the newest messages. */
  messageWindow: (conversationId: string, around: string | null) =>
    ["messages", conversationId, around ?? "newest"] as const,
  allMessages: ["messages"] as const,
  /** Everything of the viewer's support centre. */
  support: ["support"] as const,
  supportOverview: ["support", "overview"] as const,
  supportTickets: (status: string) => ["support", "tickets", status] as const,
  supportTicketLists: ["support", "tickets"] as const,
  supportTicket: (ticketId: string) => ["support", "ticket", ticketId] as const,
  supportTicketMessages: (ticketId: string) => ["support", "ticket-messages", ticketId] as const,
  supportConversations: ["support", "conversations"] as const,
  supportConversation: (conversationId: string) =>
    ["support", "conversation", conversationId] as const,
  supportChatMessages: (conversationId: string) =>
    ["support", "chat-messages", conversationId] as const,
  /** Everything of the desks of affiliations. */
  affiliationSupport: ["affiliation-support"] as const,
  /** Everything of the support desk, for staff. */
  supportDesk: ["staff", "support"] as const,
  /** The staff who view the same ticket or chat; not below `supportDesk`, since it is a heartbeat. */
  supportPresence: ["staff", "support-presence"] as const,
};

/** Keys of all data that only members of a community may see. */
export function communityQueryKeys(communityId: string): readonly (readonly string[])[] {
  return [
    keys.threads(communityId),
    keys.pinnedThreads(communityId),
    keys.communityPosts(communityId),
    keys.articles(communityId),
    keys.newDraft(communityId),
    keys.members(communityId),
    keys.announcements(communityId),
    keys.communityEvents(communityId),
    keys.attendees(communityId),
    keys.joinRequests(communityId),
    keys.privateCode(communityId),
    keys.timeouts(communityId),
    keys.communityReports(communityId),
  ];
}
