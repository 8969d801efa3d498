import { beforeEach, expect, test } from "vitest";
import { clearInviteFailures, isInviteLocked, noteInviteFailure } from "./invite-lock.ts";

const start = Date.parse("2026-11-21T12:00:00Z");
const minute = 60_000;

beforeEach(() => localStorage.clear());

test("rests after five wrong codes and opens again after a quarter of an hour", () => {
  for (let attempt = 0; attempt < 4; attempt += 1) noteInviteFailure(start);
  expect(isInviteLocked(start)).toBe(false);
  noteInviteFailure(start + minute);
  expect(isInviteLocked(start + minute)).toBe(true);
  expect(isInviteLocked(start + 15 * minute)).toBe(false);
});

test("a good code wipes the slate", () => {
  for (let attempt = 0; attempt < 5; attempt += 1) noteInviteFailure(start);
  clearInviteFailures();
  expect(isInviteLocked(start)).toBe(false);
});
