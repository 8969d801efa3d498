import type { Page } from "@playwright/test";
import { respondWith, type Screen } from "./screen.ts";

/** Screens of API tokens and webhooks, for staff and for the admins of an affiliation. */

const creator = {
  userId: "018e560bd5c0753293c29a5ad6a9bf01",
  displayName: "Ines Whitfield",
  firstName: "Ines",
  lastName: "Whitfield",
  handle: null,
  profilePicture: null,
  isVerified: true,
  affiliationName: null,
};

const token = {
  id: "018e560bd5c0753293c29a5ad6a9bf02",
  name: "Member statistics of the yearly report",
  scopes: ["analytics:read", "members:read", "requests:read", "communities:read"],
  createdBy: creator,
  created: "2026-11-01T10:00:00Z",
  expires: "2099-01-01T10:00:00Z",
  lastUsed: "2026-11-20T10:00:00Z",
  prefix: "gh_Ab3d9",
  revoked: null,
};

/** One of each state. */
const tokens = [
  token,
  { ...token, id: "018e560bd5c0753293c29a5ad6a9bf03", expires: "2026-01-01T10:00:00Z" },
  { ...token, id: "018e560bd5c0753293c29a5ad6a9bf04", revoked: "2026-11-21T10:00:00Z" },
];

const webhook = {
  id: "018e560bd5c0753293c29a5ad6a9bf05",
  url: "https://hooks.a-rather-long-name-of-a-host.example.org/guildhall/events?source=network",
  events: ["member.joined", "request.created", "ticket.opened"],
  isActive: true,
  disabledReason: null,
  created: "2026-11-01T10:00:00Z",
  lastDelivery: { status: "delivered", at: "2026-11-20T10:00:00Z" },
};

const webhooks = [
  webhook,
  {
    ...webhook,
    id: "018e560bd5c0753293c29a5ad6a9bf06",
    url: "https://example.org/hooks",
    isActive: false,
    disabledReason: "failures",
    lastDelivery: { status: "failed", at: "2026-11-20T10:00:00Z" },
  },
];

const delivery = {
  id: "018e560bd5c0753293c29a5ad6a9bf07",
  event: "member.joined",
  isTest: false,
  status: "delivered",
  attempts: 1,
  statusCode: 204,
  durationMs: 143,
  error: null,
  created: "2026-11-20T10:00:00Z",
  lastAttempt: "2026-11-20T10:00:01Z",
  nextAttempt: null,
};

/** One of each state. */
const deliveries = [
  {
    ...delivery,
    id: "018e560bd5c0753293c29a5ad6a9bf08",
    status: "pending",
    attempts: 3,
    statusCode: null,
    durationMs: 5000,
    error: "timeout",
    nextAttempt: "2099-01-01T10:00:00Z",
  },
  delivery,
  {
    ...delivery,
    id: "018e560bd5c0753293c29a5ad6a9bf09",
    event: "webhook.test",
    isTest: true,
    status: "failed",
    statusCode: 500,
    error: "status",
  },
];

async function prepare(page: Page): Promise<void> {
  await respondWith("**/api-tokens", { items: tokens })(page);
  await respondWith("**/webhooks", { items: webhooks })(page);
  await respondWith("**/webhooks/*/deliveries*", { items: deliveries, nextCursor: "next" })(page);
}

const press = (name: string) => (page: Page) => page.getByRole("button", { name }).click();

const OWNERS = [
  { name: "staff", who: "staff", path: "/staff/integrations" },
  { name: "affiliation", who: "affadmin", path: "/affiliation/ashcombe/manage/integrations" },
] as const;

export const integrationScreens: readonly Screen[] = OWNERS.flatMap(
  ({ name, who, path }): Screen[] => [
    {
      name: `${name}-integrations-none`,
      who,
      site: "main",
      path,
      shows: (page) => page.getByText("No webhooks yet"),
    },
    {
      name: `${name}-integrations`,
      who,
      site: "main",
      path,
      prepare,
      shows: (page) => page.getByRole("list", { name: "Expired and revoked tokens" }),
    },
    {
      name: `${name}-integrations-help`,
      who,
      site: "main",
      path,
      prepare,
      before: async (page) => {
        await page.getByText("How to use a token").click();
        await page.getByText("How to verify a delivery").click();
      },
      shows: (page) => page.getByText("webhook-signature"),
    },
    {
      name: `${name}-webhook`,
      who,
      site: "main",
      path: `${path}/${webhook.id}`,
      prepare,
      shows: (page) => page.getByRole("button", { name: "Load more" }),
    },
    {
      name: `${name}-webhook-disabled`,
      who,
      site: "main",
      path: `${path}/018e560bd5c0753293c29a5ad6a9bf06`,
      prepare,
      shows: (page) => page.getByRole("button", { name: "Enable again" }),
    },
    {
      name: `${name}-new-token`,
      who,
      site: "main",
      path,
      before: press("New token"),
      shows: (page) => page.getByRole("dialog").getByLabel("Name"),
    },
    {
      name: `${name}-new-token-refused`,
      who,
      site: "main",
      path,
      before: async (page) => {
        await press("New token")(page);
        await press("Create token")(page);
      },
      shows: (page) => page.getByText("Please choose at least one."),
    },
    {
      name: `${name}-token-created`,
      who,
      site: "main",
      path,
      prepare: async (page) => {
        await prepare(page);
        await page.route("**/api/**/api-tokens", (route) =>
          route.request().method() === "POST"
            ? route.fulfill({ status: 201, json: { ...token, token: `gh_${"Ab3d".repeat(10)}` } })
            : route.fallback(),
        );
      },
      before: async (page) => {
        await press("New token")(page);
        await page.getByLabel("Name").fill("Member statistics");
        await page.getByRole("checkbox", { name: "Read members" }).check();
        await press("Create token")(page);
      },
      shows: (page) => page.getByText("It cannot be shown again"),
    },
    {
      name: `${name}-new-webhook`,
      who,
      site: "main",
      path,
      before: press("New webhook"),
      shows: (page) => page.getByRole("dialog").getByLabel("URL"),
    },
  ],
);
