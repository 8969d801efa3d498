import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { TransferTarget } from "../../api/types.ts";
import { useBoot } from "../../shell/app.ts";
import { transferTargetsQuery } from "./queries.ts";
import { mainDestination, portalDestination, switchTo } from "./switching.ts";

export interface OtherSite {
  key: string;
  label: string;
  switchToSite: () => void;
}

/** The other sites to which a member can transfer from here: their portals, or the main site. */
export function useOtherSites(): OtherSite[] {
  const { portal } = useBoot();
  const { data = [] } = useQuery({ ...transferTargetsQuery, enabled: portal === null });
  if (portal !== null) {
    return [
      { key: "main", label: t`Back to main`, switchToSite: () => void switchTo(mainDestination) },
    ];
  }
  return data.map((target) => ({
    key: target.subdomain,
    label: t`Open ${{ site: target.brandName }} Portal`,
    switchToSite: () => void switchTo(portalDestination(target)),
  }));
}

/** The portal as a transfer target of the viewer; undefined if they cannot transfer to it. */
export function usePortalTarget(subdomain: string | undefined): TransferTarget | undefined {
  const { portal } = useBoot();
  const { data = [] } = useQuery({
    ...transferTargetsQuery,
    enabled: portal === null && subdomain !== undefined,
  });
  return data.find((one) => one.subdomain === subdomain);
}

/** A function that transfers the viewer to a portal; null if they cannot transfer to it. */
export function usePortalSwitch(subdomain: string | undefined): (() => void) | null {
  const target = usePortalTarget(subdomain);
  return target === undefined ? null : () => void switchTo(portalDestination(target));
}
