import type { RouteObject } from "react-router";

/**
 * The first words of all addresses that lead to a screen, such as "communities". The navigation
 * offers what is here and nothing else, so a feature appears in it with its route.
 */
export function placesOf(routes: readonly RouteObject[]): ReadonlySet<string> {
  return new Set(routes.flatMap((route) => firstWords(route, "")));
}

function firstWords(route: RouteObject, above: string): string[] {
  const path = [above, route.path ?? ""].filter(Boolean).join("/");
  const first = path.split("/").find(Boolean) ?? "";
  const below = (route.children ?? []).flatMap((child) => firstWords(child, path));
  return draws(route) && isWord(first) ? [first, ...below] : below;
}

/** A route that only sends on elsewhere draws nothing. */
function draws({ lazy, Component, element }: RouteObject): boolean {
  return lazy !== undefined || Boolean(Component) || Boolean(element);
}

function isWord(part: string): boolean {
  return part !== "" && !part.startsWith(":") && part !== "*";
}
