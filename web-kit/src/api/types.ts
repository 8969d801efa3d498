/** The shapes the server speaks. Field names are the specification's. */

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

export interface Person {
  userId: string;
  displayName: string;
  firstName: string;
  lastName: string;
  handle: string | null;
  profilePicture: string | null;
  isVerified: boolean;
  /** The first affiliation they show in public, for the words beside the tick. */
  affiliationName: string | null;
}

export interface Brand {
  name: string;
  initial: string;
  headings: "plain" | "serif" | "poster" | "typed";
  corners: "square" | "soft" | "round";
  topBar: "paper" | "deep" | "brand";
  signInLayout: "panel" | "split" | "poster";
  picture: "oculus" | "stair" | "square" | "nave";
  logoUrl: string | null;
  signInTitle: string | null;
  signInText: string | null;
  themeColor: { light: string; dark: string };
}

export interface Portal {
  tenantId: string;
  subdomain: string;
  affiliationId: string;
  brandName: string;
  affiliationName: string;
}

export interface Boot {
  mode: "main" | "whitelabel";
  build: string;
  mainOrigin: string;
  portal: Portal | null;
  brand: Brand;
  features: { google: boolean; waitlist: boolean };
}

export interface Me {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  displayName: string;
  handle: string | null;
  bio: string | null;
  location: string | null;
  jobTitle: string | null;
  quote: string | null;
  profilePicture: string | null;
  language: string;
  theme: "light" | "dark" | "system";
  notificationsEnabled: boolean;
  isProfilePrivate: boolean;
  profileVisibility: "private" | "affiliations" | "public";
  directoryVisibility: "private" | "affiliations" | "public";
  accountStatus: "active" | "paused";
  pausedUntil: string | null;
  emailVerified: boolean;
  isVerified: boolean;
  isStaff: boolean;
  isCommunityAdmin: string[];
  institutionalAdmin: string[];
  isTrustee: string[];
  affiliations: { id: string; name: string; isPublic: boolean }[];
  communitiesJoined: {
    communityId: string;
    communityName: string;
    communityDescription: string;
  }[];
  subscription: string;
  joinedDate: string;
  hasCompletedOnboarding: boolean;
  agreedToTermsAt: string | null;
  agreedToGuidelinesAt: string | null;
  agreedToPrivacyAt: string | null;
  onboarding: {
    needsEmailVerification: boolean;
    needsTerms: boolean;
    needsGuidelines: boolean;
    needsPrivacy: boolean;
    needsReset: boolean;
    complete: boolean;
  };
  legal: { acknowledged: boolean; changed: string[] };
  /** Null on the main network. */
  portalMembership: { affiliationId: string; isMember: boolean } | null;
}

export type LegalKey = "terms-of-service" | "privacy-policy" | "community-guidelines";

export interface LegalDocument {
  id: string;
  key: LegalKey;
  title: string;
  content: string;
  html: string;
  lastUpdated: string;
  version: string;
  effectiveDate: string;
}

export type GroupType = "community" | "trust-circle";
export type Visibility = "public" | "private" | "affiliations";

export interface Community {
  id: string;
  name: string;
  description: string;
  groupType: GroupType;
  visibility: Visibility;
  affiliations: { id: string; name: string }[];
  requireAllAffiliations: boolean;
  memberCount: number;
  totalThreads: number;
  totalPosts: number;
  created: string;
  lastUpdated: string;
  status: "active" | "paused";
  pauseInfo: { pausedUntil: string | null; pausedReason: string | null } | null;
  deletionStatus: { isPending: boolean; scheduledFor: string | null };
  isDefaultCommunity: boolean;
  viewer: {
    isMember: boolean;
    isAdmin: boolean;
    isTrustee: boolean;
    joinedAt: string | null;
    canJoin: boolean;
    unread: number;
    timeout: { endDate: string; reason: string } | null;
  };
}

export interface CommunityMember extends Person {
  role: "admin" | "trustee" | "member";
  joinedAt: string;
}

export interface LastPost {
  authorName: string;
  excerpt: string;
  created: string;
}

export interface Thread {
  id: string;
  threadId: string;
  communityId: string;
  caption: string;
  created: string;
  lastUpdated: string;
  numposts: number;
  unreadMessages: number;
  startedBy: Person;
  lastPost: LastPost | null;
  participants: Person[];
  participantCount: number;
}

export interface Post {
  id: string;
  postId: string;
  communityId: string;
  threadId: string;
  /** Sanitised by the server: text with at most the allowed tags. */
  content: string;
  authorId: string;
  authorHandle: string | null;
  author: Person;
  created: string;
  likes: number;
  likedBy: string[];
  likedByMe: boolean;
  isEdited: boolean;
  parentPostId: string | null;
  replyCount: number;
  idempotencyKey: string | null;
}

export interface LikeResult {
  id: string;
  postId: string;
  likes: number;
  liked: boolean;
  message: string;
}

export interface Affiliation {
  id: string;
  name: string;
  description: string;
  tagline: string | null;
  logo: string | null;
  website: string | null;
  urlPath: string | null;
  memberCount: number;
  isPrivate: boolean;
  isPaused: boolean;
  verified: boolean;
  createdAt: string;
  subdomainConfig: { subdomain: string; brandName: string; isActive: boolean } | null;
  viewer: {
    isMember: boolean;
    isAdmin: boolean;
    isPublic: boolean | null;
    requestPending: boolean;
  };
}

export interface TransferTarget {
  subdomain: string;
  brandName: string;
  affiliationId: string;
  affiliationName: string;
  url: string;
}
