import { useQuery } from "@tanstack/react-query";
import type { Affiliation, Boot } from "@guildhall/web-kit/api/types.ts";
import { useBoot } from "@guildhall/web-kit/shell/app.ts";
import type { QueryState } from "@guildhall/web-kit/features/communities/query-content.tsx";
import { type SiteLooks, portalLooksQuery } from "../../tenants/queries.ts";

export type PreviewSite = Boot["mode"];

/** The brand of the main site or of the affiliation's portal; null without a portal. */
export function useSiteLooks({ id }: Affiliation, site: PreviewSite): QueryState<SiteLooks | null> {
  const boot = useBoot();
  const isPortal = site === "whitelabel";
  const portal = useQuery({ ...portalLooksQuery(id, boot), enabled: isPortal });
  const { error, refetch } = portal;
  return { data: isPortal ? portal.data : { boot, css: "" }, error, refetch };
}
