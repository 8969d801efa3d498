import { t } from "@lingui/core/macro";
import { Checkbox } from "@guildhall/web-kit/ui/checkbox.tsx";
import type { Selection } from "./use-selection.ts";

/** Selects one row; `name` is what the row is about. */
export function SelectBox(props: { selection: Selection; id: string; name: string }) {
  const { selection, id, name } = props;
  return (
    <Checkbox
      // A target of 24 pixels, as WCAG 2.5.8 requires.
      className="inline-flex min-h-6 min-w-6 items-center"
      label={<span className="sr-only">{t`Select ${name}`}</span>}
      checked={selection.has(id)}
      onChange={() => selection.toggle(id)}
    />
  );
}

/** Selects all rows on the page. */
export function SelectAllBox({ selection }: { selection: Selection }) {
  const isMixed = selection.chosen.length > 0 && !selection.isAll;
  return (
    <Checkbox
      className="inline-flex min-h-6 min-w-6 items-center"
      label={<span className="sr-only">{t`Select all on this page`}</span>}
      checked={selection.isAll}
      ref={(box) => {
        if (box !== null) box.indeterminate = isMixed;
      }}
      onChange={selection.toggleAll}
    />
  );
}
