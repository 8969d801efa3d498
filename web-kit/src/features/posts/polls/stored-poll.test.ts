import { expect, test } from "vitest";
import { EMPTY_POLL } from "./draft-poll.ts";
import { readStoredPoll } from "./stored-poll.ts";

const poll = { ...EMPTY_POLL, options: ["North pier", "South pier"], secret: true };

test.each([
  { kind: "never" },
  { kind: "after", hours: 24 },
  { kind: "at", time: "2026-12-24T18:00" },
])("a stored poll that closes $kind is read", (closes) => {
  const stored: unknown = JSON.parse(JSON.stringify({ ...poll, closes }));
  expect(readStoredPoll(stored)).toEqual({ ...poll, closes });
});

test.each([
  undefined,
  null,
  "poll",
  { ...poll, options: "North pier" },
  { ...poll, options: ["North pier", 7] },
  { ...poll, multiple: 1 },
  { ...poll, secret: undefined },
  { ...poll, closes: null },
  { ...poll, closes: { kind: "after", hours: "24" } },
  { ...poll, closes: { kind: "at" } },
  { ...poll, closes: { kind: "later" } },
])("a stored poll of another form is ignored: %j", (stored) => {
  expect(readStoredPoll(stored)).toBeNull();
});
