import { clsx } from "clsx";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useBoot } from "../../shell/app.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useMe } from "../accounts/queries.ts";
import { INDUSTRIES, SORTS } from "./filter.ts";
import type { DirectoryFilter } from "./queries.ts";

const PAUSE_MS = 300;

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
      aria-label="Find members"
      className="mt-5 grid grid-cols-2 gap-x-3 gap-y-4 sm:gap-4 lg:grid-cols-4"
      onSubmit={(event) => event.preventDefault()}
    >
      <Words
        filter={filter}
        onChange={onChange}
        className={clsx("max-sm:col-span-2", mine.length === 0 && "lg:col-span-2")}
      />
      {mine.length > 0 && (
        <SelectField
          label="Affiliation"
          value={filter.affiliation}
          onChange={(event) => onChange({ affiliation: event.target.value })}
        >
          <option value="">All</option>
          {mine.map((tie) => (
            <option key={tie.id} value={tie.id}>
              {tie.name}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label="Industry"
        value={filter.industry === "" ? "all" : filter.industry}
        onChange={(event) => {
          const { value } = event.target;
          onChange({ industry: value === "all" ? "" : value });
        }}
      >
        <option value="all">All</option>
        {INDUSTRIES.map((industry) => (
          <option key={industry} value={industry.toLowerCase()}>
            {industry}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Sort by"
        // Alone in the last row of two on a phone.
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
          label="Show hidden members too"
          checked={filter.includePrivate}
          onChange={(event) => onChange({ includePrivate: event.target.checked })}
        />
      )}
    </form>
  );
}

/** The words are looked for once the typing pauses, and stay in the field meanwhile. */
function Words({ filter, onChange, className }: FiltersProps & { className: string }) {
  const [typed, setTyped] = useState(filter.q);
  const [known, setKnown] = useState(filter.q);
  // Changed from outside, as when the filters are cleared or the address is another.
  if (filter.q !== known) {
    setKnown(filter.q);
    if (filter.q !== typed.trim()) setTyped(filter.q);
  }
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => onChange({ q: text.trim() }), PAUSE_MS);
  };
  return (
    <TextField
      label="Search"
      className={className}
      type="search"
      autoComplete="off"
      placeholder="Name, handle, place or job"
      leading={<Search size={16} aria-hidden className="text-ink-3" />}
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  );
}
