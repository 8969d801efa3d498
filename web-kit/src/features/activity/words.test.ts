import { expect, test } from "vitest";
import { told } from "../../testing/activity.ts";
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
