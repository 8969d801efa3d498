import { t } from "@lingui/core/macro";
import { type ReactNode, type SubmitEvent, useId } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { FormAlert } from "./note.tsx";

/** Props of a dialog that changes something. */
export interface ChangeDialogProps {
  onClose: () => void;
  /** Called after the change, to reload the affected queries. */
  onDone: () => Promise<unknown>;
}

export interface FormDialogProps {
  /** False while another dialog is in front of it. */
  open?: boolean;
  title: string;
  description?: string;
  /** Label of the submit button. */
  confirm: string;
  /** Its label while the request runs. */
  busyLabel?: string;
  /** Label of the cancel button; "Cancel" by default. */
  cancel?: string;
  danger?: boolean;
  disabled?: boolean;
  /** The fields keep their text as a draft when it closes. */
  keepsText?: boolean;
  busy: boolean;
  /** The reason for a refusal that belongs to no single field. */
  failure: string | null | undefined;
  onSubmit: (event: SubmitEvent) => unknown;
  onClose: () => void;
  children?: ReactNode;
}

/** The layout of a form in a dialog: fields, error, cancel and submit buttons. */
export function FormDialog(props: FormDialogProps) {
  const { open = true, danger = false, disabled = false, cancel = t`Cancel` } = props;
  const { description, busyLabel } = props;
  const form = useId();
  return (
    <Dialog
      open={open}
      title={props.title}
      keepsText={props.keepsText ?? false}
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
          // React events bubble to a surrounding form, which must not be submitted.
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
