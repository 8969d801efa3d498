import { useState } from "react";
import { useLocation } from "react-router";
import type { Me } from "../../api/types.ts";
import { useHasMessages } from "../../shell/contact/contact-store.ts";
import { useNav } from "../../shell/nav-items.ts";
import { type PaletteParts, useActions } from "./actions.ts";
import { recentPlaces } from "./recent-places.ts";
import type { Offers } from "./results.ts";

/** What the search offers to this person on this site besides the server's results. */
export function useOffers(me: Me, parts: PaletteParts): Offers {
  const { pathname } = useLocation();
  const [recent] = useState(() => (me.viewedAs == null ? recentPlaces(me.id) : []));
  return {
    places: useNav("search", me),
    actions: useActions(me, parts),
    recent: recent.filter(({ path }) => path !== pathname),
    senderId: useHasMessages() ? me.id : null,
  };
}
