import type { Me } from "../api/types.ts";

/** A member nothing stands in the way of; tests change what their rule is about. */
export function aMember(changes: Partial<Me> = {}): Me {
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
    language: "en",
    theme: "light",
    notificationsEnabled: true,
    isProfilePrivate: true,
    profileVisibility: "public",
    directoryVisibility: "public",
    accountStatus: "active",
    pausedUntil: null,
    emailVerified: true,
    isVerified: true,
    isStaff: false,
    isCommunityAdmin: [],
    institutionalAdmin: [],
    isTrustee: [],
    affiliations: [],
    communitiesJoined: [],
    subscription: "Basic",
    joinedDate: "2026-01-01T00:00:00Z",
    hasCompletedOnboarding: true,
    agreedToTermsAt: "2026-01-01T00:00:00Z",
    agreedToGuidelinesAt: "2026-01-01T00:00:00Z",
    agreedToPrivacyAt: "2026-01-01T00:00:00Z",
    onboarding: nothingToDo,
    legal: { acknowledged: true, changed: [] },
    portalMembership: null,
    ...changes,
  };
}

export const nothingToDo: Me["onboarding"] = {
  needsEmailVerification: false,
  needsTerms: false,
  needsGuidelines: false,
  needsPrivacy: false,
  needsReset: false,
  complete: true,
};
