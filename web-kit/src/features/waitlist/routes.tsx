import type { RouteObject } from "react-router";
import { lazyScreen } from "../../shell/lazy.ts";

/** Asking for a place; main's only. */
export function waitlistRoute(): RouteObject {
  return {
    path: "waitlist",
    lazy: lazyScreen(
      () => import("./waitlist-screen.tsx"),
      (module) => module.WaitlistScreen,
    ),
  };
}
