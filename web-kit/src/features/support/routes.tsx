import type { RouteObject } from "react-router";
import type { App } from "../../shell/app.ts";
import { lazyScreen } from "../../shell/lazy.ts";
import { guards } from "../accounts/guards.ts";

/** The support centre, outside the members' layout: it is there before onboarding too (F-087). */
export function supportRoute(app: App): RouteObject {
  return {
    path: "support/*",
    loader: guards(app.cache).account,
    lazy: lazyScreen(
      () => import("./support-layout.tsx"),
      (module) => module.SupportLayout,
    ),
  };
}
