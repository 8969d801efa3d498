import type { RouteObject } from "react-router";
import { lazyScreen } from "../../shell/lazy.ts";

/** A new object for each route: the router deletes the `lazy` functions that it has run. */
const screen = () =>
  lazyScreen(
    () => import("./settings-screen.tsx"),
    (module) => module.SettingsScreen,
  );

/** The settings in both builds: all sections, or one by its own address. */
export const settingsRoutes = (): RouteObject[] => [
  { path: "settings", lazy: screen() },
  { path: "settings/:section", lazy: screen() },
];
