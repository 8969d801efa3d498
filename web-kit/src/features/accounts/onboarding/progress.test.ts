import { describe, expect, test } from "vitest";
import { progressAtTheBeginning } from "../../../testing/onboarding-server.ts";
import { buildMember, COMPLETED_ONBOARDING } from "../../../testing/people.ts";
import {
  agreementsIn,
  documentIn,
  initialProgress,
  lastReachable,
  withAgreement,
  withReading,
} from "./progress.ts";

const terms = "terms-of-service";
const unread = progressAtTheBeginning();

describe("withReading", () => {
  test("stores the position, and keeps a document read once its end was on screen", () => {
    const atEnd = withReading(unread, terms, 1, true);
    const above = withReading(atEnd, terms, 0.2, false);
    expect(documentIn(above, terms)).toMatchObject({ position: 0.2, readToEnd: true });
    expect(documentIn(above, "privacy-policy")).toMatchObject({ position: 0, readToEnd: false });
  });

  test("returns the same object when the position has not changed by a pixel", () => {
    const half = withReading(unread, terms, 0.5, false);
    expect(withReading(half, terms, 0.5004, false)).toBe(half);
    expect(withReading(half, terms, 0.51, false)).not.toBe(half);
  });

  test("changes nothing for a document that the server does not list", () => {
    const none = { step: 0, documents: [] };
    expect(withReading(none, terms, 1, true)).toBe(none);
  });
});

test("withAgreement counts a document as read, and clearing the box keeps it read", () => {
  const agreed = withAgreement(unread, terms, true);
  expect(documentIn(agreed, terms)).toMatchObject({ agreed: true, readToEnd: true });
  const cleared = withAgreement(agreed, terms, false);
  expect(documentIn(cleared, terms)).toMatchObject({ agreed: false, readToEnd: true });
});

test("initialProgress counts what was agreed to on an earlier visit", () => {
  const onboarding = { ...COMPLETED_ONBOARDING, needsPrivacy: true, complete: false };
  const progress = initialProgress(buildMember({ onboarding }), unread);
  expect(agreementsIn(progress)).toEqual({
    "terms-of-service": true,
    "community-guidelines": true,
    "privacy-policy": false,
  });
});

test("lastReachable is the step of the first document without agreement", () => {
  expect(lastReachable(agreementsIn(unread))).toBe(1);
  const one = withAgreement(unread, terms, true);
  expect(lastReachable(agreementsIn(one))).toBe(2);
  const two = withAgreement(one, "community-guidelines", true);
  const all = withAgreement(two, "privacy-policy", true);
  expect(lastReachable(agreementsIn(all))).toBe(3);
});
