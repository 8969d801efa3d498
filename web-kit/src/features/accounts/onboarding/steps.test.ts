import { describe, expect, test } from "vitest";
import { buildMember, COMPLETED_ONBOARDING } from "../../../testing/people.ts";
import { existingAgreements, readingProgress } from "./steps.ts";

describe("readingOf", () => {
  const at = (scrollTop: number) =>
    readingProgress({ scrollTop, clientHeight: 400, scrollHeight: 1400 });

  test("measures how far the text was read", () => {
    expect(at(0)).toEqual({ progress: 0, atEnd: false });
    expect(at(500)).toEqual({ progress: 0.5, atEnd: false });
  });

  test("reaches the end five pixels before it, not six", () => {
    expect(at(994).atEnd).toBe(false);
    expect(at(995)).toEqual({ progress: 1, atEnd: true });
  });

  test("a text that fits is read to its end at once", () => {
    expect(readingProgress({ scrollTop: 0, clientHeight: 400, scrollHeight: 400 })).toEqual({
      progress: 1,
      atEnd: true,
    });
  });
});

test("keeps earlier agreements", () => {
  const onboarding = { ...COMPLETED_ONBOARDING, needsPrivacy: true, complete: false };
  expect(existingAgreements(buildMember({ onboarding }))).toEqual({
    "terms-of-service": true,
    "community-guidelines": true,
    "privacy-policy": false,
  });
});
