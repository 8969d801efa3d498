import { type MouseEvent } from "react";
import { useNavigate } from "react-router";
import type { Result } from "./results.ts";
import { useSaveSearch } from "../network/recent-searches.tsx";

/** Opens a result and stores the search as a recent one. */
export function useOpenResult(typed: string, onClose: () => void) {
  const navigate = useNavigate();
  const keep = useSaveSearch();
  return {
    keep: () => keep(typed),
    byKey: ({ to, run }: Result, inNewTab: boolean) => {
      if (inNewTab) {
        window.open(to, "_blank", "noopener");
        return;
      }
      onClose();
      if (run === undefined) void navigate(to);
      else run();
    },
    byClick: (event: MouseEvent, { run }: Result) => {
      keep(typed);
      // With a modifier the browser opens a new tab, and the search stays open.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      onClose();
      if (run === undefined) return;
      event.preventDefault();
      run();
    },
  };
}
