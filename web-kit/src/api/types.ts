import type { components } from "./schema.d.ts";

/**
 * API types under the names that the screens use, generated from the API description. Run `make
 * gen` after it changes.
 */
type Schemas = components["schemas"];

/** The description marks nullable fields as optional, but the server always sends them. */
export type Whole<Shape> = Shape extends readonly (infer Item)[]
  ? Whole<Item>[]
  : Shape extends object
    ? { [Field in keyof Shape]-?: Whole<Shape[Field]> }
    : Shape;

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

export type Person = Whole<Schemas["Person"]>;

/** The description declares these fields as plain strings; the server uses only these values. */
export type Me = Omit<Whole<Schemas["Me"]>, keyof MeWords> & MeWords;
interface MeWords {
  theme: Schemas["Theme"];
  accountStatus: "active" | "paused";
  profileVisibility: Schemas["Audience"];
  directoryVisibility: Schemas["Audience"];
}

export type UserProfile = Whole<Schemas["UserProfile"]>;
export type TieState = Whole<Schemas["TieState"]>;
export type DirectoryEntry = Whole<Schemas["DirectoryEntry"]>;
export type DirectorySort = "nameAsc" | "nameDesc" | "recent" | "followersDesc";
export type RecentSearch = Whole<Schemas["RecentSearch"]>;
export type DataExport = Whole<Schemas["DataExport"]>;
export type BlockedPerson = Whole<Schemas["BlockedPerson"]>;
export type HandleAvailability = Whole<Schemas["HandleAvailability"]>;

export type Audience = Schemas["Audience"];
export type ChangeMe = Schemas["ChangeMe"];

/** Counts of pending items. */
export type Badges = Whole<Schemas["Badges"]>;
export type ActivityItem = Whole<Schemas["ActivityItem"]>;
export type ActivityCounts = Whole<Schemas["ActivityCounts"]>;
export type ActivityPage = Omit<Whole<Schemas["ActivityPage"]>, "items"> & {
  items: ActivityItem[];
};
export type Passkey = Whole<Schemas["PasskeyView"]>;
export type MfaSettings = Whole<Schemas["MfaSettings"]>;

export type LegalKey = "terms-of-service" | "privacy-policy" | "community-guidelines";
export type LegalDocument = Omit<Whole<Schemas["LegalDocument"]>, "key"> & { key: LegalKey };

export type GroupType = Schemas["GroupType"];
export type Visibility = Schemas["Visibility"];
export type Community = Whole<Schemas["Community"]>;
export type CommunityMember = Whole<Schemas["CommunityMember"]>;
export type ChangeCommunity = Schemas["ChangeCommunity"];
export type DeletionOutcome = Whole<Schemas["DeletionOutcome"]>;
export type JoinRequest = Whole<Schemas["JoinRequest"]>;
export type PrivateCode = Whole<Schemas["PrivateCode"]>;
export type MemberTimeout = Whole<Schemas["MemberTimeout"]>;
export type NewTimeout = Whole<Schemas["NewTimeout"]>;
export type Preset = Schemas["Preset"];
export type Announcement = Whole<Schemas["Announcement"]>;
export type NewAnnouncement = Whole<Schemas["NewAnnouncement"]>;
export type NoticePreference = Schemas["NoticePreference"];
export type NoticeChoice = Whole<Schemas["NoticeChoice"]>;
export type CommunityAnalytics = Whole<Schemas["CommunityAnalytics"]>;
export type NewCommunity = Whole<Schemas["NewCommunity"]>;
export type ReadMark = Whole<Schemas["ReadMark"]>;
export type Thread = Whole<Schemas["Thread"]>;
export type LastPost = Whole<Schemas["LastPost"]>;
export type Post = Whole<Schemas["Post"]>;
export type PostMention = Whole<Schemas["PostMention"]>;
export type PostImage = Whole<Schemas["PostImage"]>;
export type FeedItem = Whole<Schemas["FeedItem"]>;
export type SearchItem = Whole<Schemas["SearchItem"]>;
export type LikeResult = Whole<Schemas["LikeResult"]>;
export type RemovedPost = Whole<Schemas["RemovedPost"]>;
export type Report = Whole<Schemas["Report"]>;
export type Reports = Whole<Schemas["Reports"]>;
export type ReportSent = Whole<Schemas["ReportSent"]>;
export type ReportStatus = Schemas["ReportStatus"];
export type ArticleSummary = Whole<Schemas["ArticleSummary"]>;
export type Article = Whole<Schemas["Article"]>;
export type NewArticle = Whole<Schemas["NewArticle"]>;
export type ArticleChange = Schemas["ArticleChange"];
export type ArticleLike = Whole<Schemas["ArticleLike"]>;
export type ArticleReactions = Whole<Schemas["Reactions"]>;
export type ArticleDraft = Whole<Schemas["Draft"]>;
export type ArticleComment = Whole<Schemas["Comment"]>;

/** A shared article as the public sees it. */
export type SharedArticle = Pick<Schemas["SharedArticle"], "id" | "canonicalUrl" | "path"> &
  Whole<Schemas["SharedWords"]>;

export type Affiliation = Whole<Schemas["Affiliation"]>;
export type ChangeAffiliation = Schemas["ChangeAffiliation"];
export type UrlPathAvailability = Whole<Schemas["UrlPathAvailability"]>;
export type AffiliationCounts = Schemas["AffiliationCounts"];
export type AffiliationRequest = Whole<Schemas["AffiliationRequest"]>;
export type AffiliationRequestStatus = Schemas["AffiliationRequestStatus"];
export type AffiliationRequestType = Schemas["AffiliationRequestType"];
export type Invitation = Whole<Schemas["Invitation"]>;
export type SentInvitation = Schemas["SentInvitation"];
export type NewAffiliation = Whole<Schemas["NewAffiliation"]>;
/** Optional properties of a question are omitted from the JSON. */
export type Questionnaire = Schemas["Questionnaire"];
export type Question = Schemas["Question"];
export type QuestionnaireSettings = Omit<
  Whole<Schemas["QuestionnaireSettings"]>,
  "questionnaire" | "templates"
> &
  Pick<Schemas["QuestionnaireSettings"], "questionnaire" | "templates">;
export type TransferTarget = Whole<Schemas["TransferTarget"]>;

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

export interface Boot {
  mode: "main" | "whitelabel";
  build: string;
  mainOrigin: string;
  portal: Portal | null;
  brand: Brand;
  features: {
    google: boolean;
    waitlist: boolean;
    relaxedContent: boolean;
    /** Fewest characters of a new password. */
    passwordMinLength: number;
  };
}
