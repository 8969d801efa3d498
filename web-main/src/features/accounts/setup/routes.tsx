import type { RouteObject } from "react-router";
import { lazyScreen } from "@guildhall/web-kit/shell/lazy.ts";
import { takeSetupToken } from "./token.ts";

/** The target of a setup link, on the main site only. */
export function setupRoute(): RouteObject {
  return {
    path: "setup",
    loader: () => takeSetupToken(),
    lazy: lazyScreen(
      () => import("./setup-screen.tsx"),
      (module) => module.SetupScreen,
    ),
  };
}
