import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../api/keys.ts";
import type { Report } from "../../api/types.ts";
import { RemovalDialog } from "./removal-dialog.tsx";
import { ReportRow } from "./report-row.tsx";
import { removalPath, SUBJECT } from "./words.ts";

export interface ReportListProps {
  reports: readonly Report[];
  /** Where they come from more than one. */
  showCommunity?: boolean;
}

/** Reports, and what can be done about each. */
export function ReportList({ reports, showCommunity = false }: ReportListProps) {
  const cache = useQueryClient();
  const [removing, setRemoving] = useState<Report | null>(null);
  return (
    <>
      <ul aria-label="Reports" className="divide-y divide-line-soft">
        {reports.map((report) => (
          <ReportRow
            key={report.id}
            {...{ report, showCommunity }}
            onRemove={() => setRemoving(report)}
          />
        ))}
      </ul>
      {removing !== null && (
        <RemovalDialog
          what={SUBJECT[removing.subjectKind]}
          endpoint={removalPath(removing)}
          failed={`Failed to delete ${removing.subjectKind}`}
          onRemoved={() => cache.invalidateQueries({ queryKey: keys.reports })}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}
