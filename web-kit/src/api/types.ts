import type { components } from "./schema.d.ts";

/**
 * API types under the names that the screens use, generated from the API description. Run `make
 * gen` after it changes.
 */
type Schemas = components["schemas"];

/** The description marks nullable fields as optional, but the server always sends them. */
export type RequiredFields<Shape> = Shape extends readonly (infer Item)[]
  ? RequiredFields<Item>[]
  : Shape extends object
    ? { [Field in keyof Shape]-?: RequiredFields<Shape[Field]> }
    : Shape;

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

export type Person = RequiredFields<Schemas["UserSummary"]>;

/** The description declares these fields as plain strings; the server uses only these values. */
export type Me = Omit<RequiredFields<Schemas["Me"]>, keyof MeTexts> & MeTexts;
interface MeTexts {
  theme: Schemas["Theme"];
  accountStatus: "active" | "paused";
  profileVisibility: Schemas["ProfileAudience"];
  directoryVisibility: Schemas["ProfileAudience"];
}

export type UserProfile = RequiredFields<Schemas["UserProfile"]>;
export type RelationshipState = RequiredFields<Schemas["RelationshipState"]>;
export type DirectoryEntry = RequiredFields<Schemas["DirectoryEntry"]>;
/** How many affiliations and communities a person has in common with the viewer. */
export type SharedCounts = RequiredFields<Schemas["SharedCounts"]>;
export type MessageSettings = RequiredFields<Schemas["MessageSettings"]>;
export type DirectorySort = "nameAsc" | "nameDesc" | "recent" | "followersDesc";
export type RecentSearch = RequiredFields<Schemas["RecentSearch"]>;
export type DataExport = RequiredFields<Schemas["DataExport"]>;
export type BlockedPerson = RequiredFields<Schemas["BlockedPerson"]>;
export type HandleAvailability = RequiredFields<Schemas["HandleAvailability"]>;

export type Audience = Schemas["ProfileAudience"];
export type ChangeMe = Schemas["ProfileChange"];

/** Counts of pending items. */
export type Badges = RequiredFields<Schemas["Badges"]>;
export type ActivityItem = RequiredFields<Schemas["ActivityItem"]>;
export type ActivityCounts = RequiredFields<Schemas["ActivityCounts"]>;
export type ActivityPage = RequiredFields<Schemas["ActivityPage"]>;
export type Passkey = RequiredFields<Schemas["Passkey"]>;
export type MfaSettings = RequiredFields<Schemas["MfaSettings"]>;

export type LegalKey = "terms-of-service" | "privacy-policy" | "community-guidelines";
export type LegalDocument = Omit<RequiredFields<Schemas["LegalDocument"]>, "key"> & {
  key: LegalKey;
};

export type GroupType = Schemas["GroupType"];
export type Visibility = Schemas["Visibility"];
export type Community = RequiredFields<Schemas["Community"]>;
export type CommunityMember = RequiredFields<Schemas["CommunityMember"]>;
export type ChangeCommunity = Schemas["CommunityChange"];
export type DeletionOutcome = RequiredFields<Schemas["DeletionOutcome"]>;
export type JoinRequest = RequiredFields<Schemas["JoinRequest"]>;
export type PrivateCode = RequiredFields<Schemas["PrivateCode"]>;
export type MemberTimeout = RequiredFields<Schemas["MemberTimeout"]>;
export type NewTimeout = RequiredFields<Schemas["NewTimeout"]>;
export type Preset = Schemas["TimeoutPreset"];
export type Announcement = RequiredFields<Schemas["Announcement"]>;
export type NewAnnouncement = RequiredFields<Schemas["NewAnnouncement"]>;
/** An announcement with a start time. */
export type EventAnnouncement = Announcement & {
  startsAt: string;
  answers: NonNullable<Announcement["answers"]>;
};
export type EventAnswer = Schemas["EventAnswer"];
export type EventAnswers = RequiredFields<Schemas["EventAnswers"]>;
export type EventAttendee = RequiredFields<Schemas["EventAttendee"]>;
/** An event in a list of several communities. */
export type EventItem = RequiredFields<Schemas["EventItem"]>;
export type CalendarFeed = RequiredFields<Schemas["CalendarFeed"]>;
export type NewCalendarFeed = RequiredFields<Schemas["NewCalendarFeed"]>;
export type NoticePreference = Schemas["NotificationPreference"];
export type NoticeChoice = RequiredFields<Schemas["NotificationPreferenceSetting"]>;
export type CommunityAnalytics = RequiredFields<Schemas["CommunityAnalytics"]>;
export type NewCommunity = RequiredFields<Schemas["NewCommunity"]>;
export type ReadMark = RequiredFields<Schemas["ReadMark"]>;
export type Thread = RequiredFields<Schemas["Thread"]>;
/** The viewer's read state of a thread, and the unread posts of its community. */
export type ThreadReadMark = RequiredFields<Schemas["ThreadReadMark"]>;
export type NextUnreadThread = RequiredFields<Schemas["NextUnreadThread"]>;
export type ThreadClosure = NonNullable<Thread["closed"]>;
export type SubscriptionLevel = Thread["subscription"];
export type LastPost = RequiredFields<Schemas["LastPost"]>;
export type Post = RequiredFields<Schemas["Post"]>;
/** An emoji, and the first members who reacted with it. */
export type PostReaction = RequiredFields<Schemas["PostReaction"]>;
/** A member who reacted to a post or an article, with which emoji, and when. */
export type Reactor = RequiredFields<Schemas["Reactor"]>;
export type PostMention = RequiredFields<Schemas["PostMention"]>;
export type PostFile = RequiredFields<Schemas["PostFile"]>;
export type Poll = RequiredFields<Schemas["Poll"]>;
export type PollOption = RequiredFields<Schemas["PollOption"]>;
export type NewPoll = RequiredFields<Schemas["NewPoll"]>;
export type LinkPreview = RequiredFields<Schemas["LinkPreview"]>;
export type PostImage = RequiredFields<Schemas["PostImage"]>;
export type FeedItem = RequiredFields<Schemas["FeedItem"]>;
/** A member who liked a post or an article, and when. */
export type Like = RequiredFields<Schemas["Liker"]>;
/** A version of the text of a post. */
export type PostRevision = RequiredFields<Schemas["PostRevision"]>;
/** A draft that one of the viewer's devices has stored on the server. */
export type ServerDraft = RequiredFields<Schemas["Draft"]>;
export type LikeResult = RequiredFields<Schemas["LikeResult"]>;
export type RemovedPost = RequiredFields<Schemas["PostTombstone"]>;
export type Report = RequiredFields<Schemas["Report"]>;
export type Reports = RequiredFields<Schemas["Reports"]>;
export type ReportSent = RequiredFields<Schemas["ReportReceipt"]>;
export type ReportStatus = Schemas["ReportStatus"];
export type ArticleSummary = RequiredFields<Schemas["ArticleSummary"]>;
export type Article = RequiredFields<Schemas["Article"]>;
export type NewArticle = RequiredFields<Schemas["NewArticle"]>;
export type ArticleChange = Schemas["ArticleChange"];
export type ArticleLike = RequiredFields<Schemas["ArticleLike"]>;
export type ArticleReactions = RequiredFields<Schemas["ArticleReactions"]>;
export type ArticleDraft = RequiredFields<Schemas["ArticleDraft"]>;
export type ArticleComment = RequiredFields<Schemas["Comment"]>;

/** A shared article as the public sees it. */
export type SharedArticle = Pick<Schemas["SharedArticle"], "id" | "canonicalUrl" | "path"> &
  RequiredFields<Schemas["SharedArticleContent"]>;

export type Affiliation = RequiredFields<Schemas["Affiliation"]>;
export type ChangeAffiliation = Schemas["AffiliationChange"];
export type UrlPathAvailability = RequiredFields<Schemas["UrlPathAvailability"]>;
export type AffiliationCounts = Schemas["AffiliationCounts"];
export type AffiliationRequest = RequiredFields<Schemas["AffiliationRequest"]>;
export type AffiliationRequestStatus = Schemas["AffiliationRequestStatus"];
export type AffiliationRequestType = Schemas["AffiliationRequestType"];
export type Invitation = RequiredFields<Schemas["Invitation"]>;
export type SentInvitation = Schemas["SentInvitation"];
export type NewAffiliation = RequiredFields<Schemas["NewAffiliation"]>;
/** Optional properties of a question are omitted from the JSON. */
export type Questionnaire = Schemas["Questionnaire"];
export type Question = Schemas["Question"];
export type QuestionnaireSettings = Omit<
  RequiredFields<Schemas["QuestionnaireSettings"]>,
  "questionnaire" | "templates"
> &
  Pick<Schemas["QuestionnaireSettings"], "questionnaire" | "templates">;
export type TransferTarget = RequiredFields<Schemas["TransferTarget"]>;

/* The boot data, which the edge writes into the page, is not part of the API description. */

export interface Brand {
  name: string;
  initial: string;
  headings: "plain" | "serif" | "poster" | "typed";
  corners: "square" | "soft" | "round";
  topBar: "paper" | "deep" | "brand";
  signInLayout: "panel" | "split" | "poster";
  picture: "oculus" | "stair" | "square" | "nave" | "upload";
  /** The uploaded sign-in picture, and the opacity of the dark layer on it, from 0 to 1. */
  pictureUrl?: string | null;
  pictureScrim?: string | null;
  logoUrl: string | null;
  markUrl?: string | null;
  /** Footer links of the pages before sign-in. */
  footerLinks?: { label: string; url: string }[];
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

/** Posts and messages that the server refuses (G-029). */
export type ContentFilter = Schemas["ContentFilter"];

export interface Boot {
  mode: "main" | "whitelabel";
  build: string;
  mainOrigin: string;
  portal: Portal | null;
  brand: Brand;
  /** The default language of a portal; null if the browser decides. */
  language: "en" | "de" | null;
  contentFilter: ContentFilter;
  features: {
    google: boolean;
    waitlist: boolean;
    /** Fewest characters of a new password. */
    passwordMinLength: number;
  };
}
