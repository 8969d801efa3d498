import type { RouteObject } from "react-router";

/** The `handle` of a route whose screen only leads to another site; the navigation omits it. */
export const onOtherSite = { onOtherSite: true };

/**
 * The first path segments that lead to a screen of this site, such as "communities". The navigation
 * shows only these, so a feature appears in it as soon as its route exists.
 */
export function navPaths(routes: readonly RouteObject[]): ReadonlySet<string> {
  return new Set(routes.flatMap((route) => firstSegments(route, "")));
}

function firstSegments(route: RouteObject, above: string): string[] {
  const path = [above, route.path ?? ""].filter(Boolean).join("/");
  const first = path.split("/").find(Boolean) ?? "";
  const below = (route.children ?? []).flatMap((child) => firstSegments(child, path));
  return isRendered(route) && isStaticSegment(first) ? [first, ...below] : below;
}

/** Redirects and screens that only lead to another site do not count. */
function isRendered({ lazy, Component, element, handle }: RouteObject): boolean {
  if (handle === onOtherSite) return false;
  return lazy !== undefined || Boolean(Component) || Boolean(element);
}

function isStaticSegment(part: string): boolean {
  return part !== "" && !part.startsWith(":") && part !== "*";
}
