import { t } from "@lingui/core/macro";
import { useBoot } from "../../shell/app.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useMe } from "../accounts/queries.ts";
import { INDUSTRIES, SORTS } from "./filter.ts";
import type { DirectoryFilter } from "./queries.ts";

export interface FilterFieldsProps {
  filter: DirectoryFilter;
  onChange: (changes: Partial<DirectoryFilter>) => void;
}

/** The affiliations by which the directory can be filtered; a portal has only its own. */
export function useFilterAffiliations() {
  const me = useMe();
  const { mode } = useBoot();
  return mode === "main" ? (me?.affiliations ?? []) : [];
}

/** The filters other than the text, and the order. */
export function FilterFields({ filter, onChange }: FilterFieldsProps) {
  const me = useMe();
  const mine = useFilterAffiliations();
  return (
    <>
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
          className="md:col-span-2 lg:col-span-4"
          label={t`Show hidden members too`}
          checked={filter.includePrivate}
          onChange={(event) => onChange({ includePrivate: event.target.checked })}
        />
      )}
    </>
  );
}
