import type { RouteObject } from "react-router";
import { lazyScreen } from "../../shell/lazy.ts";

/** The directory of the network's members or, on a portal, of its affiliation's members. */
export const networkRoutes = (): RouteObject[] => [
  {
    path: "network",
    lazy: lazyScreen(
      () => import("./network-screen.tsx"),
      (module) => module.NetworkScreen,
    ),
  },
];
