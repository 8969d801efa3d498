import { expect, test } from "vitest";
import { activityItem } from "../../testing/activity.ts";
import { formatMoment } from "../../ui/time.ts";
import { destinationOf, titleParts, locationLabel, groupIntoSections } from "./labels.ts";

test("emphasises each name in a title once", () => {
  const item = { title: "Bea asks to join Beams", authorName: "Bea", communityName: "Beams" };
  expect(titleParts(item)).toEqual([
    { text: "Bea", isName: true },
    { text: " asks to join ", isName: false },
    { text: "Beams", isName: true },
  ]);
  expect(titleParts({ title: "News", authorName: null, communityName: "Beams" })).toEqual([
    { text: "News", isName: false },
  ]);
});

test("formats a time in a title for the reader's locale, but not one in a name", () => {
  const name = "Beams until 1 May 2026 at 10:00 UTC";
  const title = `${name} is paused until 28 November 2026 at 14:05 UTC`;
  const [first, rest] = titleParts({ title, authorName: null, communityName: name });
  expect(first).toEqual({ text: name, isName: true });
  const until = formatMoment("2026-11-28T14:05:00Z");
  expect(rest).toEqual({ text: ` is paused until ${until}`, isName: false });
});

test("shows the origin of an item", () => {
  const community = { category: "communities", communityName: "Beams" } as const;
  expect(locationLabel(activityItem("a", community))).toBe("Beams");
  expect(locationLabel(activityItem("a", { category: "communities" }))).toBe("Communities");
  expect(locationLabel(activityItem("a", { category: "admin", communityName: "Beams" }))).toBe(
    "Admin",
  );
  expect(locationLabel(activityItem("a", { category: "support" }))).toBe("System");
});

test("items that need an answer come first, then unread and read ones", () => {
  const asked = activityItem("asked", { actionRequired: true, read: true });
  const [news, old] = [activityItem("news"), activityItem("old", { read: true })];
  const sections = groupIntoSections([news, old, asked]);
  expect(sections.map(({ title, items }) => [title, ...items.map(({ id }) => id)])).toEqual([
    ["Needs an answer", "asked"],
    ["New", "news"],
    ["Earlier", "old"],
  ]);
});

test("an item that is in both lists is shown once, as in the newer response", () => {
  const sections = groupIntoSections([activityItem("a"), activityItem("a", { read: true })]);
  expect(sections.map(({ items }) => items.length)).toEqual([0, 0, 1]);
});

test("a group opens its community, and a single item its subject", () => {
  const item = activityItem("a", { communityId: "beams", actionUrl: "/communities/beams/x" });
  expect(destinationOf(item)).toBe("/communities/beams/x");
  expect(destinationOf({ ...item, count: 12 })).toBe("/communities/beams");
});
