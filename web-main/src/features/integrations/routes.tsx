import type { RouteObject } from "react-router";
import { lazyScreen } from "@guildhall/web-kit/shell/lazy.ts";

/** The network's integrations, below `/staff`. */
export function staffIntegrationsRoute(): RouteObject {
  return {
    path: "integrations/:webhookId?",
    lazy: lazyScreen(
      () => import("./staff-integrations-screen.tsx"),
      (module) => module.StaffIntegrationsScreen,
    ),
  };
}
