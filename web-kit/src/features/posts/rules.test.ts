import { describe, expect, test } from "vitest";
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
    expect(checkRemark("<p> </p>")).toBe(EMPTY_MESSAGE);
    expect(checkRemark("a".repeat(5000))).toBeNull();
    expect(checkRemark("a".repeat(5001))).toBe(REPLY_TOO_LONG);
  });

  test("takes the signs of statements, and no code that runs", () => {
    expect(checkRemark("Bread; butter & `jam` -- 10 | 11, $(sic) && drop table")).toBeNull();
    expect(checkRemark("<script>")).toBe("Content contains potentially harmful code");
  });
});
