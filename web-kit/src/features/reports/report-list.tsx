import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../api/keys.ts";
import type { Report } from "../../api/types.ts";
import { LongList, type NextPages } from "../../ui/long-list.tsx";
import { RemovalDialog } from "./removal-dialog.tsx";
import { ReportRow } from "./report-row.tsx";
import { removalPath } from "./labels.ts";

export interface ReportListProps {
  reports: readonly Report[];
  more: NextPages;
  /** For lists with reports of several communities. */
  showCommunity?: boolean;
}

/** Estimated height of a report in pixels. */
const ROW_HEIGHT_PX = 132;

/** Reports with the actions on each. */
export function ReportList({ reports, more, showCommunity = false }: ReportListProps) {
  const cache = useQueryClient();
  const [removing, setRemoving] = useState<Report | null>(null);
  return (
    <>
      <LongList
        label={t`Reports`}
        items={reports}
        idOf={({ id }) => id}
        rowHeight={ROW_HEIGHT_PX}
        more={more}
        rowClassName="border-b border-line-soft last:border-b-0"
      >
        {(report) => (
          <ReportRow {...{ report, showCommunity }} onRemove={() => setRemoving(report)} />
        )}
      </LongList>
      {removing !== null && (
        <RemovalDialog
          subject={removing.subjectKind}
          endpoint={removalPath(removing)}
          failed={
            removing.subjectKind === "post" ? t`Failed to delete post` : t`Failed to delete article`
          }
          onRemoved={() => cache.invalidateQueries({ queryKey: keys.reports })}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}
