import { type MouseEvent } from "react";
import { useNavigate } from "react-router";
import { useSaveSearch } from "../network/recent-searches.tsx";

/** Opens a result and stores the search as a recent one. */
export function useOpenResult(typed: string, onClose: () => void) {
  const navigate = useNavigate();
  const keep = useSaveSearch();
  return {
    keep: () => keep(typed),
    byKey: (path: string, inNewTab: boolean) => {
      if (inNewTab) {
        window.open(path, "_blank", "noopener");
        return;
      }
      onClose();
      void navigate(path);
    },
    byClick: (event: MouseEvent) => {
      keep(typed);
      // With a modifier the browser opens a new tab, and the search stays open.
      if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onClose();
    },
  };
}
