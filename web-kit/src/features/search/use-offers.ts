import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import type { Me } from "../../api/types.ts";
import { useHasMessages } from "../../shell/contact/contact-store.ts";
import { useNav } from "../../shell/nav-items.ts";
import { otherPerson } from "../messages/labels.ts";
import { conversationsQuery } from "../messages/queries.ts";
import type { PaletteParts } from "../../shell/search-parts.ts";
import { useActions } from "./actions.ts";
import { type RecentPlace, recentPlaces } from "../../recovery/recent-places.ts";
import type { Offers } from "./results.ts";

/** What the search offers to this person on this site besides the server's results. */
export function useOffers(me: Me, parts: PaletteParts): Offers {
  const { pathname } = useLocation();
  const cache = useQueryClient();
  const [recent] = useState(() =>
    me.viewedAs == null ? [...recentPlaces(me.id), ...messagedPeople(cache, me)] : [],
  );
  return {
    places: useNav("search", me),
    actions: useActions(me, parts),
    recent: recent.filter(
      ({ path }, at) => path !== pathname && recent.findIndex((one) => one.path === path) === at,
    ),
    senderId: useHasMessages() ? me.id : null,
  };
}

/** The people of the member's latest conversations, if the list is loaded. */
function messagedPeople(cache: QueryClient, me: Me): RecentPlace[] {
  const list = cache.getQueryData(conversationsQuery("inbox").queryKey);
  const people = list?.pages.flatMap(({ items }) => items.map((one) => otherPerson(one, me.id)));
  return (people ?? []).flatMap((person) =>
    person === null
      ? []
      : [
          {
            kind: "person",
            path: `/profile/${person.handle ?? person.userId}`,
            label: person.displayName,
            about: person.affiliationName,
          },
        ],
  );
}
