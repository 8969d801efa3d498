import { plural, t } from "@lingui/core/macro";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus, Waypoints } from "lucide-react";
import { useState } from "react";
import { useSearchParam } from "@guildhall/web-kit/shell/use-search-param.ts";
import { useIsDesktop } from "@guildhall/web-kit/shell/use-is-desktop.ts";
import { Button, ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { Pages } from "../../staff/parts.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";
import { tenantsOverviewQuery, tenantsQuery } from "../queries.ts";
import { AttentionStrip } from "./attention-strip.tsx";
import { ExportButton } from "./export-button.tsx";
import { Filters, parseFilter, isFiltered, toSearchParams } from "./filters.tsx";
import { NewPortalDialog } from "./new-portal-dialog.tsx";
import { TenantCards } from "./tenant-cards.tsx";
import { TenantTable } from "./tenant-table.tsx";

/** All portals with their addresses, certificates and growth. */
export function TenantsScreen() {
  const wide = useIsDesktop();
  const [creating, setCreating] = useState(false);
  const overview = useQuery(tenantsOverviewQuery).data;
  const [filter, change] = useSearchParam(parseFilter, toSearchParams);
  const list = useInfiniteQuery({
    ...tenantsQuery(filter),
    placeholderData: keepPreviousData,
  });
  const isEmpty = list.data?.pages.every((page) => page.items.length === 0) ?? true;
  const all = overview?.counts.all;
  return (
    <StaffPage
      title={t`Portals`}
      {...(all !== undefined && {
        subtitle: plural(all, { one: "# branded portal", other: "# branded portals" }),
      })}
      phoneActions={
        <>
          <ButtonLink
            to="/staff/edges"
            variant="quiet"
            aria-label={t`Edges`}
            className="size-11 !px-0"
            icon={<Waypoints size={20} aria-hidden />}
          />
          <IconButton
            label={t`New portal`}
            size="touch"
            icon={<Plus size={22} aria-hidden />}
            onClick={() => setCreating(true)}
          />
        </>
      }
      actions={
        <>
          <ButtonLink
            to="/staff/edges"
            icon={<Waypoints size={15} aria-hidden />}
          >{t`Edges`}</ButtonLink>
          <ExportButton filter={filter} disabled={isEmpty} />
          <Button
            variant="primary"
            icon={<Plus size={15} aria-hidden />}
            onClick={() => setCreating(true)}
          >{t`New portal`}</Button>
        </>
      }
    >
      {overview !== undefined && <AttentionStrip items={overview.attention} />}
      <Filters filter={filter} onChange={change} overview={overview} />
      <Pages query={list} empty={<Nothing searched={isFiltered(filter)} />}>
        {(tenants) =>
          wide ? <TenantTable tenants={tenants} /> : <TenantCards tenants={tenants} />
        }
      </Pages>
      {creating && <NewPortalDialog onClose={() => setCreating(false)} />}
    </StaffPage>
  );
}

function Nothing({ searched }: { searched: boolean }) {
  if (searched) return <EmptyState className="py-12" picture={null} title={t`No portals found`} />;
  return (
    <EmptyState
      className="py-12"
      picture="square"
      title={t`No portals yet`}
      text={t`A portal gives an affiliation its own address and brand.`}
    />
  );
}
