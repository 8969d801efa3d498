import { locale } from "@guildhall/web-kit/language/format.ts";
import { t } from "@lingui/core/macro";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { auditActionLabel } from "@guildhall/web-kit/content/audit-labels.ts";
import { inputClass } from "@guildhall/web-kit/ui/field.tsx";
import { SEARCH_PAUSE_MS, useDebounced } from "@guildhall/web-kit/ui/use-debounced.ts";
import { ComboBox } from "../../../ui/combo-box.tsx";
import { tenantQuery, tenantsQuery } from "../../tenants/queries.ts";
import { userQuery, usersQuery } from "../queries.ts";
import { auditActionsQuery } from "./queries.ts";

interface PickerProps {
  /** The chosen id or name; empty if none. */
  value: string;
  onChoose: (value: string) => void;
}

const OPTIONS_MAX = 8;

/** Chooses a person by name, handle or email. */
export function PersonPicker({ value, onChoose }: PickerProps) {
  const [text, setText] = useState("");
  const wanted = useDebounced(text, SEARCH_PAUSE_MS);
  const found = useQuery({ ...usersQuery(wanted), placeholderData: keepPreviousData });
  const user = useQuery({ ...userQuery(value), enabled: value !== "" }).data;
  const name = user === undefined ? value : `${user.firstName} ${user.lastName}`;
  return (
    <ComboBox
      label={t`Person`}
      className="md:w-52"
      chosen={value === "" ? null : name}
      loading={found.isFetching}
      options={(text === "" ? [] : (found.data?.items ?? [])).slice(0, OPTIONS_MAX).map((one) => ({
        value: one.id,
        label: `${one.firstName} ${one.lastName}`,
        detail: one.handle === null ? one.email : `@${one.handle}`,
      }))}
      onSearch={setText}
      onChoose={(option) => onChoose(option?.value ?? "")}
    />
  );
}

/** Chooses a portal by its name or one of its domains. */
export function TenantPicker({ value, onChoose }: PickerProps) {
  const [text, setText] = useState("");
  const wanted = useDebounced(text, SEARCH_PAUSE_MS);
  const found = useInfiniteQuery({
    ...tenantsQuery({
      q: wanted,
      state: undefined,
      needs: undefined,
      at: undefined,
      sort: "name",
    }),
    enabled: wanted !== "",
    placeholderData: keepPreviousData,
  });
  const tenant = useQuery({ ...tenantQuery(value), enabled: value !== "" }).data;
  const items = text === "" ? [] : (found.data?.pages[0]?.items ?? []);
  return (
    <ComboBox
      label={t`Portal`}
      className="md:w-44"
      chosen={value === "" ? null : (tenant?.brandName ?? value)}
      loading={found.isFetching}
      options={items.slice(0, OPTIONS_MAX).map((one) => ({
        value: one.id,
        label: one.brandName,
        detail: one.affiliationName,
      }))}
      onSearch={setText}
      onChoose={(option) => onChoose(option?.value ?? "")}
    />
  );
}

/** Chooses an action by its label. */
export function ActionPicker({ value, onChoose }: PickerProps) {
  const known = useQuery(auditActionsQuery).data ?? [];
  // A chosen action stays listed while the others are loading.
  const listed = value === "" || known.includes(value) ? known : [value, ...known];
  const sorted = listed
    .map((action) => ({ action, label: auditActionLabel(action) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, locale()));
  return (
    <span className={inputClass(false, "relative h-8 max-md:h-11 md:max-w-52")}>
      <select
        aria-label={t`Action`}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        className="min-w-0 flex-1 appearance-none self-stretch truncate bg-transparent ps-2.5 pe-8 outline-none"
      >
        <option value="">{t`All actions`}</option>
        {sorted.map(({ action, label }) => (
          <option key={action} value={action}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={15}
        aria-hidden
        className="pointer-events-none absolute end-2.5 text-ink-3"
      />
    </span>
  );
}
