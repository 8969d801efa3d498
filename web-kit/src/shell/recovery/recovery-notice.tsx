import { t } from "@lingui/core/macro";
import { useSyncExternalStore } from "react";
import { recoveryState } from "../../recovery/recovery-state.ts";
import { Spinner } from "../../ui/spinner.tsx";

/** Tells that a connection fault is being repaired, and that the page will reload. */
export function RecoveryNotice() {
  const state = useSyncExternalStore(recoveryState.subscribe, recoveryState.snapshot);
  return (
    <div className="pointer-events-none fixed inset-x-3 top-3 z-60 flex flex-col items-center gap-2">
      <p role="status">
        {state !== "idle" && (
          <span className="pop flex items-center gap-2.5 px-3.5 py-2.5 text-13 font-medium">
            <Spinner size={15} /> {t`Fixing connection issues...`}
          </span>
        )}
      </p>
      {state === "reloading" && (
        <p
          role="alert"
          className="pop px-3.5 py-2.5 text-13"
        >{t`Connection issues detected. The page will reload to fix the problem.`}</p>
      )}
    </div>
  );
}
