import type { Page } from "@playwright/test";
import { call, text } from "../support/http.ts";
import { session } from "../support/sessions.ts";
import { respondWith, onBothBuilds, type Screen } from "./screen.ts";

/** Screens of affiliations, and a portal as non-members see it. */

const ashcombe = "Ashcombe College Alumni Association";

/** An application; the demo network's outsider has none. */
const request = {
  id: "018e560bd5c0753293c29a5ad6a9be01",
  type: "join",
  affiliationId: "018e560bd5c0753293c29a5ad6a9bedb",
  affiliationName: ashcombe,
  userId: "018e560bd5c0753293c29a5ad6a9be02",
  userName: "Tess Calloway",
  userEmail: "outsider@demo.test",
  person: {
    userId: "018e560bd5c0753293c29a5ad6a9be02",
    displayName: "Tess Calloway",
    firstName: "Tess",
    lastName: "Calloway",
    handle: null,
    profilePicture: null,
    isVerified: false,
    affiliationName: null,
  },
  status: "pending",
  description: null,
  isPrivate: false,
  formData: [
    {
      questionId: "motivation",
      question: "Motivation",
      answer: "I read history here until 2012, and would like to come to the reunion.",
    },
    {
      questionId: "availability",
      question: "Availability",
      answer: "Moderate - Weekly participation",
    },
  ],
  createdAt: "2026-11-01T10:00:00Z",
  updatedAt: "2026-11-01T10:00:00Z",
  reviewedBy: null,
  reviewedAt: null,
  rejectionReason: null,
  notes: null,
};
const refusal = "We could not find you in the register.";

/** A request for a new affiliation; the demo network has none. */
const addition = {
  ...request,
  id: "018e560bd5c0753293c29a5ad6a9be03",
  type: "new",
  affiliationId: null,
  affiliationName: "Ashcombe",
  description: "Former pupils of the old grammar school, and those who look after its library.",
  isPrivate: true,
  formData: [],
};

/** One of each state: pending, approved, rejected. */
const additions = [
  addition,
  {
    ...addition,
    id: "018e560bd5c0753293c29a5ad6a9be04",
    affiliationId: request.affiliationId,
    affiliationName: "Friends of the Mill",
    isPrivate: false,
    status: "approved",
  },
  {
    ...addition,
    id: "018e560bd5c0753293c29a5ad6a9be05",
    affiliationName: "Readers of Elm Street",
    status: "rejected",
    rejectionReason: "We could not find that it has members of its own.",
  },
];

/** The outsider's application was rejected. The affiliation's id differs on each day's network. */
async function turnedAway(page: Page): Promise<void> {
  const { body } = await call("ashcombe", "/api/affiliations/ashcombe", {
    cookies: session("outsider", "ashcombe"),
  });
  const declined = {
    ...request,
    affiliationId: text(body, "id"),
    status: "rejected",
    reviewedAt: "2026-11-02T10:00:00Z",
    rejectionReason: refusal,
  };
  await respondWith("affiliation-requests*", { items: [declined], nextCursor: null })(page);
}

export const affiliationScreens: readonly Screen[] = [
  {
    name: "affiliations",
    who: "member",
    site: "main",
    path: "/affiliations",
    shows: (page) => page.getByText(ashcombe).first(),
  },
  {
    name: "affiliation",
    who: "member",
    site: "main",
    path: "/affiliation/ashcombe",
    shows: (page) => page.getByRole("heading", { name: ashcombe }),
  },
  {
    name: "affiliation",
    who: "member",
    site: "ashcombe",
    path: "/affiliation/ashcombe",
    shows: (page) => page.getByRole("heading", { name: ashcombe }),
  },
  {
    name: "affiliation-private",
    who: null,
    site: "main",
    path: "/affiliation/rowan-street",
    shows: (page) => page.getByRole("heading", { name: "Private Affiliation" }),
    provokes: [/status of 403/],
  },
  {
    name: "affiliation-codes",
    who: "affadmin",
    site: "main",
    path: "/affiliation/ashcombe/manage/invitations",
    before: (page) => page.getByRole("button", { name: "New code" }).click(),
    shows: (page) => page.getByRole("dialog", { name: "New invite code" }).getByLabel("Code"),
  },
  {
    name: "affiliations-found",
    who: "member",
    site: "main",
    path: "/affiliations?q=union",
    shows: (page) => page.getByText("1 found"),
  },
  {
    name: "affiliations-yours",
    who: "member",
    site: "main",
    path: "/affiliations?whose=mine",
    shows: (page) => page.getByRole("button", { name: "Yours", pressed: true }),
  },
  {
    name: "affiliations-not-found",
    who: null,
    site: "main",
    path: "/affiliations?q=nowhere",
    shows: (page) => page.getByText("No affiliation found"),
  },
  {
    name: "affiliation-unknown",
    who: "member",
    site: "main",
    path: "/affiliation/nowhere-at-all",
    shows: (page) => page.getByRole("heading", { level: 1 }).first(),
    provokes: [/status of 404/],
  },
  {
    name: "front-door",
    who: "outsider",
    site: "ashcombe",
    path: "/communities",
    shows: (page) => page.getByText(ashcombe).first(),
  },
  {
    name: "affiliation-declined",
    who: "outsider",
    site: "ashcombe",
    path: "/affiliation/ashcombe",
    prepare: turnedAway,
    shows: (page) => page.getByText(refusal),
  },
  ...onBothBuilds({
    name: "apply",
    who: "outsider",
    path: "/affiliation/ashcombe/apply",
    shows: (page) => page.getByLabel("Motivation"),
  }),
  ...onBothBuilds({
    name: "apply-refused",
    who: "outsider",
    path: "/affiliation/ashcombe/apply",
    before: (page) => page.getByRole("button", { name: "Submit application" }).click(),
    shows: (page) => page.getByText("Motivation is required"),
  }),
  {
    name: "apply-invite-only",
    who: "outsider",
    site: "main",
    path: "/affiliation/sylheti-circle/apply",
    shows: (page) => page.getByText("Invite Only"),
  },
  {
    name: "apply-dialog",
    who: "outsider",
    site: "main",
    path: "/affiliations",
    before: (page) => page.getByRole("button", { name: `Request to Join ${ashcombe}` }).click(),
    shows: (page) => page.getByRole("dialog").getByLabel("Motivation"),
  },
  ...onBothBuilds({
    name: "affiliation-requests",
    who: "affadmin",
    path: "/affiliation/ashcombe/requests",
    prepare: respondWith("affiliations/*/requests*", { items: [request], nextCursor: null }),
    shows: (page) => page.getByRole("article", { name: "Tess Calloway" }),
  }),
  {
    name: "affiliation-requests-empty",
    who: "affadmin",
    site: "main",
    path: "/affiliation/ashcombe/requests",
    prepare: respondWith("affiliations/*/requests*", { items: [], nextCursor: null }),
    shows: (page) => page.getByText("No pending requests"),
  },
  {
    name: "affiliation-new",
    who: "member",
    site: "main",
    path: "/affiliations/new",
    prepare: respondWith("affiliation-requests*", { items: additions, nextCursor: null }),
    shows: (page) => page.getByText("Listed", { exact: true }),
  },
  {
    name: "affiliation-new-similar",
    who: "member",
    site: "main",
    path: "/affiliations/new",
    // The typed draft is stored, and would appear in the next screen of this browser.
    alone: true,
    before: (page) => page.getByLabel("Name").fill("Ashcombe"),
    shows: (page) => page.getByText("Is it one of these?"),
  },
  {
    name: "staff-affiliation-requests-both",
    who: "staff",
    site: "main",
    path: "/staff/affiliation-requests",
    prepare: respondWith("staff/affiliation-requests*", {
      items: [addition, request],
      nextCursor: null,
    }),
    shows: (page) => page.getByText("Already listed with a similar name"),
  },
  {
    name: "affiliation-manage",
    who: "affadmin",
    site: "main",
    path: "/affiliation/ashcombe/manage",
    shows: (page) => page.getByRole("heading", { name: "Open items" }),
  },
  {
    name: "affiliation-manage-portal",
    who: "affadmin",
    site: "ashcombe",
    path: "/affiliation/ashcombe/manage",
    shows: (page) => page.getByText("This page is read-only"),
  },
  {
    name: "affiliation-people",
    who: "affadmin",
    site: "main",
    path: "/affiliation/ashcombe/manage/people",
    shows: (page) => page.getByRole("list", { name: "People with a role" }),
  },
  {
    name: "affiliation-invitations",
    who: "affadmin",
    site: "main",
    path: "/affiliation/ashcombe/manage/invitations",
    shows: (page) => page.getByLabel("Approve automatically"),
  },
  {
    name: "affiliation-invite-list",
    who: "affadmin",
    site: "main",
    path: "/affiliation/ashcombe/manage/invitations",
    before: (page) => page.getByRole("button", { name: "Invite by list" }).click(),
    shows: (page) => page.getByLabel("Email addresses"),
  },
  {
    name: "questionnaire",
    who: "affadmin",
    site: "main",
    path: "/affiliation/ashcombe/manage/questionnaire",
    shows: (page) => page.getByRole("list", { name: "Questions" }),
  },
  {
    name: "questionnaire-json",
    who: "affadmin",
    site: "main",
    path: "/affiliation/ashcombe/manage/questionnaire?view=json",
    shows: (page) => page.getByLabel("Questionnaire (JSON)"),
  },
  {
    name: "affiliation-edit",
    who: "affadmin",
    site: "main",
    path: "/affiliation/ashcombe/manage/page",
    shows: (page) => page.getByLabel("URL path"),
  },
];
