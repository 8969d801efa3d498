import { useState } from "react";
import { wordsOf } from "../../../api/problem.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";

export interface ConfirmDialogProps {
  title: string;
  /** What comes of it. */
  text: string;
  confirm: string;
  danger?: boolean;
  /** Said when it failed without words. */
  failed: string;
  run: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks once more before something that many will notice. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirm, danger = false, failed, run, onClose } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await run();
      onClose();
    } catch (error) {
      setFailure(wordsOf(error, failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      {...{ title, confirm, danger, busy, failure, onClose }}
      onSubmit={(event) => {
        event.preventDefault();
        return submit();
      }}
    >
      <p className="text-14 text-ink-2">{text}</p>
    </FormDialog>
  );
}
