import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { ArrowUpDown, ListFilter, X } from "lucide-react";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from "@guildhall/web-kit/ui/menu.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import type { TenantFilter, TenantNeed, TenantAddressKind } from "../queries.ts";
import type { TenantsOverview, TenantState } from "../types.ts";
import { tenantStates } from "../labels.ts";

const states: readonly TenantState[] = ["active", "draft", "suspended", "archived"];

interface Option<Name extends string> {
  name: Name;
  label: string;
}

const needs: readonly Option<TenantNeed>[] = [
  { name: "certificate", label: t`Certificate problem` },
  { name: "dns", label: t`Waiting for DNS` },
  { name: "approval", label: t`Waiting for approval` },
  { name: "records", label: t`Wrong records` },
];

const ADDRESS_KIND_OPTIONS: readonly Option<TenantAddressKind>[] = [
  { name: "own", label: t`Custom domain` },
  { name: "platform", label: t`Platform address only` },
];

const sorts = {
  name: { label: t`Name`, spoken: t`Sorted by name` },
  newest: { label: t`Newest`, spoken: t`Sorted by newest` },
} as const;

const optionOf = <Name extends string>(options: readonly Option<Name>[], word: string | null) =>
  options.find(({ name }) => name === word);

/** The filter is kept in the address, so that it survives a visit to a portal's page. */
export function parseFilter(search: URLSearchParams): TenantFilter {
  return {
    q: search.get("q") ?? "",
    state: states.find((state) => state === search.get("state")),
    needs: optionOf(needs, search.get("needs"))?.name,
    at: optionOf(ADDRESS_KIND_OPTIONS, search.get("at"))?.name,
    sort: search.get("sort") === "newest" ? "newest" : "name",
  };
}

export function toSearchParams({ q, state, needs: need, at, sort }: TenantFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (q !== "") search.set("q", q);
  if (state !== undefined) search.set("state", state);
  if (need !== undefined) search.set("needs", need);
  if (at !== undefined) search.set("at", at);
  if (sort !== "name") search.set("sort", sort);
  return search;
}

/** True if the filter excludes any portal. */
export const isFiltered = ({ q, state, needs: need, at }: TenantFilter) =>
  q !== "" || state !== undefined || need !== undefined || at !== undefined;

interface FilterProps {
  filter: TenantFilter;
  onChange: (changes: Partial<TenantFilter>) => void;
}

/** Filters and sorting of the list of portals. */
export function Filters(props: FilterProps & { overview: TenantsOverview | undefined }) {
  const { filter, onChange } = props;
  const counts = props.overview?.counts;
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 pt-4 md:px-6">
      <SearchField
        label={t`Find a portal or domain`}
        placeholder={t`Find a portal or domain`}
        className="h-8 md:w-64"
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
      <Segments
        label={t`Filter portals`}
        value={filter.state ?? "all"}
        onChange={(chosen) => onChange({ state: chosen === "all" ? undefined : chosen })}
        segments={[
          { value: "all", label: t`All`, count: counts?.all },
          ...states
            .filter((state) => state !== "archived" || (counts?.archived ?? 0) > 0)
            .map((state) => ({
              value: state,
              label: tenantStates[state].label,
              count: counts?.[state],
            })),
        ]}
      />
      <span className="flex items-center gap-1 md:ms-auto">
        <FilterMenu filter={filter} onChange={onChange} />
        <SortMenu filter={filter} onChange={onChange} />
      </span>
    </div>
  );
}

/** Filters that the states do not cover: portals that need attention, and the kind of address. */
function FilterMenu({ filter, onChange }: FilterProps) {
  const chosen = [
    optionOf<string>(needs, filter.needs ?? null),
    optionOf<string>(ADDRESS_KIND_OPTIONS, filter.at ?? null),
  ].flatMap((option) => option?.label ?? []);
  const isOn = chosen.length > 0;
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          variant="quiet"
          aria-label={isOn ? t`Filter: ${{ chosen: chosen.join(", ") }}` : t`Filter`}
          className={clsx(isOn && "bg-selected")}
          icon={<ListFilter size={15} aria-hidden />}
        >
          {isOn ? t`Filter: ${{ chosen: chosen.length }}` : t`Filter`}
        </Button>
      </MenuTrigger>
      <MenuContent>
        <Choice
          label={t`Needs attention`}
          value={filter.needs}
          options={needs}
          onChange={(need) => onChange({ needs: need })}
        />
        <MenuSeparator />
        <Choice
          label={t`Addresses`}
          value={filter.at}
          options={ADDRESS_KIND_OPTIONS}
          onChange={(at) => onChange({ at })}
        />
        {isOn && (
          <>
            <MenuSeparator />
            <MenuItem
              icon={<X size={15} aria-hidden />}
              onSelect={() => onChange({ needs: undefined, at: undefined })}
            >{t`Clear the filter`}</MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  );
}

/** A choice of one option or any. */
function Choice<Name extends string>(props: {
  label: string;
  value: Name | undefined;
  options: readonly Option<Name>[];
  onChange: (value: Name | undefined) => void;
}) {
  return (
    <MenuRadioGroup
      aria-label={props.label}
      value={props.value ?? "any"}
      onValueChange={(chosen) => props.onChange(optionOf(props.options, chosen)?.name)}
    >
      <MenuLabel>{props.label}</MenuLabel>
      <MenuRadioItem value="any">{t`Any`}</MenuRadioItem>
      {props.options.map(({ name, label }) => (
        <MenuRadioItem key={name} value={name}>
          {label}
        </MenuRadioItem>
      ))}
    </MenuRadioGroup>
  );
}

function SortMenu({ filter: { sort }, onChange }: FilterProps) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          variant="quiet"
          aria-label={sorts[sort].spoken}
          icon={<ArrowUpDown size={15} aria-hidden />}
        >
          {sorts[sort].label}
        </Button>
      </MenuTrigger>
      <MenuContent>
        <MenuRadioGroup
          value={sort}
          onValueChange={(chosen) => onChange({ sort: chosen === "newest" ? "newest" : "name" })}
        >
          <MenuRadioItem value="name">{sorts.name.label}</MenuRadioItem>
          <MenuRadioItem value="newest">{sorts.newest.label}</MenuRadioItem>
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  );
}
