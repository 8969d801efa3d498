import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { BulkOutcome } from "@guildhall/web-kit/api/staff-role-types.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { BulkAction } from "./bulk-action.ts";
import type { Selection } from "./use-selection.ts";

export interface BulkBarProps<Action extends string> {
  selection: Selection;
  actions: readonly BulkAction<Action>[];
  /** The name of a row, for the list of outcomes. */
  nameOf: (id: string) => string;
  run: (action: Action, ids: readonly string[], reason: string) => Promise<readonly BulkOutcome[]>;
  /** Called when the outcomes are known, to reload the list. */
  onDone: () => Promise<unknown>;
}

/** The number of selected rows and the actions on all of them; absent without a selection. */
export function BulkBar<Action extends string>(props: BulkBarProps<Action>) {
  const { selection, actions, nameOf, run, onDone } = props;
  const [requested, setRequested] = useState<Requested<Action> | null>(null);
  const { length: count } = selection.chosen;
  return (
    <>
      {/* The live region exists before its content appears. */}
      <p role="status" className="sr-only">
        {count === 0 ? "" : t`${count} selected`}
      </p>
      {count > 0 && (
        <div
          role="group"
          aria-label={t`Actions on the selected rows`}
          className="z-10 mx-4 md:sticky md:top-0 mt-3 flex flex-wrap items-center gap-2 rounded-lg bg-raised px-3 py-2 shadow-e2 md:mx-6 forced-colors:border"
        >
          <span aria-hidden className="me-1 text-13 font-semibold tabular-nums">
            {t`${count} selected`}
          </span>
          {actions.map((action) => (
            <Button
              key={action.action}
              onClick={() => setRequested({ action, ids: selection.chosen })}
            >
              {action.label}
            </Button>
          ))}
          <Button
            variant="quiet"
            className="ms-auto"
            onClick={selection.clear}
          >{t`Clear selection`}</Button>
        </div>
      )}
      {requested !== null && (
        <BulkDialog
          {...requested}
          nameOf={nameOf}
          run={(reason) => run(requested.action.action, requested.ids, reason)}
          onDone={async () => {
            selection.clear();
            await onDone();
          }}
          onClose={() => setRequested(null)}
        />
      )}
    </>
  );
}

interface Requested<Action extends string> {
  action: BulkAction<Action>;
  /** The selection at the time of the request; it may change while the dialog is open. */
  ids: readonly string[];
}
