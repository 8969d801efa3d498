import { matchPath } from "react-router";

/** Titles in the phone's header for routes whose screen sets none. */
const titles: readonly (readonly [string, string])[] = [
  ["/communities/:id/*", "Group"],
  ["/messages/*", "Messages"],
  ["/profile/:userId?", "Profile"],
  ["/articles/new", "New Article"],
  ["/articles/edit/:id", "Edit Article"],
  ["/articles/:id", "Article"],
  ["/articles", "Insights"],
];

export function routeTitle(pathname: string): string | null {
  return titles.find(([pattern]) => matchPath(pattern, pathname) !== null)?.[1] ?? null;
}
