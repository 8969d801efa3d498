import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/**
 * Asks before unsaved changes are lost: in a dialog for navigation inside the app, otherwise
 * through the browser's own prompt.
 */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [dirty]);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      open
      guardsNavigation
      onOpenChange={(stays) => stays || blocker.reset()}
      title={t`Leave without saving?`}
      description={t`Your changes are not saved yet.`}
      footer={
        <>
          <Button size="lg" onClick={() => blocker.reset()}>{t`Stay`}</Button>
          <Button size="lg" variant="danger" onClick={() => blocker.proceed()}>{t`Leave`}</Button>
        </>
      }
    />
  );
}
