import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { keys } from "../../api/keys.ts";
import type { Report } from "../../api/types.ts";
import { excerptOrAttachment } from "../../content/excerpt.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useAction } from "../communities/manage/use-action.ts";
import { handleReport, type ReportAction } from "./queries.ts";
import { actionLabels, reportedPath, SHOW_LABELS, SUBJECT_LABELS } from "./labels.ts";

const SUCCESS_MESSAGES: Record<ReportAction, string> = {
  dismiss: t`Report dismissed`,
  resolve: t`Report resolved`,
};

export interface ReportRowProps {
  report: Report;
  showCommunity: boolean;
  onRemove: () => void;
}

/** A report: content, reporter and reason. On a phone the actions are below it. */
export function ReportRow({ report, showCommunity, onRemove }: ReportRowProps) {
  const { excerpt, status } = report;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
          <Badge tone="line" className="capitalize">
            {SUBJECT_LABELS[report.subjectKind]}
          </Badge>
          <span>
            <PersonName name={authorOf(report)} />
            {showCommunity && <CommunityName report={report} />}
          </span>
        </p>
        <p dir="auto" className="mt-1.5 max-w-[62ch] text-15 wrap-anywhere">
          {excerpt === null ? (
            <i className="text-ink-3">{t`It is gone.`}</i>
          ) : (
            excerptOrAttachment(excerpt)
          )}
        </p>
        <p dir="auto" className="mt-1.5 max-w-[62ch] text-14 wrap-anywhere whitespace-pre-line">
          <span className="text-ink-3">{t`Reason:`}</span> {report.reason}
        </p>
        <ReportHistory report={report} />
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full">
        <Open report={report} />
        {status === "open" && <Actions {...{ report, onRemove }} />}
      </div>
    </div>
  );
}

function authorOf({ author }: Report): string {
  return author?.displayName ?? t`Former member`;
}

function CommunityName({ report: { communityId, communityName } }: { report: Report }) {
  return (
    <span className="meta-dot">
      <Link to={`/communities/${communityId}`} className="link">
        {communityName}
      </Link>
    </span>
  );
}

/** Reporter and date, and the outcome. */
function ReportHistory({ report }: { report: Report }) {
  const { reporter, createdAt, status, handledBy, handledAt } = report;
  const formerMember = t({ message: "a former member", context: "after “by”" });
  const handler = handledBy?.displayName ?? formerMember;
  return (
    <p className="mt-1.5 text-12 text-ink-3">
      <Trans>
        Reported by <PersonName name={reporter?.displayName ?? formerMember} />{" "}
        <RelativeTime time={createdAt} />
      </Trans>
      {handledAt !== null && (
        <span className="meta-dot">
          {status === "resolved" ? (
            <Trans>
              Resolved by <PersonName name={handler} /> <RelativeTime time={handledAt} />
            </Trans>
          ) : (
            <Trans>
              Dismissed by <PersonName name={handler} /> <RelativeTime time={handledAt} />
            </Trans>
          )}
        </span>
      )}
    </p>
  );
}

function Open({ report }: { report: Report }) {
  const path = reportedPath(report);
  if (path === null) return null;
  return (
    <ButtonLink
      to={path}
      variant="quiet"
      // On a phone it aligns with the text, and all actions fit in one line.
      className="max-md:px-0!"
      aria-label={actionLabels(report.subjectKind, authorOf(report)).show}
    >
      {SHOW_LABELS[report.subjectKind]}
    </ButtonLink>
  );
}

function Actions({ report, onRemove }: { report: Report; onRemove: () => void }) {
  const handle = useAction({
    run: (action: ReportAction) => handleReport(report, action),
    done: (action) => SUCCESS_MESSAGES[action],
    failed: t`Failed to update report`,
    changes: [keys.reports],
  });
  const labels = actionLabels(report.subjectKind, authorOf(report));
  const busy = (action: ReportAction) => handle.isPending && handle.variables === action;
  const press = (action: ReportAction) => {
    if (!handle.isPending) handle.mutate(action);
  };
  return (
    <>
      {report.excerpt !== null && (
        <Button aria-label={labels.remove} onClick={onRemove}>{t`Remove`}</Button>
      )}
      <Button
        aria-label={labels.dismiss}
        busy={busy("dismiss")}
        onClick={() => press("dismiss")}
      >{t`Dismiss`}</Button>
      <Button
        variant="tint"
        aria-label={labels.resolve}
        busy={busy("resolve")}
        onClick={() => press("resolve")}
      >{t`Resolve`}</Button>
    </>
  );
}
