import { expect, test } from "vitest";
import { Attempts, attemptStatus } from "./attempts.ts";

const hourMs = 60 * 60_000;

test("five tries an hour for one address, whatever its case", () => {
  const attempts = new Attempts(5, hourMs);
  for (let n = 0; n < 5; n += 1) {
    expect(attempts.left("nadia@ashcombe.example", n)).toBe(5 - n);
    expect(attempts.freeAt("nadia@ashcombe.example", n)).toBeNull();
    attempts.note(" Nadia@Ashcombe.example", n);
  }
  expect(attempts.left("nadia@ashcombe.example", 5)).toBe(0);
  expect(attempts.freeAt("nadia@ashcombe.example", 5)).toEqual(new Date(hourMs));
  expect(attempts.freeAt("other@ashcombe.example", 5)).toBeNull();
});

test("an hour later, or after a success, everything is forgotten", () => {
  const attempts = new Attempts(2, hourMs);
  attempts.note("a@b.example", 0);
  attempts.note("a@b.example", 10);
  expect(attempts.left("a@b.example", hourMs)).toBe(1);
  attempts.note("a@b.example", hourMs);
  expect(attempts.freeAt("a@b.example", hourMs)).toEqual(new Date(hourMs + 10));
  attempts.clear("A@b.example");
  expect(attempts.left("a@b.example", hourMs)).toBe(2);
});

test("the status rounds minutes up", () => {
  expect(attemptStatus(4, null)).toBe("4 attempts remaining");
  expect(attemptStatus(0, 61)).toBe("Too many attempts. Please try again in 2 minute(s).");
});
