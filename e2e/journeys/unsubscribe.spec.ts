import { expectAccessible } from "../support/accessible.ts";
import { call, items, part, text } from "../support/http.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { signIn } from "../support/sessions.ts";
import { accounts, origin } from "../support/sites.ts";
import { expect } from "../support/test.ts";

/** The link in an email ends the emails of its kind, on every site and without a session. */

// Emails are sent at once, without the time in which a recipient may read them in the app.
const test = withOwnInstance("unsubscribe", {
  settings: { GUILDHALL_MAIL__NOTIFICATION_DELAY_S: "0" },
});

const MAIL_TIMEOUT_MS = 30_000;

type Cookies = Record<string, string>;

const SETTINGS = "/api/me/notification-settings";

async function settingsOf(cookies: Cookies) {
  const answer = await call("main", SETTINGS, { cookies });
  expect(answer.status).toBe(200);
  const kinds = part(answer.body, "kinds");
  return { body: answer.body, kinds: items({ items: kinds }) };
}

/** The stored timing of emails about announcements. */
async function announcementEmail(cookies: Cookies): Promise<string> {
  const { kinds } = await settingsOf(cookies);
  return text(
    kinds.find((one) => text(one, "kind") === "announcement"),
    "email",
  );
}

async function emailAnnouncements(cookies: Cookies): Promise<void> {
  const { body, kinds } = await settingsOf(cookies);
  const changed = kinds.map((one) =>
    text(one, "kind") === "announcement" ? { ...one, email: "immediately" } : one,
  );
  const saved = await call("main", SETTINGS, {
    method: "PUT",
    cookies,
    body: Object.assign({}, body, { kinds: changed }),
  });
  expect(saved.status).toBe(200);
}

/** Announces something in a community of the second account. */
async function announce(): Promise<void> {
  const cookies = await signIn("affadmin", "main");
  const mine = await call("main", "/api/communities?scope=mine&limit=100", { cookies });
  const community = items(mine.body).find((item) => text(item, "name") === "Mentoring 2026");
  const sent = await call("main", `/api/communities/${text(community, "id")}/announcements`, {
    method: "POST",
    cookies,
    body: { content: "The library opens at nine" },
  });
  expect(sent.status).toBe(201);
}

async function unsubscribeLink(): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const caught = items((await call("main", "/dev/mail.json")).body);
    const mail = caught.find(
      (one) => text(one, "to").includes(accounts.second) && text(one, "text").includes("library"),
    );
    link = /https?:\/\/\S+\/unsubscribe\/[^\s)]+/.exec(text(mail, "text"))?.[0];
    expect(link).toBeDefined();
  }).toPass({ timeout: MAIL_TIMEOUT_MS });
  return link ?? "";
}

test(
  "the link in an email ends the emails of its kind",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const cookies = await signIn("second", "main");
    await emailAnnouncements(cookies);
    await announce();
    const { pathname } = new URL(await unsubscribeLink());

    // Opening the link changes nothing, because mail scanners open links, too.
    const onPortal = await visit(null, "ashcombe", pathname);
    await expect(onPortal.getByText(/gets emails about announcements/)).toBeVisible();
    await expect(onPortal.getByText(accounts.second)).toHaveCount(0);
    await expectAccessible(onPortal);
    expect(await announcementEmail(cookies)).toBe("immediately");

    const page = await visit(null, "main", pathname);
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByText(/gets no more emails about announcements/)).toBeVisible();
    await expectAccessible(page);
    expect(await announcementEmail(cookies)).toBe("off");

    await page.getByRole("link", { name: "Notification settings" }).click();
    await expect(page).toHaveURL(`${origin("main")}/login`);
  },
);

test.describe("a link that is cut", { tag: "@only-desktop" }, () => {
  test.use({ provoked: [/status of (?:400|404)/] });

  test("is called invalid", async ({ visit }) => {
    const page = await visit(null, "main", "/unsubscribe/0a1b2c");
    await expect(page.getByText("This link is not valid. It may be incomplete.")).toBeVisible();
  });
});
