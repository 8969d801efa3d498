import { beforeEach, expect, test } from "vitest";
import { clearReturnPath, rememberReturnPath, takeReturnPath } from "./return-path.ts";

beforeEach(() => sessionStorage.clear());

test("returns a path once", () => {
  rememberReturnPath("/affiliation/ashcombe?from=mail#members", null);
  expect(takeReturnPath("nadia")).toBe("/affiliation/ashcombe?from=mail#members");
  expect(takeReturnPath("nadia")).toBeNull();
});

test("does not return one member's path to another", () => {
  rememberReturnPath("/communities/7", "nadia");
  expect(takeReturnPath("kwame")).toBeNull();
  expect(takeReturnPath("nadia")).toBeNull();
});

test("can be cleared", () => {
  rememberReturnPath("/communities/7", "nadia");
  clearReturnPath();
  expect(takeReturnPath("nadia")).toBeNull();
});

test.each([
  "/",
  "/login",
  "/welcome?x=1",
  "/verify-email?token=t",
  "//evil.example",
  "/\\evil",
  "https://evil.example",
])("never stores %s", (path) => {
  rememberReturnPath(path, null);
  expect(takeReturnPath("nadia")).toBeNull();
});

test("ignores an invalid stored value", () => {
  sessionStorage.setItem("guildhall.return-path", '{"path":"//evil.example","userId":null}');
  expect(takeReturnPath("nadia")).toBeNull();
  sessionStorage.setItem("guildhall.return-path", "not json");
  expect(takeReturnPath("nadia")).toBeNull();
});
