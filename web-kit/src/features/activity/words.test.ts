import { expect, test } from "vitest";
import { told } from "../../testing/activity.ts";
import { formatMoment } from "../../ui/time.ts";
import { partsOf, placeOf, sectionsOf } from "./words.ts";

test("the names in a title stand out, each once", () => {
  const item = { title: "Bea asks to join Beams", authorName: "Bea", communityName: "Beams" };
  expect(partsOf(item)).toEqual([
    { text: "Bea", isName: true },
    { text: " asks to join ", isName: false },
    { text: "Beams", isName: true },
  ]);
  expect(partsOf({ title: "News", authorName: null, communityName: "Beams" })).toEqual([
    { text: "News", isName: false },
  ]);
});

test("a time in a title is written in the reader's locale, one in a name is not", () => {
  const name = "Beams until 1 May 2026 at 10:00 UTC";
  const title = `${name} is paused until 28 November 2026 at 14:05 UTC`;
  const [first, rest] = partsOf({ title, authorName: null, communityName: name });
  expect(first).toEqual({ text: name, isName: true });
  const until = formatMoment("2026-11-28T14:05:00Z");
  expect(rest).toEqual({ text: ` is paused until ${until}`, isName: false });
});

test("an item says where it belongs", () => {
  const community = { category: "communities", communityName: "Beams" } as const;
  expect(placeOf(told("a", community))).toBe("Beams");
  expect(placeOf(told("a", { category: "communities" }))).toBe("Communities");
  expect(placeOf(told("a", { category: "admin", communityName: "Beams" }))).toBe("Admin");
  expect(placeOf(told("a", { category: "support" }))).toBe("System");
});

test("what waits for an answer comes first, and what is read is earlier", () => {
  const [asked, news] = [told("asked", { actionRequired: true }), told("news")];
  expect(sectionsOf([news, asked])).toEqual([
    { title: "Needs an answer", items: [asked] },
    { title: "New", items: [news] },
  ]);
  const read = told("read", { read: true });
  expect(sectionsOf([read])).toEqual([{ title: "Earlier", items: [read] }]);
});
