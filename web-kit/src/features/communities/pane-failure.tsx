import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { CloudOff, Lock, RotateCw, SearchX } from "lucide-react";
import { type Loadable, loadFailure } from "../../api/loading.ts";
import { ProblemError, errorMessage } from "../../api/problem.ts";
import { errorReference } from "../../shell/error-reference.ts";
import { AwaitsConnection } from "../../ui/awaits-connection.tsx";
import { Button } from "../../ui/button.tsx";
import { useBackOnline, useOnline } from "../../ui/use-online.ts";

/** A pane's error message with a retry button. */
export function PaneFailure(props: {
  error: Error;
  what: Loadable | "community";
  onRetry: () => void;
  className?: string;
}) {
  const { error, what, onRetry } = props;
  const kind = kindOf(error);
  const online = useOnline();
  // Retries a network failure when the connection returns.
  useBackOnline(kind === "refused" ? undefined : onRetry);
  if (kind === "failed" && !online) {
    return (
      <div role="status" className={clsx("grid flex-1 place-items-center", props.className)}>
        <AwaitsConnection />
      </div>
    );
  }
  const reference = errorReference(error);
  const Icon = kind === "refused" ? Lock : kind === "missing" ? SearchX : CloudOff;
  return (
    <div
      role="alert"
      className={clsx("grid flex-1 place-items-center px-8 py-10", props.className)}
    >
      <div className="text-center">
        <span
          className={clsx(
            "inline-grid size-11 place-items-center rounded-full",
            kind === "failed" ? "bg-danger-subtle text-danger-text" : "bg-selected text-ink-2",
          )}
        >
          <Icon size={20} aria-hidden />
        </span>
        <h2 className="mt-3.5 text-15 font-semibold">{titleOf(error, what)}</h2>
        {kind === "failed" && (
          <>
            <p className="mx-auto mt-1 max-w-[34ch] text-13 text-ink-2">{t`The rest of the app is working. We tried three times.`}</p>
            <Button
              className="mt-4"
              icon={<RotateCw size={14} aria-hidden />}
              onClick={onRetry}
            >{t`Try Again`}</Button>
            <p className="mt-4 text-12 text-ink-3">
              <Trans>
                Reference <span className="font-mono">{reference}</span>
              </Trans>
            </p>
          </>
        )}
      </div>
    </div>
  );
}

function kindOf(error: Error): "refused" | "missing" | "failed" {
  if (!(error instanceof ProblemError)) return "failed";
  if (error.status === 403) return "refused";
  return error.status === 404 ? "missing" : "failed";
}

function titleOf(error: Error, what: Loadable | "community"): string {
  if (what === "community") return errorMessage(error, t`Failed to load community details`);
  // A 404 has the server's own message; other errors are described by kind.
  if (error instanceof ProblemError && error.status === 404) return error.detail;
  return loadFailure(error, what);
}
