import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { useBoot } from "../../shell/app.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useMe } from "../accounts/queries.ts";
import { INDUSTRIES, SORTS } from "./filter.ts";
import type { DirectoryFilter } from "./queries.ts";
import { SearchField } from "./search-field.tsx";

export interface FiltersProps {
  filter: DirectoryFilter;
  onChange: (changes: Partial<DirectoryFilter>) => void;
}

export function Filters({ filter, onChange }: FiltersProps) {
  const me = useMe();
  const { mode } = useBoot();
  const mine = mode === "main" ? (me?.affiliations ?? []) : [];
  return (
    <form
      role="search"
      aria-label={t`Find members`}
      className="mt-5 grid grid-cols-2 gap-x-3 gap-y-4 sm:gap-4 lg:grid-cols-4"
      onSubmit={(event) => event.preventDefault()}
    >
      <SearchField
        words={filter.q}
        onChange={(q) => onChange({ q })}
        className={clsx("max-sm:col-span-2", mine.length === 0 && "lg:col-span-2")}
      />
      {mine.length > 0 && (
        <SelectField
          label={t`Affiliation`}
          value={filter.affiliation}
          onChange={(event) => onChange({ affiliation: event.target.value })}
        >
          <option value="">{t`All`}</option>
          {mine.map((relationship) => (
            <option key={relationship.id} value={relationship.id}>
              {relationship.name}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={t`Industry`}
        value={filter.industry === "" ? "all" : filter.industry}
        onChange={(event) => {
          const { value } = event.target;
          onChange({ industry: value === "all" ? "" : value });
        }}
      >
        <option value="all">{t`All`}</option>
        {INDUSTRIES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`Sort by`}
        // On a phone it fills the last of the rows with two columns.
        {...(mine.length > 0 && { className: "max-sm:col-span-2" })}
        value={filter.sort}
        onChange={(event) => {
          const sort = SORTS.find(({ value }) => value === event.target.value);
          onChange({ sort: sort?.value ?? "nameAsc" });
        }}
      >
        {SORTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {me?.isStaff === true && (
        <Checkbox
          className="col-span-2 lg:col-span-4"
          label={t`Show hidden members too`}
          checked={filter.includePrivate}
          onChange={(event) => onChange({ includePrivate: event.target.checked })}
        />
      )}
    </form>
  );
}
