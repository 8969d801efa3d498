import { errorMessage } from "../api/problem.ts";
import { useSingleFlightMutation } from "../api/use-single-flight-mutation.ts";
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
  const action = useSingleFlightMutation({ mutationFn: run, onSuccess: onClose });
  return (
    <FormDialog
      {...{ title, confirm, danger, onClose }}
      {...(cancel !== undefined && { cancel })}
      description={text}
      busy={action.isPending}
      failure={action.error && errorMessage(action.error, failed)}
      onSubmit={(event) => {
        event.preventDefault();
        action.mutate();
      }}
    />
  );
}
