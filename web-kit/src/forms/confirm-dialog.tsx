import { wordsOf } from "../api/problem.ts";
import { useOnce } from "../api/use-once.ts";
import { FormDialog } from "../ui/form-dialog.tsx";

export interface ConfirmDialogProps {
  title: string;
  /** The consequences of the action. */
  text: string;
  confirm: string;
  /** Label of the cancel button; "Cancel" by default. */
  cancel?: string;
  danger?: boolean;
  /** Error message, if the error has none of its own. */
  failed: string;
  run: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a confirmation before an action with visible consequences. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirm, cancel, danger = false, failed, run, onClose } = props;
  const deed = useOnce({ mutationFn: run, onSuccess: onClose });
  return (
    <FormDialog
      {...{ title, confirm, danger, onClose }}
      {...(cancel !== undefined && { cancel })}
      description={text}
      busy={deed.isPending}
      failure={deed.error && wordsOf(deed.error, failed)}
      onSubmit={(event) => {
        event.preventDefault();
        deed.mutate();
      }}
    />
  );
}
