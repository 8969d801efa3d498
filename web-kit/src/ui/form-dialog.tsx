import { type ReactNode, type SubmitEvent, useId } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { FormAlert } from "./note.tsx";

/** What a dialog that changes something is told by the screen that opens it. */
export interface ChangeDialogProps {
  onClose: () => void;
  /** It was done: what shows it must be asked for again. */
  onDone: () => Promise<unknown>;
}

export interface FormDialogProps {
  /** True unless another dialog stands in front for a while. */
  open?: boolean;
  title: string;
  description?: string;
  /** The button that does it. */
  confirm: string;
  /** What that button says at work. */
  busyLabel?: string;
  /** The button that leaves everything as it is; Cancel when left out. */
  cancel?: string;
  danger?: boolean;
  disabled?: boolean;
  busy: boolean;
  /** Why it was refused, when that belongs to no field. */
  failure: string | null | undefined;
  onSubmit: (event: SubmitEvent) => unknown;
  onClose: () => void;
  children?: ReactNode;
}

/** The frame of a form in a dialog: what is asked, why it was refused, the way out and the act. */
export function FormDialog(props: FormDialogProps) {
  const { open = true, danger = false, disabled = false, cancel = "Cancel" } = props;
  const { description, busyLabel } = props;
  const form = useId();
  return (
    <Dialog
      open={open}
      title={props.title}
      onOpenChange={(stays) => stays || props.onClose()}
      {...(description !== undefined && { description })}
      footer={
        <>
          <Button size="lg" onClick={props.onClose}>
            {cancel}
          </Button>
          <Button
            size="lg"
            variant={danger ? "danger" : "primary"}
            type="submit"
            form={form}
            disabled={disabled}
            busy={props.busy}
            {...(busyLabel !== undefined && { busyLabel })}
          >
            {props.confirm}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          // A form from which the dialog was opened stands around it for React, and is not sent.
          event.stopPropagation();
          void props.onSubmit(event);
        }}
      >
        <FormAlert>{props.failure}</FormAlert>
        {props.children}
      </form>
    </Dialog>
  );
}
