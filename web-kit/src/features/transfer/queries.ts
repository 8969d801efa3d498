import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import type { TransferTarget } from "../../api/types.ts";

/** The portals to which this member can transfer from the main site. */
export const transferTargetsQuery = queryOptions({
  queryKey: ["transfer", "targets"],
  queryFn: async ({ signal }) => {
    const { items } = await call<{ items: TransferTarget[] }>("GET", "/api/transfer/targets", {
      signal,
    });
    return items;
  },
});
