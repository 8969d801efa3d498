import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { Boot } from "../api/types.ts";

/** Application data available to every route and screen. */
export interface App {
  boot: Boot;
  cache: QueryClient;
  /** The first path segments that lead to a screen on this site. */
  navPaths: ReadonlySet<string>;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error("useApp outside the app");
  return app;
}

export function useBoot(): Boot {
  return useApp().boot;
}
