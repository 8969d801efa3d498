import type { RouteObject } from "react-router";
import { lazyScreen } from "@guildhall/web-kit/shell/lazy.ts";

/** The pages of the support desk, within the staff frame (F-118). */
export function supportDeskRoutes(): RouteObject[] {
  return [
    {
      path: "live-support/*",
      lazy: lazyScreen(
        () => import("./desk-screen.tsx"),
        (module) => module.DeskScreen,
      ),
    },
    {
      path: "support-team",
      lazy: lazyScreen(
        () => import("./team-screen.tsx"),
        (module) => module.TeamScreen,
      ),
    },
  ];
}
