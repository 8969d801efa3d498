import type { RouteObject } from "react-router";
import { lazyScreen } from "@guildhall/web-kit/shell/lazy.ts";

/** The waitlist application, on the main site only. */
export function waitlistRoute(): RouteObject {
  return {
    path: "waitlist",
    lazy: lazyScreen(
      () => import("./waitlist-screen.tsx"),
      (module) => module.WaitlistScreen,
    ),
  };
}
