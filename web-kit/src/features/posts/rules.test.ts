import { beforeEach, describe, expect, test, vi } from "vitest";
import * as markup from "../../content/markup.ts";
import { checkPost, checkRemark, EMPTY_MESSAGE, POST_TOO_LONG, REPLY_TOO_LONG } from "./rules.ts";

describe("checkPost", () => {
  test("needs words", () => {
    expect(checkPost(" \n ", "post", false)).toBe(EMPTY_MESSAGE);
  });

  test("a post has 300 characters, a reply 5000", () => {
    expect(checkPost("a".repeat(300), "post", false)).toBeNull();
    expect(checkPost("a".repeat(301), "post", false)).toBe(POST_TOO_LONG);
    expect(checkPost("a".repeat(301), "reply", false)).toBeNull();
    expect(checkPost("a".repeat(5001), "reply", false)).toBe(REPLY_TOO_LONG);
  });

  test("a relaxed hall may use semicolons, and still no scripts", () => {
    expect(checkPost("fish; chips", "post", false)).toBe("Message contains prohibited content");
    expect(checkPost("fish; chips", "post", true)).toBeNull();
    expect(checkPost("<script>", "post", true)).toBe("Message contains prohibited content");
  });
});

describe("checkRemark", () => {
  test("needs words, as a reply does, and has as many characters", () => {
    expect(checkRemark("\u200b\u3164")).toBe(EMPTY_MESSAGE);
    expect(checkRemark("a".repeat(5000))).toBeNull();
    expect(checkRemark("a".repeat(5001))).toBe(REPLY_TOO_LONG);
  });

  test("takes the signs of statements, and no code that runs", () => {
    expect(checkRemark("Bread; butter & `jam` -- 10 | 11, $(sic) && drop table")).toBeNull();
    expect(checkRemark("<script>")).toBe("Content contains potentially harmful code");
  });
});

describe("a text beyond the limit", () => {
  beforeEach(() => void vi.clearAllMocks());

  test("is refused without being read or counted to its end", () => {
    const text = "<b>word</b> ".repeat(100_000);
    const counted = vi.spyOn(String.prototype, Symbol.iterator);
    const parsed = vi.mocked(markup.plainText);
    expect(checkPost(text, "reply", false)).toBe(REPLY_TOO_LONG);
    expect(checkRemark(text)).toBe(REPLY_TOO_LONG);
    expect(parsed).not.toHaveBeenCalled();
    expect(counted).not.toHaveBeenCalled();
  });
});

vi.mock("../../content/markup.ts", async (original) => {
  const real = await original<typeof markup>();
  return { ...real, plainText: vi.fn(real.plainText) };
});
