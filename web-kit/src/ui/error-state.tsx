import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { AwaitsConnection } from "./awaits-connection.tsx";
import { Button } from "./button.tsx";
import { useBackOnline, useOnline } from "./use-online.ts";

export interface ErrorStateProps {
  title: string;
  text?: ReactNode;
  onRetry?: (() => void) | undefined;
  /** The reference that a member quotes to support. */
  reference?: string | undefined;
  /** Additional buttons next to "Try Again". */
  actions?: ReactNode;
  className?: string;
}

/**
 * An error in one pane, while the rest of the app stays usable. While offline, a retryable error is
 * shown as waiting, and retried when the connection returns.
 */
export function ErrorState(props: ErrorStateProps) {
  const { reference } = props;
  const online = useOnline();
  useBackOnline(props.onRetry);
  if (!online && props.onRetry !== undefined) {
    return (
      <div role="status">
        <AwaitsConnection className={props.className} />
      </div>
    );
  }
  return (
    <div
      role="alert"
      data-slot="error-state"
      className={clsx("mx-auto w-full max-w-[420px] px-6 text-center", props.className)}
    >
      <span className="inline-grid size-11 place-items-center rounded-full bg-danger-subtle text-danger-text">
        <TriangleAlert size={20} aria-hidden />
      </span>
      <h2 className="mt-3.5 text-15 font-semibold">{props.title}</h2>
      {props.text !== undefined && (
        <p className="mx-auto mt-1 max-w-[40ch] text-13 text-ink-2">{props.text}</p>
      )}
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {props.onRetry && (
          <Button
            icon={<RotateCw size={14} aria-hidden />}
            onClick={props.onRetry}
          >{t`Try Again`}</Button>
        )}
        {props.actions}
      </div>
      {reference !== undefined && (
        <p className="mt-4 text-12 text-ink-3">
          <Trans>
            Reference <span className="font-mono text-[0.92em]">{reference}</span>
          </Trans>
        </p>
      )}
    </div>
  );
}
