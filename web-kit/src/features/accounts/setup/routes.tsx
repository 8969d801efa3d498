import type { RouteObject } from "react-router";
import { lazyScreen } from "../../../shell/lazy.ts";
import { takeSetupToken } from "./token.ts";

/** Where a setup link leads; main's only. */
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
