import { beforeEach, expect, test } from "vitest";
import { clearInviteFailures, isInviteLocked, noteInviteFailure } from "./invite-lock.ts";

const start = Date.parse("2026-11-21T12:00:00Z");
const minute = 60_000;

beforeEach(() => localStorage.clear());

test("locks after five wrong codes and unlocks after 15 minutes", () => {
  for (let attempt = 0; attempt < 4; attempt += 1) noteInviteFailure(start);
  expect(isInviteLocked(start)).toBe(false);
  noteInviteFailure(start + minute);
  expect(isInviteLocked(start + minute)).toBe(true);
  expect(isInviteLocked(start + 15 * minute)).toBe(false);
});

test("a valid code resets the count", () => {
  for (let attempt = 0; attempt < 5; attempt += 1) noteInviteFailure(start);
  clearInviteFailures();
  expect(isInviteLocked(start)).toBe(false);
});
