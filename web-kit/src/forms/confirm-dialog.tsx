import { wordsOf } from "../api/problem.ts";
import { useOnce } from "../api/use-once.ts";
import { FormDialog } from "../ui/form-dialog.tsx";

export interface ConfirmDialogProps {
  title: string;
  /** What comes of it. */
  text: string;
  confirm: string;
  /** The button that leaves everything as it is; Cancel when left out. */
  cancel?: string;
  danger?: boolean;
  /** Said when it failed without words. */
  failed: string;
  run: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks once more before something that many will notice. */
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
