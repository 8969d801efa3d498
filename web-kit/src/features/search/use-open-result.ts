import { type MouseEvent } from "react";
import { useNavigate } from "react-router";
import { useSaveSearch } from "../network/recent-searches.tsx";
import { isFound, type Result } from "./results.ts";

/** Opens a result, and stores the search as a recent one if the server found the result. */
export function useOpenResult(typed: string, onClose: () => void) {
  const navigate = useNavigate();
  const keep = useSaveSearch();
  return {
    keep: () => keep(typed),
    byKey: (result: Result, inNewTab: boolean) => {
      const { to, run } = result;
      if (isFound(result)) keep(typed);
      if (inNewTab && to !== null) {
        window.open(to, "_blank", "noopener");
        return;
      }
      if (result.staysOpen !== true) onClose();
      if (run !== undefined) run();
      else if (to !== null) void navigate(to);
    },
    byClick: (event: MouseEvent, result: Result) => {
      const { to, run } = result;
      if (isFound(result)) keep(typed);
      // With a modifier the browser opens a new tab, and the search stays open.
      if (to !== null && (event.metaKey || event.ctrlKey || event.shiftKey)) return;
      if (result.staysOpen !== true) onClose();
      if (run === undefined) return;
      event.preventDefault();
      run();
    },
  };
}
