import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowUpDown, Download, Plus, Waypoints } from "lucide-react";
import { useState } from "react";
import { useInAddress } from "../../../shell/use-in-address.ts";
import { useWide } from "../../../shell/use-wide.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import {
  Menu,
  MenuContent,
  MenuRadioGroup,
  MenuRadioItem,
  MenuTrigger,
} from "../../../ui/menu.tsx";
import { Pages, Segments } from "../../staff/parts.tsx";
import { SearchField } from "../../staff/search-field.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";
import { type TenantFilter, tenantsOverviewQuery, tenantsQuery } from "../queries.ts";
import type { TenantsOverview, TenantState } from "../types.ts";
import { tenantStates } from "../words.ts";
import { AttentionStrip } from "./attention-strip.tsx";
import { download } from "./export.ts";
import { NewPortalDialog } from "./new-portal-dialog.tsx";
import { TenantCards } from "./tenant-cards.tsx";
import { TenantTable } from "./tenant-table.tsx";

const states: readonly TenantState[] = ["active", "draft", "suspended", "archived"];

/** Every portal there is: where it answers, how its certificate stands, how it grows. */
export function TenantsScreen() {
  const wide = useWide();
  const [creating, setCreating] = useState(false);
  const overview = useQuery(tenantsOverviewQuery).data;
  const [filter, change] = useInAddress(filterOf, searchOf);
  const list = useInfiniteQuery({
    ...tenantsQuery(filter),
    placeholderData: keepPreviousData,
  });
  const shown = list.data?.pages.flatMap((page) => page.items) ?? [];
  const all = overview?.counts.all;
  return (
    <StaffPage
      title="Tenants"
      {...(all !== undefined && {
        subtitle: `${all} branded ${all === 1 ? "portal" : "portals"}`,
      })}
      phoneActions={
        <>
          <ButtonLink
            to="/staff/edges"
            variant="quiet"
            aria-label="Edges"
            className="size-11 !px-0"
            icon={<Waypoints size={20} aria-hidden />}
          />
          <IconButton
            label="New portal"
            size="touch"
            icon={<Plus size={22} aria-hidden />}
            onClick={() => setCreating(true)}
          />
        </>
      }
      actions={
        <>
          <ButtonLink to="/staff/edges" icon={<Waypoints size={15} aria-hidden />}>
            Edges
          </ButtonLink>
          <Button
            icon={<Download size={15} aria-hidden />}
            disabled={shown.length === 0}
            onClick={() => download(shown)}
          >
            Export
          </Button>
          <Button
            variant="primary"
            icon={<Plus size={15} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            New portal
          </Button>
        </>
      }
    >
      {overview !== undefined && <AttentionStrip items={overview.attention} />}
      <Filters filter={filter} onChange={change} overview={overview} />
      <Pages
        query={list}
        empty={<Nothing searched={filter.q !== "" || filter.state !== undefined} />}
      >
        {(tenants) =>
          wide ? <TenantTable tenants={tenants} /> : <TenantCards tenants={tenants} />
        }
      </Pages>
      {creating && <NewPortalDialog onClose={() => setCreating(false)} />}
    </StaffPage>
  );
}

function Nothing({ searched }: { searched: boolean }) {
  if (searched) return <EmptyState className="py-12" picture={null} title="No portals found" />;
  return (
    <EmptyState
      className="py-12"
      picture="square"
      title="No portals yet"
      text="A portal gives an affiliation an address and a look of its own."
    />
  );
}

/** What is looked for stands in the address, so that it survives a look at one portal. */
function filterOf(search: URLSearchParams): TenantFilter {
  return {
    q: search.get("q") ?? "",
    state: states.find((state) => state === search.get("state")),
    sort: search.get("sort") === "newest" ? "newest" : "name",
  };
}

function searchOf({ q, state, sort }: TenantFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (q !== "") search.set("q", q);
  if (state !== undefined) search.set("state", state);
  if (sort !== "name") search.set("sort", sort);
  return search;
}

function Filters(props: {
  filter: TenantFilter;
  onChange: (changes: Partial<TenantFilter>) => void;
  overview: TenantsOverview | undefined;
}) {
  const { filter, onChange } = props;
  const counts = props.overview?.counts;
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 pt-4 md:px-6">
      <SearchField
        label="Find a portal or domain"
        placeholder="Find a portal or domain"
        className="h-8 md:w-64"
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
      <Segments
        label="Which portals"
        value={filter.state ?? "all"}
        onChange={(chosen) => onChange({ state: chosen === "all" ? undefined : chosen })}
        segments={[
          { value: "all", label: "All", count: counts?.all },
          ...states
            .filter((state) => state !== "archived" || (counts?.archived ?? 0) > 0)
            .map((state) => ({
              value: state,
              label: tenantStates[state].label,
              count: counts?.[state],
            })),
        ]}
      />
      <SortMenu value={filter.sort} onChange={(sort) => onChange({ sort })} />
    </div>
  );
}

const sorts = { name: "Name", newest: "Newest" } as const;

type Sort = TenantFilter["sort"];

function SortMenu(props: { value: Sort; onChange: (sort: Sort) => void }) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          variant="quiet"
          className="md:ms-auto"
          aria-label={`Sorted by ${sorts[props.value].toLowerCase()}`}
          icon={<ArrowUpDown size={15} aria-hidden />}
        >
          {sorts[props.value]}
        </Button>
      </MenuTrigger>
      <MenuContent>
        <MenuRadioGroup
          value={props.value}
          onValueChange={(sort) => props.onChange(sort === "newest" ? "newest" : "name")}
        >
          <MenuRadioItem value="name">Name</MenuRadioItem>
          <MenuRadioItem value="newest">Newest</MenuRadioItem>
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  );
}
