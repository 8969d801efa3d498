import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/button.tsx";

const ConfirmDialog = lazy(async () => ({
  default: (await import("../../../forms/confirm-dialog.tsx")).ConfirmDialog,
}));

/** Discards a draft after a confirmation. */
export function DiscardButton({ onDiscard }: { onDiscard: () => Promise<unknown> }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
        Discard draft
      </Button>
      <Suspense>
        {asking && (
          <ConfirmDialog
            danger
            title="Discard this draft?"
            text="Your unpublished text will be lost."
            confirm="Discard"
            failed="Failed to discard the draft"
            run={onDiscard}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  );
}
