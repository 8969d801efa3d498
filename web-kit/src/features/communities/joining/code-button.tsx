import { t } from "@lingui/core/macro";
import { KeyRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/button.tsx";

const CodeDialog = lazy(async () => ({
  default: (await import("./code-dialog.tsx")).CodeDialog,
}));

/** Opens the dialog for joining with a private code. */
export function JoinWithCodeButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<KeyRound size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >{t`Join with a code`}</Button>
      <Suspense>{open && <CodeDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
