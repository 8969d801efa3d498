import { t } from "@lingui/core/macro";
import { Button } from "../../ui/button.tsx";
import type { CutText } from "./use-text-editing.ts";

/** Says that a pasted text was cut, and restores the text before the paste. */
export function CutNotice({ cut }: { cut: CutText | null }) {
  return (
    <div role="status" className="text-12 text-ink-2">
      {cut !== null && (
        <span className="flex flex-wrap items-center gap-x-2 ps-1 pt-1.5">
          {t`The text was cut at ${{ max: cut.max }} characters.`}
          <Button size="sm" variant="quiet" onClick={cut.undo}>{t`Undo`}</Button>
        </span>
      )}
    </div>
  );
}
