import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { beforeReload } from "../../../recovery/reload.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { DraftAutosave } from "./draft-autosave.ts";

/**
 * Prevents leaving with unsaved text: it is saved first, and a dialog appears only if that fails.
 */
export function LeaveGuard({ autosave }: { autosave: DraftAutosave }) {
  const [stuck, setStuck] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      autosave.isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let given = true;
    void autosave.flush().then((stored) => {
      if (!given) return;
      if (stored) blocker.proceed();
      else setStuck(true);
    });
    return () => {
      given = false;
    };
  }, [blocker, autosave]);
  useEffect(() => beforeReload(() => autosave.flush()), [autosave]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!autosave.isUnsaved) return;
      event.preventDefault();
      void autosave.flush();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [autosave]);
  if (!stuck || blocker.state !== "blocked") return null;
  const stay = () => {
    setStuck(false);
    blocker.reset();
  };
  return (
    <Dialog
      open
      guardsNavigation
      onOpenChange={(stays) => stays || stay()}
      title={t`Leave without saving?`}
      description={t`Your last changes could not be saved as a draft. They will be lost if you leave.`}
      footer={
        <>
          <Button size="lg" onClick={stay}>{t`Stay`}</Button>
          <Button size="lg" variant="danger" onClick={() => blocker.proceed()}>{t`Leave`}</Button>
        </>
      }
    />
  );
}
