import type { RouteObject } from "react-router";
import { lazyScreen } from "../../shell/lazy.ts";

/** The members of the network, or of the portal's affiliation. */
export const networkRoutes = (): RouteObject[] => [
  {
    path: "network",
    lazy: lazyScreen(
      () => import("./network-screen.tsx"),
      (module) => module.NetworkScreen,
    ),
  },
];
