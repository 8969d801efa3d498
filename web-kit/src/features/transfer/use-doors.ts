import { useQuery } from "@tanstack/react-query";
import { useBoot } from "../../shell/app.ts";
import { transferTargetsQuery } from "./queries.ts";
import { mainDoor, switchTo } from "./switching.ts";

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
  return data.map(({ subdomain, brandName }) => ({
    key: subdomain,
    label: `Open ${brandName} Portal`,
    go: () =>
      void switchTo({ name: brandName, initial: brandName.slice(0, 1), target: { subdomain } }),
  }));
}
