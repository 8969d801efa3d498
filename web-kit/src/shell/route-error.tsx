import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { useLocation, useNavigate, useRevalidator, useRouteError } from "react-router";
import { ProblemError } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { useOnline } from "../ui/use-online.ts";
import { mayReload } from "./lazy.ts";
import { hardRefresh, isLoadError } from "../recovery/load-errors.ts";
import { errorReference } from "./error-reference.ts";

const retryAfterMs = 1000;
const RETRIES_MAX = 2;

/** Replaces a screen that failed. The navigation stays usable. */
export function RouteError() {
  const error = useRouteError();
  return (
    <div className="grid min-h-[60dvh] flex-1 place-items-center py-10">
      {isLoadError(error) ? (
        <LoadingError key={errorReference(error)} error={error} />
      ) : (
        <ScreenError error={error} />
      )}
    </div>
  );
}

function ScreenError({ error }: { error: unknown }) {
  const { revalidate } = useRevalidator();
  const words =
    error instanceof ProblemError
      ? error.detail
      : t`An unexpected error occurred. Please try refreshing the page.`;
  return (
    <ErrorState
      title={t`Something went wrong`}
      text={words}
      reference={errorReference(error)}
      onRetry={() => void revalidate()}
    />
  );
}

// Module state: the component is remounted after every failed attempt.
let retries = { of: "", made: 0 };

function LoadingError({ error }: { error: unknown }) {
  const navigate = useNavigate();
  const { key, pathname } = useLocation();
  const visit = `${pathname} ${key}`;
  const { revalidate } = useRevalidator();
  const online = useOnline();
  useEffect(() => {
    // While offline, a reload would fail.
    if (!online) return;
    // The address is already that of the requested screen, so a reload leads there.
    if (mayReload()) {
      location.reload();
      return;
    }
    // Attempts are counted per visit, independently of earlier failures.
    if (retries.of !== visit) retries = { of: visit, made: 0 };
    if (retries.made >= RETRIES_MAX) return;
    const timer = setTimeout(() => {
      retries.made += 1;
      void revalidate();
    }, retryAfterMs);
    return () => clearTimeout(timer);
  }, [online, revalidate, visit]);

  return (
    <ErrorState
      title={t`Loading Error`}
      text={
        <>
          <Trans>
            There was an issue loading this part of the app. This usually happens when the app has
            been updated.
            <span className="mt-2 block text-12 text-ink-3">
              If this problem persists, try closing and reopening the app completely.
            </span>
          </Trans>
        </>
      }
      reference={errorReference(error)}
      onRetry={() => void revalidate()}
      actions={
        <>
          <Button onClick={() => void hardRefresh()}>{t`Refresh App`}</Button>
          <Button variant="quiet" onClick={() => void navigate("/")}>{t`Go to Home`}</Button>
        </>
      }
    />
  );
}
