import { randomUUID } from "node:crypto";
import { signIn } from "../support/actions.ts";
import { call, items, text } from "../support/http.ts";
import { communitiesOf } from "../support/screens.ts";
import { session } from "../support/sessions.ts";
import { accounts, type Account, origin, type Site } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** The address of a notification, as it is in emails and push notifications (C-014, G-082). */

interface Notification {
  id: string;
  path: string;
}

/** The notifications of an account on a site that lead somewhere. */
async function notificationsOf(who: Account, site: Site) {
  const answer = await call(site, "/api/activity?category=all&limit=15", {
    cookies: session(who, site),
  });
  return items(answer.body).filter((item) => item["actionUrl"] !== null);
}

/** Announces something in a community of `second`; returns their notification of it. */
async function announce(site: Site): Promise<Notification> {
  const cookies = session("affadmin", site);
  const community = (await communitiesOf("affadmin", site)).find(
    ({ name }) => name === "Mentoring 2026",
  );
  const content = `The library opens at nine ${randomUUID().slice(0, 8)}`;
  const path = `/api/communities/${community?.id ?? ""}/announcements`;
  const answer = await call(site, path, { method: "POST", cookies, body: { content } });
  expect(answer.status).toBe(201);
  let found: Notification | undefined;
  await expect(async () => {
    const item = (await notificationsOf("second", site)).find(
      (one) => text(one, "content") === content,
    );
    expect(item).toBeDefined();
    found = { id: text(item, "id"), path: text(item, "actionUrl") };
  }).toPass({ timeout: 15_000 });
  if (found === undefined) throw new Error("the announcement caused no notification");
  return found;
}

const isRead = async (who: Account, site: Site, id: string) =>
  (await notificationsOf(who, site)).find((item) => text(item, "id") === id)?.["read"];

for (const [site, tag] of [
  ["main", "@only-desktop"],
  ["ashcombe", "@only-phone"],
] as const) {
  test(`a notification opens its subject on ${site} and is read`, { tag }, async ({ visit }) => {
    const { id, path } = await announce(site);
    const page = await visit("second", site, `/notification/${id}`);
    await expect(page).toHaveURL(`${origin(site)}${path}`);
    await expect.poll(() => isRead("second", site, id)).toBe(true);
  });

  test(`a visitor signs in first on ${site}`, { tag }, async ({ visit }) => {
    const { id, path } = await announce(site);
    const page = await visit(null, site, `/notification/${id}`);
    await expect(page).toHaveURL(`${origin(site)}/login`);
    await signIn(page, accounts.second);
    await expect(page).toHaveURL(`${origin(site)}${path}`);
  });
}

test.describe("an unknown notification", { tag: "@only-desktop" }, () => {
  test.use({ provoked: [/status of (?:400|404)/] });

  test("leads to the activity centre, as one of another member does", async ({ visit }) => {
    const { id } = await announce("main");
    for (const unknown of [id, randomUUID().replaceAll("-", ""), "nonsense"]) {
      // oxlint-disable-next-line no-await-in-loop -- one browser after another
      const page = await visit("third", "main", `/notification/${unknown}`);
      // oxlint-disable-next-line no-await-in-loop
      await expect(page).toHaveURL(`${origin("main")}/activity`);
    }
    expect(await isRead("second", "main", id)).toBe(false);
  });
});

test(
  "a notification that a portal does not show is opened on the main site",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const here = (await notificationsOf("member", "ashcombe")).map((item) => text(item, "id"));
    const elsewhere = (await notificationsOf("member", "main")).find(
      (item) => !here.includes(text(item, "id")),
    );
    const page = await visit("member", "ashcombe", `/notification/${text(elsewhere, "id")}`);
    await expect(page.getByText("Switching Workspaces")).toBeVisible();
    await expect(page).toHaveURL(`${origin("main")}${text(elsewhere, "actionUrl")}`);
  },
);
