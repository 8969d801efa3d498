import { describe, expect, test } from "vitest";
import written from "../../../../tenant-runtime/src/posts/mention-vectors.json?raw";
import type { CommunityMember } from "../../api/types.ts";
import { person } from "../../testing/factories.ts";
import {
  findPartialMention,
  completeMention,
  resolveHandle,
  MENTION,
  suggestMembers,
} from "./mention.ts";

/** The examples that the server's tests use as well. */
interface Example {
  text: string;
  handles: string[];
  named: string[];
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of this repository
const examples = JSON.parse(written) as Example[];

test.each(examples)(
  "$text mentions the members that the server finds in it",
  ({ text, handles, named }) => {
    const had = new Set(handles);
    const found = [...text.matchAll(MENTION)].map((match) => resolveHandle(match[1] ?? "", had));
    expect([...new Set(found.filter((one) => one !== null))].toSorted()).toEqual(named);
  },
);

describe("the typed part of a name", () => {
  test("is the text between @ and the caret", () => {
    expect(findPartialMention("Ask @an about it", 7)).toEqual({ start: 4, typed: "an" });
    expect(findPartialMention("Ask @", 5)).toEqual({ start: 4, typed: "" });
  });

  test("is empty in an email address, after a space, or without @", () => {
    expect(findPartialMention("me@an", 5)).toBeNull();
    expect(findPartialMention("@an about", 9)).toBeNull();
    expect(findPartialMention("an", 2)).toBeNull();
  });

  test("is completed in place", () => {
    const text = "Ask @an about it";
    const begun = findPartialMention(text, 7) ?? { start: 0, typed: "" };
    expect(completeMention(text, 7, begun, "anna")).toEqual({
      text: "Ask @anna about it",
      caret: 10,
    });
  });
});

describe("suggested members", () => {
  const member = (name: string, handle: string | null): CommunityMember => ({
    ...person(name.toLowerCase().replace(" ", "-"), name),
    handle,
    isFounder: false,
    role: "member",
    joinedAt: "2026-10-02T10:00:00Z",
  });
  const members = [
    member("Kwame Anan", "kwame"),
    member("Anna Berg", "berg"),
    member("Zoe Hart", "an.zoe"),
    member("Andrew Low", null),
  ];
  const handles = (typed: string, viewerId = "nadia") =>
    suggestMembers(members, typed, viewerId).map(({ handle }) => handle);

  test("match by handle first, then by name", () => {
    expect(handles("An")).toEqual(["an.zoe", "kwame", "berg"]);
  });

  test("exclude the viewer and members without a handle", () => {
    expect(handles("", "kwame-anan")).toEqual(["berg", "an.zoe"]);
  });
});
