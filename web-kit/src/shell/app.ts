import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { Boot } from "../api/types.ts";

/** What every route and screen may rely on from the first frame. */
export interface App {
  boot: Boot;
  cache: QueryClient;
  /** Where one can go here: the first words of the addresses that lead to a screen. */
  places: ReadonlySet<string>;
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
