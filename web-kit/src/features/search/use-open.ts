import { type MouseEvent } from "react";
import { useNavigate } from "react-router";
import { useKeepSearch } from "../network/recent-searches.tsx";

/** The ways out of a search that was meant: it is kept, and what was found is opened. */
export function useOpen(typed: string, onClose: () => void) {
  const navigate = useNavigate();
  const keep = useKeepSearch();
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
      // The browser opens it elsewhere, and the search stays.
      if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onClose();
    },
  };
}
