import { matchPath } from "react-router";

/** What the phone's header calls an address whose screen has no better name for it yet. */
const titles: readonly (readonly [string, string])[] = [
  ["/communities/:id/*", "Group"],
  ["/profile/:userId?", "Profile"],
  ["/articles/new", "New Article"],
  ["/articles/edit/:id", "Edit Article"],
  ["/articles/:id", "Article"],
  ["/articles", "Insights"],
];

export function routeTitle(pathname: string): string | null {
  return titles.find(([pattern]) => matchPath(pattern, pathname) !== null)?.[1] ?? null;
}
