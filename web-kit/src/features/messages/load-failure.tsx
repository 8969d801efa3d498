import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CloudOff, Lock, RotateCw } from "lucide-react";
import { ProblemError } from "../../api/problem.ts";
import { errorReference } from "../../shell/error-reference.ts";
import { AwaitsConnection } from "../../ui/awaits-connection.tsx";
import { Button } from "../../ui/button.tsx";
import { useBackOnline, useOnline } from "../../ui/use-online.ts";
import { loadMessage } from "./rules.ts";

/** The error of a list of conversations or messages, with a retry button. */
export function LoadFailure(props: {
  error: Error;
  what: "conversations" | "messages";
  onRetry: () => void;
}) {
  const { error, what, onRetry } = props;
  const isRefused = error instanceof ProblemError && error.status === 403;
  const reference = errorReference(error);
  const online = useOnline();
  useBackOnline(isRefused ? undefined : onRetry);
  if (!online && !isRefused) {
    return (
      <div role="status" className="grid flex-1 place-items-center">
        <AwaitsConnection />
      </div>
    );
  }
  const Icon = isRefused ? Lock : CloudOff;
  return (
    <div role="alert" className="grid flex-1 place-items-center px-6 py-10 text-center">
      <div>
        <span className="inline-grid size-11 place-items-center rounded-full bg-danger-subtle text-danger-text">
          <Icon size={20} aria-hidden />
        </span>
        <h2 className="mt-3.5 text-15 font-semibold">{loadMessage(error, what)}</h2>
        {!isRefused && (
          <>
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
