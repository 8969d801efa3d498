import { t } from "@lingui/core/macro";
import { matchPath } from "react-router";

/** Titles in the phone's header for routes whose screen sets none. */
const titles: readonly (readonly [string, string])[] = [
  ["/communities/:id/*", t({ message: "Group", context: "title of a community" })],
  ["/messages/*", t`Messages`],
  ["/profile/:userId?", t`Profile`],
  ["/articles/new", t`New Article`],
  ["/articles/edit/:id", t`Edit Article`],
  ["/articles/:id", t`Article`],
  ["/articles", t`Insights`],
];

export function routeTitle(pathname: string): string | null {
  return titles.find(([pattern]) => matchPath(pattern, pathname) !== null)?.[1] ?? null;
}
