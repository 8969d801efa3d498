import { expect, test } from "vitest";
import { routeTitle } from "./route-title.ts";

test.each([
  ["/communities/42", "Group"],
  ["/communities/42/threads/7", "Group"],
  ["/profile", "Profile"],
  ["/profile/42", "Profile"],
  ["/articles", "Insights"],
  ["/articles/new", "New Article"],
  ["/articles/edit/42", "Edit Article"],
  ["/articles/42", "Article"],
  ["/communities", null],
])("%s has the title %s", (path, title) => {
  expect(routeTitle(path)).toBe(title);
});
