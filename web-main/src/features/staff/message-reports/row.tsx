import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { MessageReport } from "@guildhall/web-kit/api/message-types.ts";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import { useAction } from "@guildhall/web-kit/features/communities/manage/use-action.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";
import { handleMessageReport, type ReportAction, reportedMessageQuery } from "./queries.ts";
import { ReportedMessages } from "./reported-messages.tsx";

const DONE: Record<ReportAction, string> = {
  dismiss: t`Report dismissed`,
  resolve: t`Report resolved`,
};

const FORMER_MEMBER = t({ message: "a former member", context: "after by" });

/** A report: sender, reporter and reason. The message is loaded on request only. */
export function MessageReportRow({ report }: { report: MessageReport }) {
  const [isShown, setIsShown] = useState(false);
  const { sender, reporter, handledAt, handledBy, status } = report;
  const name = sender?.displayName ?? t`Former member`;
  return (
    <div className="py-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p className="text-14 font-semibold">
            <Trans>
              Message of <PersonName name={name} />
            </Trans>
          </p>
          <p dir="auto" className="mt-1.5 max-w-[62ch] text-14 wrap-anywhere whitespace-pre-line">
            <span className="text-ink-3">{t`Reason:`}</span> {report.reason}
          </p>
          <p className="mt-1.5 text-12 text-ink-3">
            <Trans>
              Reported by <PersonName name={reporter?.displayName ?? FORMER_MEMBER} />{" "}
              <RelativeTime time={report.createdAt} />
            </Trans>
            {handledAt !== null && (
              <span className="meta-dot">
                <HandledBy {...{ status, handledAt }} name={handledBy?.displayName} />
              </span>
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-md:w-full">
          <Button
            variant="quiet"
            aria-expanded={isShown}
            aria-label={isShown ? t`Hide message of ${name}` : t`Show message of ${name}`}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? t`Hide message` : t`Show message`}
          </Button>
          {status === "open" && <Actions {...{ report, name }} />}
        </div>
      </div>
      {isShown && <Messages reportId={report.id} />}
    </div>
  );
}

interface HandledByProps {
  status: MessageReport["status"];
  handledAt: string;
  name: string | undefined;
}

function HandledBy({ status, handledAt, name = FORMER_MEMBER }: HandledByProps) {
  return status === "resolved" ? (
    <Trans>
      Resolved by <PersonName name={name} /> <RelativeTime time={handledAt} />
    </Trans>
  ) : (
    <Trans>
      Dismissed by <PersonName name={name} /> <RelativeTime time={handledAt} />
    </Trans>
  );
}

function Messages({ reportId }: { reportId: string }) {
  const { data, error } = useQuery(reportedMessageQuery(reportId));
  if (data !== undefined) return <ReportedMessages messages={data.messages} />;
  if (error !== null) {
    return (
      <p role="alert" className="mt-3 text-13 text-danger-text">
        {errorMessage(error, t`Failed to load reports`)}
      </p>
    );
  }
  return (
    <LoadingRegion label={t`Loading messages`} className="mt-3 flex flex-col gap-2">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-2/3" />
    </LoadingRegion>
  );
}

function Actions({ report, name }: { report: MessageReport; name: string }) {
  const handle = useAction({
    run: (action: ReportAction) => handleMessageReport(report, action),
    done: (action) => DONE[action],
    failed: t`Failed to update report`,
    changes: [keys.messageReports],
  });
  const busy = (action: ReportAction) => handle.isPending && handle.variables === action;
  const press = (action: ReportAction) => {
    if (!handle.isPending) handle.mutate(action);
  };
  return (
    <>
      <Button
        aria-label={t`Dismiss report about the message of ${name}`}
        busy={busy("dismiss")}
        onClick={() => press("dismiss")}
      >{t`Dismiss`}</Button>
      <Button
        variant="tint"
        aria-label={t`Resolve report about the message of ${name}`}
        busy={busy("resolve")}
        onClick={() => press("resolve")}
      >{t`Resolve`}</Button>
    </>
  );
}
