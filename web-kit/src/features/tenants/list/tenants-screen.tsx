import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowUpDown, Download, Plus, Search, Waypoints } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { inPlace } from "../../../shell/in-place.ts";
import { useWide } from "../../../shell/use-wide.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { inputClass } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import {
  Menu,
  MenuContent,
  MenuRadioGroup,
  MenuRadioItem,
  MenuTrigger,
} from "../../../ui/menu.tsx";
import { Pages, Segments } from "../../staff/parts.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";
import { useTypedParam } from "../../staff/use-typed-param.ts";
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
  const filter = useFilter();
  const list = useInfiniteQuery({
    ...tenantsQuery(filter.value),
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
      <Filters filter={filter} overview={overview} />
      <Pages
        query={list}
        empty={<Nothing searched={filter.value.q !== "" || filter.value.state !== undefined} />}
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

interface Filter {
  value: TenantFilter;
  typed: string;
  type: (typed: string) => void;
  choose: (name: "state" | "sort", value: string | null) => void;
}

/** What is looked for stands in the address, so that it survives a look at one portal. */
function useFilter(): Filter {
  const [q, typed, type] = useTypedParam("q");
  const [search, setSearch] = useSearchParams();
  const value: TenantFilter = {
    q,
    state: states.find((state) => state === search.get("state")),
    sort: search.get("sort") === "newest" ? "newest" : "name",
  };
  const choose = (name: string, chosen: string | null) =>
    setSearch((params) => {
      if (chosen === null) params.delete(name);
      else params.set(name, chosen);
      return params;
    }, inPlace);
  return { value, typed, type, choose };
}

function Filters(props: { filter: Filter; overview: TenantsOverview | undefined }) {
  const { value, typed, type, choose } = props.filter;
  const counts = props.overview?.counts;
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 pt-4 md:px-6">
      <span className={inputClass(false, "h-8 px-2.5 max-md:h-12 md:w-64")}>
        <Search size={16} aria-hidden className="text-ink-3" />
        <input
          type="search"
          aria-label="Find a portal or domain"
          placeholder="Find a portal or domain"
          value={typed}
          onChange={(event) => type(event.target.value)}
          className="min-w-0 flex-1 bg-transparent outline-none"
        />
      </span>
      <Segments
        label="Which portals"
        value={value.state ?? "all"}
        onChange={(chosen) => choose("state", chosen === "all" ? null : chosen)}
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
      <SortMenu value={value.sort} onChange={(sort) => choose("sort", sort)} />
    </div>
  );
}

const sorts = { name: "Name", newest: "Newest" } as const;

function SortMenu(props: { value: TenantFilter["sort"]; onChange: (sort: string) => void }) {
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
        <MenuRadioGroup value={props.value} onValueChange={props.onChange}>
          <MenuRadioItem value="name">Name</MenuRadioItem>
          <MenuRadioItem value="newest">Newest</MenuRadioItem>
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  );
}
