import { describe, expect, test } from "vitest";
import { community, pendingDeletion } from "../../testing/factories.ts";
import { filterCommunities } from "./community-list.tsx";
import { glyphFor } from "./glyph.ts";
import { communitySchema, threadSchema } from "./rules.ts";
import { daysLeft, memberCountLabel, postCountLabel, rowSubtitle } from "./labels.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const going = (scheduledFor: string) =>
  community("c", { deletionStatus: pendingDeletion(scheduledFor) });

describe("labels", () => {
  test("show counts", () => {
    expect(postCountLabel(1)).toBe("1 post");
    expect(postCountLabel(0)).toBe("0 posts");
    expect(memberCountLabel({ memberCount: 1214 })).toBe("1.2k members");
  });

  test("show the days until a deletion", () => {
    expect(daysLeft(community("c"), now)).toBeNull();
    expect(daysLeft(going("2026-11-25T11:00:00Z"), now)).toBe("5 days left");
    expect(daysLeft(going("2026-11-21T11:00:00Z"), now)).toBe("1 day left");
    expect(daysLeft(going("2026-11-20T11:00:00Z"), now)).toBe("Today");
  });

  test("show the status of a community", () => {
    expect(rowSubtitle(going("2026-11-25T11:00:00Z"))).toBe("Scheduled for deletion");
    expect(rowSubtitle(community("c", { status: "paused" }))).toBe("Not accepting new members");
    expect(rowSubtitle(community("c", { memberCount: 96 }))).toBe("96 members, public");
  });
});

test("the filter ignores accents", () => {
  const all = [community("a", { name: "Lucía and friends" }), community("b", { name: "Bridges" })];
  expect(filterCommunities(all, " lucia ").map((item) => item.id)).toEqual(["a"]);
  expect(filterCommunities(all, "")).toBe(all);
});

test("a name always has the same icon", () => {
  expect(glyphFor("Leeds Sylheti Kitchen").hue).toBe("brick");
  expect(glyphFor("Zebra crossing")).toEqual(glyphFor("Zebra crossing"));
});

describe("the forms' rules", () => {
  const fields = {
    name: "Bridges",
    description: "About bridges",
    groupType: "community",
    visibility: "public",
    affiliations: [],
    requireAllAffiliations: false,
  };
  const refusals = (changes: object) => {
    const parsed = communitySchema.safeParse({ ...fields, ...changes });
    return parsed.success ? [] : parsed.error.issues.map((issue) => issue.message);
  };

  test("use the specified messages", () => {
    expect(refusals({})).toEqual([]);
    expect(refusals({ name: "" })).toEqual(["Input is required"]);
    expect(refusals({ name: " " })).toEqual(["Content cannot be empty"]);
    expect(refusals({ name: "a".repeat(201) })).toEqual(["Title too long (max 200 characters)"]);
    expect(refusals({ description: "a".repeat(50_001) })).toEqual([
      "Content exceeds maximum length of 50000 characters",
    ]);
    expect(refusals({ description: "<script>" })).toEqual([
      "Content contains potentially harmful code",
    ]);
  });

  test("require an affiliation if only affiliations may join", () => {
    expect(refusals({ visibility: "affiliations" })).toEqual(["Choose at least one affiliation"]);
    expect(refusals({ visibility: "affiliations", affiliations: ["a"] })).toEqual([]);
  });

  test("trim a title", () => {
    expect(threadSchema.parse({ caption: "  Bearings " }).caption).toBe("Bearings");
  });
});
