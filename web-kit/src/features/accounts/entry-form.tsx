import type { ReactNode, SubmitEvent } from "react";
import { Button, type ButtonVariant } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/note.tsx";

export interface EntryFormProps {
  /** The reason for a refusal that belongs to no single field. */
  failure: string | undefined;
  /** The label of the submit button, and its label while the request runs. */
  confirm: string;
  busyLabel: string;
  busy: boolean;
  variant?: ButtonVariant;
  onSubmit: (event: SubmitEvent) => unknown;
  children: ReactNode;
}

/** The form of the sign-in and sign-up screens: the failure, the fields and one wide button. */
export function EntryForm({ variant = "primary", ...props }: EntryFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => void props.onSubmit(event)}
      className="mt-5 flex flex-col gap-4 md:mt-7 md:gap-5"
    >
      <FormAlert>{props.failure}</FormAlert>
      {props.children}
      <Button
        type="submit"
        variant={variant}
        size="lg"
        busy={props.busy}
        busyLabel={props.busyLabel}
        className="w-full"
      >
        {props.confirm}
      </Button>
    </form>
  );
}
