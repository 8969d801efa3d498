import { t } from "@lingui/core/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem } from "@guildhall/web-kit/ui/menu.tsx";
import type { TenantSummary } from "../types.ts";

const EVERYWHERE = "all";

interface PortalChoiceProps {
  /** The affiliation of the portal; null for the whole network. */
  affiliationId: string | null;
  portals: UseQueryResult<TenantSummary[]>;
  onChoose: (affiliationId: string | null) => void;
}

/** A menu with the whole network and each portal. */
export function PortalChoice({ affiliationId, portals, onChoose }: PortalChoiceProps) {
  return (
    <>
      <MenuRadioGroup
        aria-label={t`Portal`}
        value={affiliationId ?? EVERYWHERE}
        onValueChange={(chosen) => onChoose(chosen === EVERYWHERE ? null : chosen)}
      >
        <MenuLabel>{t`Portal`}</MenuLabel>
        <MenuRadioItem value={EVERYWHERE}>{t`All portals`}</MenuRadioItem>
        {portals.data?.map((tenant) => (
          <MenuRadioItem key={tenant.id} value={tenant.affiliationId}>
            {tenant.brandName}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      {portals.isError && (
        <MenuItem
          icon={<RotateCw size={14} aria-hidden />}
          onSelect={(event) => {
            // The menu stays open to show the portals once they are loaded.
            event.preventDefault();
            void portals.refetch();
          }}
        >{t`Load the portals again`}</MenuItem>
      )}
    </>
  );
}

/** The label of the selection. */
export function scopeLabel(affiliationId: string | null, portals: readonly TenantSummary[] = []) {
  if (affiliationId === null) return t`All portals`;
  const chosen = portals.find((tenant) => tenant.affiliationId === affiliationId);
  return chosen?.brandName ?? t`One portal`;
}
