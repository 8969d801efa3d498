import { type ReactNode, type SubmitEvent, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormAlert } from "../../ui/note.tsx";

/** What every dialog of the staff area is told by the screen that opens it. */
export interface StaffDialogProps {
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

export interface FormDialogProps {
  title: string;
  description: string;
  /** The button that does it. */
  confirm: string;
  danger?: boolean;
  busy: boolean;
  /** Why it was refused, when that belongs to no field. */
  failure: string | undefined;
  onSubmit: (event: SubmitEvent) => unknown;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of a form that staff act by: what is asked, why it was refused, Cancel and the act. */
export function FormDialog(props: FormDialogProps) {
  const form = useId();
  return (
    <Dialog
      open
      title={props.title}
      description={props.description}
      onOpenChange={(open) => open || props.onClose()}
      footer={
        <>
          <Button size="lg" onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            size="lg"
            variant={props.danger === true ? "danger" : "primary"}
            type="submit"
            form={form}
            busy={props.busy}
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
        onSubmit={(event) => void props.onSubmit(event)}
      >
        <FormAlert>{props.failure}</FormAlert>
        {props.children}
      </form>
    </Dialog>
  );
}
