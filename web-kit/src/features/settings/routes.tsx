import type { RouteObject } from "react-router";
import { lazyScreen } from "../../shell/lazy.ts";

/** A new one for each route: the router strikes out what it has loaded. */
const screen = () =>
  lazyScreen(
    () => import("./settings-screen.tsx"),
    (module) => module.SettingsScreen,
  );

/** The settings of both builds: all of them, or one section by its own address. */
export const settingsRoutes = (): RouteObject[] => [
  { path: "settings", lazy: screen() },
  { path: "settings/:section", lazy: screen() },
];
