import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import type { TransferTarget } from "../../api/types.ts";

/** The portals this member may walk into from the main network. */
export const transferTargetsQuery = queryOptions({
  queryKey: ["transfer", "targets"],
  queryFn: async ({ signal }) => {
    const { items } = await call<{ items: TransferTarget[] }>("GET", "/api/transfer/targets", {
      signal,
    });
    return items;
  },
});
