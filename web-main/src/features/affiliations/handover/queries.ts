import { queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { Handover } from "@guildhall/web-kit/api/affiliation-admin-types.ts";

/** The pending handover, for the person to whom it is offered, the owner and staff. */
export const handoverQuery = (affiliationId: string) =>
  queryOptions({
    queryKey: keys.affiliationHandover(affiliationId),
    queryFn: ({ signal }) =>
      call<Handover>("GET", `/api/affiliations/${affiliationId}/handover`, { signal }),
  });
