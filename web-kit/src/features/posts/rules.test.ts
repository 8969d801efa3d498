import { beforeEach, describe, expect, test, vi } from "vitest";
import * as markup from "../../content/markup.ts";
import {
  checkPost,
  checkCommentOrAnnouncement,
  EMPTY_MESSAGE,
  POST_TOO_LONG,
  REPLY_TOO_LONG,
} from "./rules.ts";

describe("checkPost", () => {
  test("requires a text", () => {
    expect(checkPost(" \n ", "post", false)).toBe(EMPTY_MESSAGE);
  });

  test("accepts 300 characters in a post and 5000 in a reply", () => {
    expect(checkPost("a".repeat(300), "post", false)).toBeNull();
    expect(checkPost("a".repeat(301), "post", false)).toBe(POST_TOO_LONG);
    expect(checkPost("a".repeat(301), "reply", false)).toBeNull();
    expect(checkPost("a".repeat(5001), "reply", false)).toBe(REPLY_TOO_LONG);
  });

  test("relaxed mode accepts semicolons but no scripts", () => {
    expect(checkPost("fish; chips", "post", false)).toBe("Message contains prohibited content");
    expect(checkPost("fish; chips", "post", true)).toBeNull();
    expect(checkPost("<script>", "post", true)).toBe("Message contains prohibited content");
  });
});

describe("checkCommentOrAnnouncement", () => {
  test("requires a text and accepts as many characters as a reply", () => {
    expect(checkCommentOrAnnouncement("\u200b\u3164")).toBe(EMPTY_MESSAGE);
    expect(checkCommentOrAnnouncement("a".repeat(5000))).toBeNull();
    expect(checkCommentOrAnnouncement("a".repeat(5001))).toBe(REPLY_TOO_LONG);
  });

  test("accepts SQL characters but no scripts", () => {
    expect(
      checkCommentOrAnnouncement("Bread; butter & `jam` -- 10 | 11, $(sic) && drop table"),
    ).toBeNull();
    expect(checkCommentOrAnnouncement("<script>")).toBe(
      "Content contains potentially harmful code",
    );
  });
});

describe("an excessively long text", () => {
  beforeEach(() => void vi.clearAllMocks());

  test("is refused without being read to its end", () => {
    const text = "<b>word</b> ".repeat(100_000);
    const counted = vi.spyOn(String.prototype, Symbol.iterator);
    const parsed = vi.mocked(markup.plainText);
    expect(checkPost(text, "reply", false)).toBe(REPLY_TOO_LONG);
    expect(checkCommentOrAnnouncement(text)).toBe(REPLY_TOO_LONG);
    expect(parsed).not.toHaveBeenCalled();
    expect(counted).not.toHaveBeenCalled();
  });
});

vi.mock("../../content/markup.ts", async (original) => {
  const real = await original<typeof markup>();
  return { ...real, plainText: vi.fn(real.plainText) };
});
