import { useQuery } from "@tanstack/react-query";
import type { TransferTarget } from "../../api/types.ts";
import { useBoot } from "../../shell/app.ts";
import { transferTargetsQuery } from "./queries.ts";
import { mainDoor, portalDoor, switchTo } from "./switching.ts";

export interface OtherDoor {
  key: string;
  label: string;
  go: () => void;
}

/** The other doors a member may take from here: their portals, or the way back to the main network. */
export function useOtherDoors(): OtherDoor[] {
  const { portal } = useBoot();
  const { data = [] } = useQuery({ ...transferTargetsQuery, enabled: portal === null });
  if (portal !== null) {
    return [{ key: "main", label: "Back to main", go: () => void switchTo(mainDoor) }];
  }
  return data.map((target) => ({
    key: target.subdomain,
    label: `Open ${target.brandName} Portal`,
    go: () => void switchTo(portalDoor(target)),
  }));
}

/** A portal that the viewer may be carried to from here; undefined for everybody else. */
export function usePortalTarget(subdomain: string | undefined): TransferTarget | undefined {
  const { portal } = useBoot();
  const { data = [] } = useQuery({
    ...transferTargetsQuery,
    enabled: portal === null && subdomain !== undefined,
  });
  return data.find((one) => one.subdomain === subdomain);
}

/** The way into one portal for those who may be carried there; null for everybody else. */
export function usePortalDoor(subdomain: string | undefined): (() => void) | null {
  const target = usePortalTarget(subdomain);
  return target === undefined ? null : () => void switchTo(portalDoor(target));
}
