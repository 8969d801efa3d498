import { describe, expect, test } from "vitest";
import written from "../../../tenant-runtime/src/content/vectors.json?raw";
import { checkDescription, checkTitle } from "../features/communities/rules.ts";
import { checkPost, checkCommentOrAnnouncement } from "../features/posts/rules.ts";
import { safeHref } from "../features/posts/safe-href.ts";
import { sanitise, type TextRule } from "./rules.ts";

/** The examples that the server's tests use as well, so that the two implementations stay equal. */
interface Vectors {
  texts: { input: string; rule: TextRule; text: string; faults: string[] }[];
  posts: { input: string; strict: string | null; relaxed: string | null }[];
  remarks: { input: string; times: number; says: string | null }[];
  lengths: {
    sign: string;
    times: number;
    kind: "post" | "reply" | "title" | "description";
    says: string | null;
  }[];
  links: { href: string; kept: boolean }[];
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of this repository
const vectors = JSON.parse(written) as Vectors;

test.each(vectors.texts)("$input is sanitised", ({ input, rule, text, faults }) => {
  expect(sanitise(input, rule)).toEqual({ text, faults });
});

test.each(vectors.posts)("$input is validated as a post", ({ input, strict, relaxed }) => {
  expect(checkPost(input, "reply", false)).toBe(strict);
  expect(checkPost(input, "reply", true)).toBe(relaxed);
});

test.each(vectors.remarks)(
  "$input, $times times, is validated as a comment",
  ({ input, times, says }) => {
    expect(checkCommentOrAnnouncement(input.repeat(times))).toBe(says);
  },
);

describe("lengths", () => {
  const checks = {
    post: (text: string) => checkPost(text, "post", false),
    reply: (text: string) => checkPost(text, "reply", false),
    title: checkTitle,
    description: checkDescription,
  };

  test.each(vectors.lengths)("counts $times in a $kind", ({ sign, times, kind, says }) => {
    expect(checks[kind](sign.repeat(times))).toBe(says);
  });
});

test.each(vectors.links)("$href as a link target", ({ href, kept: stored }) => {
  expect(safeHref(href) !== null).toBe(stored);
});
