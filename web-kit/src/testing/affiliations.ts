import type { AffiliationPermission, AffiliationRole } from "../api/affiliation-admin-types.ts";
import type { Affiliation, AffiliationRequest, Invitation, Questionnaire } from "../api/types.ts";
import { person } from "./factories.ts";

/** The permissions of each role, as the server grants them. */
export const PERMISSIONS = {
  owner: [
    "manage-page",
    "edit-look",
    "edit-brand",
    "manage-portal",
    "review-requests",
    "invite",
    "remove-members",
    "appoint",
    "answer-tickets",
  ],
  admin: [
    "manage-page",
    "edit-look",
    "edit-brand",
    "manage-portal",
    "review-requests",
    "remove-members",
    "answer-tickets",
  ],
  reviewer: ["review-requests"],
  "brand-editor": ["edit-look", "edit-brand"],
  support: ["answer-tickets"],
} satisfies Record<AffiliationRole, AffiliationPermission[]>;

/** The viewer of an affiliation with this role. */
export const roleHolder = (role: AffiliationRole): Partial<Affiliation["viewer"]> => ({
  isMember: true,
  isPublic: true,
  isAdmin: role === "owner" || role === "admin",
  isCreator: role === "owner",
  runsPortal: role !== "reviewer" && role !== "support",
  role,
  permissions: PERMISSIONS[role],
});

/** An affiliation for tests of applications, and its questionnaire. */
export function affiliation(
  viewer: Partial<Affiliation["viewer"]> = {},
  changes: Partial<Affiliation> = {},
): Affiliation {
  return {
    id: "oak",
    name: "Oak House",
    shortName: "OH",
    ownShortName: null,
    description: "",
    tagline: null,
    logo: null,
    website: null,
    urlPath: "oak-house",
    memberCount: 12,
    isPrivate: false,
    isPaused: false,
    verified: true,
    createdAt: "2026-01-01T00:00:00Z",
    subdomainConfig: null,
    banner: null,
    communities: [],
    viewer: {
      isMember: false,
      isAdmin: false,
      isCreator: false,
      isPublic: null,
      requestPending: false,
      mayApply: false,
      runsPortal: false,
      role: viewer.isAdmin === true ? "admin" : null,
      permissions: viewer.isAdmin === true ? PERMISSIONS.admin : [],
      handoverOffered: false,
      ...viewer,
    },
    ...changes,
  };
}

export function questionnaire(changes: Partial<Questionnaire> = {}): Questionnaire {
  return {
    title: "Apply to Join Oak House",
    description: "",
    estimatedTimeMinutes: 3,
    questions: [
      {
        id: "motivation",
        label: "Motivation",
        type: "textarea",
        options: [],
        required: true,
        placeholder: "Why would you like to join?",
        validation: { minLength: 10, maxLength: 40 },
      },
      {
        id: "availability",
        label: "Availability",
        type: "multiple_choice",
        options: ["Very active - Daily participation", "Light - Monthly participation"],
        required: true,
      },
      { id: "year", label: "Graduation year", type: "number", options: [], required: false },
      { id: "mail", label: "Address at work", type: "email", options: [], required: false },
      { id: "branch", label: "Branch", type: "text", options: [], required: false },
    ],
    ...changes,
  };
}

export function affiliationRequest(
  id: string,
  changes: Partial<AffiliationRequest> = {},
): AffiliationRequest {
  return {
    id,
    type: "join",
    affiliationId: "oak",
    affiliationName: "Oak House",
    userId: "ling",
    userName: "Ling Zhao",
    userEmail: "ling@example.org",
    person: person("ling", "Ling Zhao"),
    status: "pending",
    description: null,
    isPrivate: false,
    formData: [{ questionId: "motivation", question: "Motivation", answer: "I like old trees." }],
    createdAt: "2026-11-20T10:00:00Z",
    updatedAt: "2026-11-20T10:00:00Z",
    reviewedBy: null,
    reviewedAt: null,
    rejectionReason: null,
    notes: null,
    ...changes,
  };
}

/** A request for a new affiliation. */
export function newAffiliationRequest(
  id: string,
  changes: Partial<AffiliationRequest> = {},
): AffiliationRequest {
  return affiliationRequest(id, {
    type: "new",
    affiliationId: null,
    affiliationName: "Weavers of Elm Street",
    description: "Nine looms and a dye garden.",
    formData: [],
    ...changes,
  });
}

/** An invitation by a member to an affiliation that accepts applications. */
export function invitation(id: string, changes: Partial<Invitation> = {}): Invitation {
  return {
    id,
    status: "pending",
    createdAt: "2026-11-20T10:00:00Z",
    message: null,
    invitedBy: person("owen", "Owen Pritchard"),
    affiliation: affiliation({ mayApply: true }, { description: "For those who like old trees." }),
    defaultCommunities: 0,
    firstCommunity: null,
    ...changes,
  };
}

/** A list with a single page. */
export const singlePage = <Item>(items: readonly Item[]) => ({ items, nextCursor: null });

/** An error response as the server sends it. */
export const affiliationRefusal = (
  status: number,
  detail: string,
  errors: readonly { field: string; code: string; message: string }[] = [],
) => ({ status, code: "refused", detail, errors });
