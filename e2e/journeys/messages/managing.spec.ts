import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type { Account } from "../../support/sites.ts";
import { failUntil, expectText, expectTextOnFailure } from "../../support/failures.ts";
import { call, part, text } from "../../support/http.ts";
import { communitiesOf } from "../../support/screens.ts";
import { session } from "../../support/sessions.ts";
import { expect, test } from "../../support/test.ts";

/** Messages of joining a community and of its admin area (docs/MESSAGES.md). */

test.use({ provoked: [/status of (4\d\d|500|503)/] });

const failed = (detail: string) => [{ status: 500, detail }, detail] as const;
const refused = (status: number, code: string, detail: string) =>
  [{ status, code, detail }, detail] as const;

/** Creates a community with its creator as the only member. */
async function founded(who: Account) {
  const name = `Lanterns ${randomUUID().slice(0, 8)}`;
  const answer = await call("main", "/api/communities", {
    method: "POST",
    cookies: session(who, "main"),
    body: { name, description: "What hangs over the quay", visibility: "private" },
  });
  return { name, id: text(answer.body, "id") };
}

async function tab(page: Page, id: string, name: string): Promise<void> {
  await page.goto(new URL(`/communities/${id}/manage/${name}`, page.url()).href);
}

test("messages of a community's admin area", async ({ visit }) => {
  // About twenty error responses in sequence.
  test.setTimeout(120_000);
  const { id, name } = await founded("staff");
  const admin = await visit("staff", "main", `/communities/${id}/manage/code`);
  await expectTextOnFailure(
    admin,
    "POST communities/*/private-code",
    () => admin.getByRole("button", { name: "Create a code" }).click(),
    [
      refused(403, "private-code-admin-only", "Only community admins can generate private codes"),
      failed("Failed to generate private code"),
    ],
  );
  await admin.getByRole("button", { name: "Create a code" }).click();
  await expectText(admin, "Private code generated successfully");
  await confirmedTwice(admin, "Refresh", "POST", "Failed to refresh private code");
  await expectText(admin, "Private code refreshed successfully. The old code is no longer valid.");
  const cookies = session("staff", "main");
  const stored = await call("main", `/api/communities/${id}/private-code`, { cookies });
  const code = text(stored.body, "privateCode");

  const asker = await visit("member", "main", "/communities");
  const asking = () => asker.getByRole("dialog", { name: "Join with a code" });
  const send = async (typed: string) => {
    if (!(await asking().isVisible())) {
      await asker.getByRole("button", { name: "Join with a code" }).click();
    }
    await asking().getByLabel("Private code").fill(typed);
    await asking().getByRole("button", { name: "Send request" }).click();
  };
  await send("");
  await expectText(asker, "Please enter a valid private code");
  await send("ZZZZ9999");
  await expectText(asker, "Invalid private code - no matching community found");
  await expectTextOnFailure(asker, "POST communities/join-by-code", () => send(code), [
    refused(
      403,
      "community-paused",
      "This community is currently paused and not accepting new members",
    ),
    refused(
      403,
      "private-code-needs-affiliations",
      "You need the following affiliation(s) to join this community: Northgate, WISE",
    ),
    failed("Failed to join with private code"),
    failed("Failed to send join request"),
  ]);
  const requested = async () => {
    await send(code);
    await expectText(asker, "Join request sent successfully");
    await expect(asking()).toBeHidden();
  };
  await requested();
  await send(code);
  await expectText(asker, "You already have a pending join request for this community");

  await tab(admin, id, "requests");
  await admin.getByRole("button", { name: "Reject Nadia Rahman" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await expectText(admin, "Join request has been rejected");
  await requested();
  await expectTextOnFailure(
    admin,
    "POST communities/*/join-requests/*/approve",
    () => admin.getByRole("button", { name: "Approve Nadia Rahman" }).click(),
    [
      refused(403, "join-request-admin-only", "Only community admins can handle join requests"),
      refused(
        409,
        "join-request-not-eligible",
        "User cannot join this community due to affiliation requirements",
      ),
      refused(409, "join-request-member", "User is already a member of this community"),
      refused(404, "join-request-not-found", "Join request not found"),
      failed("Failed to process join request"),
    ],
  );
  await admin.getByRole("button", { name: "Approve Nadia Rahman" }).click();
  await expectText(admin, "User has been added to the community");
  await asker.goto(new URL("/communities", asker.url()).href);
  await send(code);
  await expectText(asker, "You are already a member of this community");

  for (const [list, place, words] of [
    ["members", "", "Failed to load community details"],
    ["analytics", "analytics", "Only community admins can view analytics"],
    ["analytics", "analytics", "Failed to get analytics"],
  ] as const) {
    // oxlint-disable no-await-in-loop -- sequential, on one page
    const reading = `GET communities/*/${list}*`;
    const back = await failUntil(admin, reading, { status: 422, detail: words });
    await tab(admin, id, place);
    await expectText(admin, words);
    await back();
    // oxlint-enable no-await-in-loop
  }
  await tab(admin, id, "");
  await admin.getByRole("button", { name: "Actions for Nadia Rahman" }).click();
  await admin.getByRole("menuitem", { name: "Make an admin" }).click();
  const promote = () =>
    admin.getByRole("dialog").getByRole("button", { name: "Make an admin" }).click();
  await expectTextOnFailure(admin, "POST communities/*/members/*/promote", promote, [
    refused(403, "promotion-admin-only", "Only community admins can promote members"),
    refused(404, "community-member-not-found", "User is not a member of this community"),
    refused(409, "promotion-already-admin", "User is already a community admin"),
    failed("Failed to promote user"),
  ]);

  await restedIn(id);
  await asker.goto(new URL(await threadIn(id), asker.url()).href);
  await expectText(asker, "You are currently timed out from this community");

  await tab(admin, id, "code");
  await confirmedTwice(admin, "Remove", "DELETE", "Failed to remove private code");
  await expectText(admin, "Private code removed successfully");
  await announcedAndOpened(admin, id);
  await deletedLater(admin, id, name);
});

/** Creates a thread as the admin. */
async function threadIn(id: string): Promise<string> {
  const answer = await call("main", `/api/communities/${id}/threads`, {
    method: "POST",
    cookies: session("staff", "main"),
    body: { caption: "Wicks" },
  });
  return `/communities/${id}/threads/${text(answer.body, "id")}`;
}

/** Times out the new member for an hour. */
async function restedIn(id: string): Promise<void> {
  const me = await call("main", "/api/me", { cookies: session("member", "main") });
  await call("main", `/api/communities/${id}/timeouts`, {
    method: "POST",
    cookies: session("staff", "main"),
    body: { userId: text(me.body, "id"), preset: "1h", reason: "Heated" },
  });
}

/** A deletion is announced a week in advance, and any admin may cancel it. */
async function deletedLater(page: Page, id: string, name: string): Promise<void> {
  await tab(page, id, "settings");
  const dialog = await asksForDeletion(page, name);
  const erase = () => dialog.getByRole("button", { name: "Delete community" }).click();
  await expectTextOnFailure(page, "POST communities/*/deletion", erase, [
    refused(403, "deletion-admin-only", "Only community administrators can delete the community"),
    failed("Failed to initiate community deletion"),
  ]);
  await erase();
  await expectText(
    page,
    "Community scheduled for deletion in 7 days. All members have been notified.",
  );
  const cancel = () => page.getByRole("button", { name: "Cancel deletion" }).first().click();
  await expectTextOnFailure(page, "DELETE communities/*/deletion", cancel, [
    refused(403, "deletion-cancel-admin-only", "Only community administrators can cancel deletion"),
    refused(409, "deletion-not-pending", "No deletion request is pending"),
    failed("Failed to cancel community deletion"),
  ]);
  await cancel();
  await expectText(page, "Community deletion cancelled");
}

async function asksForDeletion(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: "Delete community" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete ${name}?` });
  await dialog.getByLabel("Type its name to confirm").fill(name);
  return dialog;
}

/** An action on the code that fails at the first attempt. */
async function confirmedTwice(page: Page, name: string, method: string, words: string) {
  await page.getByRole("button", { name, exact: true }).click();
  const confirm = () => page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  await expectTextOnFailure(page, `${method} communities/*/private-code`, confirm, [failed(words)]);
  await confirm();
}

/** An announcement, and a change of visibility; members are notified of both. */
async function announcedAndOpened(page: Page, id: string): Promise<void> {
  await tab(page, id, "announcements");
  await page.getByRole("button", { name: "New announcement" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Announcement").fill("Lamps are lit at six.");
  const announce = () => dialog.getByRole("button", { name: "Announce" }).click();
  await expectTextOnFailure(page, "POST communities/*/announcements", announce, [
    refused(403, "announcement-admin-only", "Only community admins can create announcements"),
    failed("Failed to create announcement"),
  ]);
  await announce();
  await expectText(page, "Announcement created successfully");

  await tab(page, id, "settings");
  await page.getByRole("radio", { name: /^Public/ }).check();
  await page.getByRole("button", { name: "Change visibility" }).click();
  const change = () => dialog.getByRole("button", { name: "Change visibility" }).click();
  await expectTextOnFailure(page, "PUT communities/*/visibility", change, [
    refused(403, "visibility-admin-only", "Only community admins can change visibility"),
    refused(409, "visibility-unchanged", "Community is already public"),
    failed("Failed to change community visibility"),
  ]);
  await change();
  await expectText(page, "Community visibility changed to public. All members have been notified.");
  await expect(dialog).toBeHidden();
}

test("refusals of joining and creating a community", async ({ visit }) => {
  const [first] = await communitiesOf("member", "main");
  const id = first?.id ?? "";
  const page = await visit("member", "main", `/communities/${id}`);

  const cookies = session("member", "main");
  const { body } = await call("main", `/api/communities/${id}`, { cookies });
  const viewer = { ...Object(part(body, "viewer")), isMember: false, canJoin: true };
  await page.route(`**/api/communities/${id}`, (route) =>
    route.fulfill({ json: { ...Object(body), viewer } }),
  );
  await page.reload();
  const join = () => page.getByRole("button", { name: "Join", exact: true }).click();
  await expectTextOnFailure(page, "POST communities/*/join", join, [
    refused(404, "community-id-invalid", "Invalid user or community ID"),
    refused(
      503,
      "affiliations-unverified",
      "Unable to verify your affiliations. Please try again later.",
    ),
    refused(
      403,
      "community-needs-all-affiliations",
      "This community requires you to have all of its affiliations to join",
    ),
    refused(
      403,
      "community-needs-an-affiliation",
      "This community requires you to have at least one of its affiliations to join",
    ),
    refused(403, "forbidden", "Permission denied. Please ensure you're logged in and try again."),
    refused(404, "community-not-found", "Community or user data not found."),
    failed("An error occurred while checking if you can join this community"),
    refused(403, "community-not-open", "You cannot join this community"),
  ]);

  await page.goto(new URL("/communities", page.url()).href);
  await page.getByRole("button", { name: "New community" }).first().click();
  const form = page.getByRole("dialog", { name: "New community" });
  await form.getByLabel("Name", { exact: true }).fill("Never founded");
  await form.getByLabel("Description").fill("For a moment");
  const create = () => form.getByRole("button", { name: "Create" }).click();
  await expectTextOnFailure(page, "POST communities", create, [
    failed("Failed to create community"),
  ]);
});

test("a community without other members is deleted immediately", async ({ visit }) => {
  const { id, name } = await founded("member");
  const page = await visit("member", "main", `/communities/${id}/manage/settings`);
  const dialog = await asksForDeletion(page, name);
  await dialog.getByRole("button", { name: "Delete community" }).click();
  await expectText(page, "Community deleted successfully");
  await expect(page).toHaveURL(/\/communities$/);
});
