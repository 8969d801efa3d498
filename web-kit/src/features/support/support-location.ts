import { useEffect } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { ticketPath } from "./ticket-list.tsx";

export type SupportTab = "overview" | "conversations" | "tickets";

export const TAB_PATHS: Record<SupportTab, string> = {
  overview: "/support",
  conversations: "/support/conversations",
  tickets: "/support/tickets",
};

/** The open tab, and the open ticket or conversation in it. */
export interface SupportPlace {
  tab: SupportTab;
  id: string | null;
}

/** The place that the part of the path below `/support` names. */
export function parsePlace(path: string): SupportPlace {
  const [tab, id = ""] = path.split("/");
  if (tab !== "conversations" && tab !== "tickets") return { tab: "overview", id: null };
  return { tab, id: id === "" ? null : id };
}

/** Passed on while the support centre is open, since its own steps do not count for Back. */
interface Arrival {
  /** True if the support centre is the first page of this visit. */
  isFirst?: boolean;
}

/** The place in the address, and the ways from it. */
export function useSupportLocation() {
  const navigate = useNavigate();
  const place = parsePlace(useParams()["*"] ?? "");
  const { key, state } = useLocation();
  const arrival = arrivalOf(state);
  const isFirst = arrival.isFirst ?? key === "default";
  useTicketParam(isFirst);
  return {
    place,
    /** Replaces the tab in the address, so that Back leaves the support centre (F-087). */
    showTab: (tab: SupportTab) =>
      void navigate(TAB_PATHS[tab], { replace: true, state: { isFirst } satisfies Arrival }),
    /** Opens an item in its tab. */
    open: (path: string) => void navigate(path, { state: { isFirst: false } satisfies Arrival }),
    /** Back from an item to its list. */
    showList: () =>
      void navigate(TAB_PATHS[place.tab], { replace: true, state: { isFirst } satisfies Arrival }),
    /** Back to the previous page, or to `/home` (F-087). */
    leave: () => (isFirst ? void navigate("/home") : void navigate(-1)),
  };
}

function arrivalOf(state: unknown): Arrival {
  if (typeof state !== "object" || state === null || !("isFirst" in state)) return {};
  return { isFirst: state.isFirst === true };
}

/** `?ticket=` opens that ticket and is removed from the address (F-087). */
function useTicketParam(isFirst: boolean): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const ticket = search.get("ticket");
  useEffect(() => {
    if (ticket === null) return;
    const path = ticket === "" ? TAB_PATHS.tickets : ticketPath(encodeURIComponent(ticket));
    void navigate(path, { replace: true, state: { isFirst } satisfies Arrival });
  }, [ticket, isFirst, navigate]);
}
