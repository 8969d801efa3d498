import { t } from "@lingui/core/macro";
import { useState } from "react";
import {
  CATEGORY_LABELS,
  labelEntries,
  PRIORITY_LABELS,
  STATUS_LABELS,
} from "@guildhall/web-kit/features/support/labels.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { CompactSelect } from "./compact-select.tsx";
import {
  type DeskFilter,
  readFilter,
  SETS,
  type SavedView,
  STANDARD_VIEWS,
  writeFilter,
} from "./desk-filter.ts";
import { FilterChips } from "./filter-chips.tsx";
import { useSavedViews } from "./saved-views.ts";

/** Who answers a ticket first. */
const DESKS = [
  ["platform", t`Platform staff`],
  ["affiliation", t`Affiliations`],
] as const;

export interface InboxFiltersProps {
  staffId: string;
  filter: DeskFilter;
  /** Names of the support staff by id, for the assignee filter. */
  staff: readonly (readonly [id: string, name: string])[];
  onChange: (changes: Partial<DeskFilter>) => void;
}

/** Saved views, search and filters of the ticket inbox; all are kept in the address. */
export function InboxFilters({ staffId, filter, staff, onChange }: InboxFiltersProps) {
  const [expanded, setExpanded] = useState(false);
  const own = useSavedViews(staffId);
  const [saving, setSaving] = useState(false);
  const query = writeFilter(filter).toString();
  const views: readonly SavedView[] = [...STANDARD_VIEWS, ...own.views];
  const current = views.find((one) => one.query === query);
  const isOwn = own.views.some((one) => one === current);
  const chosen = SETS.reduce((count, name) => count + filter[name].length, 0);
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line-soft p-3">
      <SearchField
        label={t`Search tickets`}
        placeholder={t`Subject, text, name, email or #id`}
        className="h-8"
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <CompactSelect
          label={t({ message: "View", context: "noun" })}
          value={current?.query ?? "custom"}
          options={[
            ...views.map((one) => [one.query, one.name] as const),
            ...(current === undefined ? [["custom", t`Current filters`] as const] : []),
          ]}
          onChange={({ target }) => onChange(readFilter(new URLSearchParams(target.value)))}
        />
        {current === undefined && (
          <Button size="sm" variant="quiet" onClick={() => setSaving(true)}>{t`Save view`}</Button>
        )}
        {isOwn && current !== undefined && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => own.remove(current.name)}
          >{t`Delete view`}</Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          aria-expanded={expanded}
          className="ms-auto"
          onClick={() => setExpanded((before) => !before)}
        >
          {chosen > 0 ? t`Filters (${chosen})` : t`Filters`}
        </Button>
      </div>
      {expanded && (
        <div className="flex flex-col gap-2">
          <FilterChips
            label={t`Status`}
            options={labelEntries(STATUS_LABELS)}
            chosen={filter.status}
            onChange={(status) => onChange({ status })}
          />
          <FilterChips
            label={t`Priority`}
            options={labelEntries(PRIORITY_LABELS)}
            chosen={filter.priority}
            onChange={(priority) => onChange({ priority })}
          />
          <FilterChips
            label={t`Category`}
            options={labelEntries(CATEGORY_LABELS)}
            chosen={filter.category}
            onChange={(category) => onChange({ category })}
          />
          <FilterChips
            label={t({ message: "Desk", context: "support desk" })}
            options={DESKS}
            chosen={filter.desk}
            onChange={(desk) => onChange({ desk })}
          />
          <CompactSelect
            label={t`Assigned to`}
            value={filter.assignedToId}
            options={[
              ["", t({ message: "Anyone", context: "assigned to" })],
              ["me", t({ message: "Me", context: "assigned to" })],
              ["none", t`Not assigned`],
              ...staff,
            ]}
            onChange={({ target }) => onChange({ assignedToId: target.value })}
          />
        </div>
      )}
      {saving && (
        <SaveViewDialog
          onSave={(name) => own.save({ name, query })}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  );
}

function SaveViewDialog(props: { onSave: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  return (
    <FormDialog
      title={t`Save this view`}
      description={t`Views are stored in this browser.`}
      confirm={t`Save view`}
      busy={false}
      failure={null}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === "") {
          setError(t`Please enter a name.`);
          return;
        }
        props.onSave(name.trim());
        props.onClose();
      }}
      onClose={props.onClose}
    >
      <TextField
        label={t`Name`}
        autoComplete="off"
        maxLength={60}
        error={error}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
