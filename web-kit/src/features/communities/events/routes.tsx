import type { RouteObject } from "react-router";
import { lazyScreen } from "../../../shell/lazy.ts";

export function eventRoutes(): RouteObject[] {
  const lazy = lazyScreen(
    () => import("./events-screen.tsx"),
    (module) => module.EventsScreen,
  );
  return [{ path: "events", lazy }];
}
