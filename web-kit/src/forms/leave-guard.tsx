import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** Asks before changes are left behind: by a way inside the app in a dialog, by any other as the browser does. */
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
      title="Leave without saving?"
      description="What you changed here is not saved yet."
      footer={
        <>
          <Button size="lg" onClick={() => blocker.reset()}>
            Stay
          </Button>
          <Button size="lg" variant="danger" onClick={() => blocker.proceed()}>
            Leave
          </Button>
        </>
      }
    />
  );
}
