import { t } from "@lingui/core/macro";
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
      <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>{t`Discard draft`}</Button>
      <Suspense>
        {asking && (
          <ConfirmDialog
            danger
            title={t`Discard this draft?`}
            text={t`Your unpublished text will be lost.`}
            confirm={t`Discard`}
            failed={t`Failed to discard the draft`}
            run={onDiscard}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  );
}
