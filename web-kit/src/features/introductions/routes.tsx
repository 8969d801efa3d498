import type { RouteObject } from "react-router";
import { lazyScreen } from "../../shell/lazy.ts";

/** Introductions made by the viewer and of the viewer. */
export const introductionRoutes = (): RouteObject[] => [
  {
    path: "introductions",
    lazy: lazyScreen(
      () => import("./introductions-screen.tsx"),
      (module) => module.IntroductionsScreen,
    ),
  },
];
