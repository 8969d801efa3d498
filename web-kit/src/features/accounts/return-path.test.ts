import { beforeEach, expect, test } from "vitest";
import { forgetPath, rememberPath, takePath } from "./return-path.ts";

beforeEach(() => sessionStorage.clear());

test("returns a path once", () => {
  rememberPath("/affiliation/ashcombe?from=mail#members", null);
  expect(takePath("nadia")).toBe("/affiliation/ashcombe?from=mail#members");
  expect(takePath("nadia")).toBeNull();
});

test("does not return one member's path to another", () => {
  rememberPath("/communities/7", "nadia");
  expect(takePath("kwame")).toBeNull();
  expect(takePath("nadia")).toBeNull();
});

test("can be cleared", () => {
  rememberPath("/communities/7", "nadia");
  forgetPath();
  expect(takePath("nadia")).toBeNull();
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
  rememberPath(path, null);
  expect(takePath("nadia")).toBeNull();
});

test("ignores an invalid stored value", () => {
  sessionStorage.setItem("guildhall.return-path", '{"path":"//evil.example","userId":null}');
  expect(takePath("nadia")).toBeNull();
  sessionStorage.setItem("guildhall.return-path", "not json");
  expect(takePath("nadia")).toBeNull();
});
