import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useIsDesktop } from "../../shell/use-is-desktop.ts";
import { Button } from "../../ui/button.tsx";
import { Count } from "../../ui/count.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { countFilters, NO_FILTERS } from "./filter.ts";
import { FilterFields, type FilterFieldsProps, useFilterAffiliations } from "./filter-fields.tsx";
import { SearchField } from "./search-field.tsx";

/** The search field and the filters; a phone shows the filters in a sheet. */
export function Filters({ filter, onChange }: FilterFieldsProps) {
  const isDesktop = useIsDesktop();
  const mine = useFilterAffiliations();
  return (
    <form
      role="search"
      aria-label={t`Find members`}
      className="mt-5 flex items-end gap-2 md:grid md:grid-cols-2 md:gap-4 lg:grid-cols-4"
      onSubmit={(event) => event.preventDefault()}
    >
      <SearchField
        words={filter.q}
        onChange={(q) => onChange({ q })}
        className={clsx("max-md:min-w-0 max-md:flex-1", mine.length === 0 && "lg:col-span-2")}
      />
      {isDesktop ? (
        <FilterFields {...{ filter, onChange }} />
      ) : (
        <FilterSheet {...{ filter, onChange }} />
      )}
    </form>
  );
}

/** The filters of a phone. They apply at once; the sheet covers the list only in part. */
function FilterSheet({ filter, onChange }: FilterFieldsProps) {
  const [open, setOpen] = useState(false);
  const count = countFilters(filter);
  return (
    <>
      <Button
        size="lg"
        aria-haspopup="dialog"
        icon={<SlidersHorizontal size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t`Filters`}{" "}
        <Count
          value={count}
          tone="tint"
          label={t({ message: "active", context: "after a number of filters" })}
        />
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t`Filters`}
        footer={
          <>
            <Button
              size="lg"
              disabled={count === 0}
              onClick={() => onChange(NO_FILTERS)}
            >{t`Reset filters`}</Button>
            <Button
              size="lg"
              variant="primary"
              onClick={() => setOpen(false)}
            >{t`Show members`}</Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FilterFields {...{ filter, onChange }} />
        </div>
      </Dialog>
    </>
  );
}
