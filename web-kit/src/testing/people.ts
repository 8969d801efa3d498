import type { Boot, Me, UserProfile } from "../api/types.ts";

const NO_STAFF_ROLE: Pick<Me, "staffRole" | "staffPermissions"> = {
  staffRole: null,
  staffPermissions: [],
};

const ADMINISTRATOR: Pick<Me, "staffRole" | "staffPermissions"> = {
  staffRole: "administrator",
  staffPermissions: [
    "staffPortal",
    "accounts",
    "moderation",
    "support",
    "viewAsMember",
    "analytics",
    "administration",
  ],
};

/** A member that no guard stops; tests change the relevant properties. */
export function buildMember(changes: Partial<Me> = {}): Me {
  return {
    id: "0192f0c0aa7e7cc0b0d0000000000001",
    email: "nadia.rahman@ashcombe.example",
    firstName: "Nadia",
    lastName: "Rahman",
    displayName: "Nadia Rahman",
    handle: "nadiarahman",
    bio: null,
    location: null,
    jobTitle: null,
    quote: null,
    profilePicture: null,
    profilePictureLarge: null,
    dateOfBirth: null,
    phoneNumber: null,
    secondaryEmail: null,
    interests: [],
    followersCount: 0,
    followingCount: 0,
    postsCount: 0,
    commentsCount: 0,
    likesGiven: 0,
    lastLogin: "2026-01-02T08:00:00Z",
    loginMetrics: { signIns: 2, lastSignIn: "2026-01-02T08:00:00Z" },
    devices: 1,
    createdAt: "2026-01-01T00:00:00Z",
    updatedAt: "2026-01-02T08:00:00Z",
    language: "en",
    theme: "light",
    notificationsEnabled: true,
    singleKeyShortcuts: true,
    isProfilePrivate: true,
    profileVisibility: "public",
    directoryVisibility: "public",
    accountStatus: "active",
    pausedUntil: null,
    emailVerified: true,
    isVerified: true,
    verified: true,
    isStaff: false,
    ...(changes.isStaff === true ? ADMINISTRATOR : NO_STAFF_ROLE),
    viewedAs: null,
    isCommunityAdmin: [],
    institutionalAdmin: [],
    isTrustee: [],
    affiliations: [],
    communitiesJoined: [],
    communitiesCreated: [],
    blockedUsers: [],
    subscription: "Basic",
    subscriptionStartDate: null,
    subscriptionEndDate: null,
    eventCursor: null,
    joinedDate: "2026-01-01T00:00:00Z",
    hasCompletedOnboarding: true,
    agreedToTermsAt: "2026-01-01T00:00:00Z",
    agreedToGuidelinesAt: "2026-01-01T00:00:00Z",
    agreedToPrivacyAt: "2026-01-01T00:00:00Z",
    onboarding: COMPLETED_ONBOARDING,
    legal: { acknowledged: true, changed: [] },
    mainAppTOSAcknowledgedAt: "2026-01-01T00:00:00Z",
    mainAppPrivacyAcknowledgedAt: "2026-01-01T00:00:00Z",
    mainAppGuidelinesAcknowledgedAt: "2026-01-01T00:00:00Z",
    whiteLabelTOSAcknowledgedAt: null,
    whiteLabelPrivacyAcknowledgedAt: null,
    whiteLabelGuidelinesAcknowledgedAt: null,
    lastLegalDocumentVersion: { termsOfService: 1, privacyPolicy: 1, communityGuidelines: 1 },
    timeouts: [],
    deletionDueAt: null,
    secondFactor: {
      hasTotp: false,
      totpEnrolledAt: null,
      lastUsed: null,
      backupCodesLeft: 0,
      passkeys: 0,
      isOffered: true,
      isRequired: false,
      enforcedFrom: null,
    },
    portalMembership: null,
    pendingInvitation: null,
    ...changes,
  };
}

export const COMPLETED_ONBOARDING: Me["onboarding"] = {
  needsEmailVerification: false,
  needsTerms: false,
  needsGuidelines: false,
  needsPrivacy: false,
  needsReset: false,
  complete: true,
};

/** The portal's boot data; its members have `belonging`. */
export const buildPortal: NonNullable<Boot["portal"]> = {
  tenantId: "t",
  subdomain: "oak",
  affiliationId: "oak",
  brandName: "Oak House",
  affiliationName: "The Friends of Oak House",
};
export const portalMembership = { affiliationId: "oak", isMember: true } as const;

/** An open profile; `about: null` makes it a card. */
export function buildProfile(changes: Partial<UserProfile> = {}): UserProfile {
  return {
    userId: "0192f0c0aa7e7cc0b0d0000000000002",
    displayName: "Kwame Boateng",
    firstName: "Kwame",
    lastName: "Boateng",
    handle: "kboateng",
    profilePicture: null,
    profilePictureLarge: null,
    isVerified: true,
    affiliationName: "Northgate",
    affiliations: [{ id: "northgate", shortName: "Northgate" }],
    about: {
      bio: "Thirty years of other people’s bridges.",
      location: "Glasgow",
      jobTitle: "Principal engineer",
      quote: null,
      interests: ["Wind"],
      joinedDate: "2024-02-11T10:00:00Z",
      affiliations: [
        { id: "northgate", name: "Northgate", isPublic: true, logo: null, brandColour: null },
      ],
      communities: [
        { id: "bridges", name: "Bridges & Tall Structures", groupType: "community", role: "admin" },
      ],
      followersCount: 7,
      followingCount: 3,
      postsCount: 12,
      commentsCount: 4,
      likesGiven: 9,
    },
    viewer: { isSelf: false, isFollowing: false, followsMe: false, isBlocked: false },
    ...changes,
  };
}
