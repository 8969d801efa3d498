import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { createEvent } from "../support/events.ts";
import { call } from "../support/http.ts";
import { session } from "../support/sessions.ts";
import type { Account, Site } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** An event is answered, listed, added to a calendar, changed and cancelled, in both builds. */

// The number of writes per minute is limited, so each site has its own reader and one size.
const sites: readonly [Site, Account, string][] = [
  ["main", "fourth", "@only-desktop"],
  ["ashcombe", "third", "@only-phone"],
];

const row = (page: Page, words: string) =>
  page.getByRole("listitem").filter({ has: page.getByText(words) });

for (const [site, reader, tag] of sites) {
  test(`an event is answered, changed and cancelled on ${site}`, { tag }, async ({ visit }) => {
    const words = `Site visit ${randomUUID().slice(0, 8)}`;
    const event = await createEvent(site, words, { location: "Old library", capacity: 5 });
    const page = await visit(reader, site, "/home");
    await page.getByRole("link", { name: "Upcoming events" }).click();
    await expect(page).toHaveURL(/\/events$/);
    const item = row(page, words);
    await expect(item.getByText("Old library")).toBeVisible();
    await expect(item.getByText("Up to 5 people")).toBeVisible();
    await expectAccessible(page);

    await item.getByRole("radio", { name: /^Yes/ }).check({ force: true });
    await expect(item.getByRole("radio", { name: "Yes 1" })).toBeChecked();
    await item.getByRole("button", { name: "Attendees" }).click();
    const dialog = page.getByRole("dialog", { name: "Attendees" });
    await expect(dialog.getByRole("list", { name: "Attendees" }).getByRole("link")).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press("Escape");

    const saved = page.waitForEvent("download");
    await item.getByRole("link", { name: "Add to calendar" }).click();
    expect((await saved).suggestedFilename()).toBe("event.ics");

    // The community lists the same event, and the answer is kept.
    await page.goto(new URL(`/communities/${event.communityId}/events`, page.url()).href);
    await expect(row(page, words).getByRole("radio", { name: "Yes 1" })).toBeChecked();
    await expectAccessible(page);

    // It is cancelled live.
    const cookies = session("affadmin", site);
    const cancelled = await call(site, `${event.path}/cancel`, { method: "POST", cookies });
    expect(cancelled.status).toBe(200);
    await expect(row(page, words).getByText("Cancelled")).toBeVisible();
    await expect(row(page, words).getByText("You answered yes")).toBeVisible();
    await expect(row(page, words).getByRole("radio")).toHaveCount(0);
    await expectAccessible(page);
    await event.remove();
    await expect(row(page, words)).toHaveCount(0);
  });
}

test(
  "an admin writes an event and sees its errors",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const event = await createEvent("main", `Draft ${randomUUID().slice(0, 8)}`);
    const place = `/communities/${event.communityId}/manage/announcements`;
    const page = await visit("affadmin", "main", place);
    await page.getByRole("button", { name: "New announcement" }).click();
    const form = page.getByRole("dialog", { name: "New announcement" });
    await form.getByLabel("Announcement").fill("Dinner");
    await form.getByLabel("Starts").fill("2099-01-01T18:00");
    await form.getByLabel("Ends").fill("2099-01-01T17:00");
    await form.getByLabel("Capacity").fill("many");
    await form.getByRole("button", { name: "Announce" }).click();
    await expect(form.getByText("The capacity must be between 1 and 100000")).toBeVisible();
    await expectAccessible(page);
    await event.remove();
  },
);
