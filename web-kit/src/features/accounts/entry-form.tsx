import type { ReactNode, SubmitEvent } from "react";
import { Button, type ButtonVariant } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/note.tsx";

export interface EntryFormProps {
  /** Why it was refused, when that belongs to no field. */
  failure: string | undefined;
  /** The button that does it, and what it says at work. */
  confirm: string;
  busyLabel: string;
  busy: boolean;
  variant?: ButtonVariant;
  onSubmit: (event: SubmitEvent) => unknown;
  children: ReactNode;
}

/** The form of an entry screen: why it was refused, what is asked, and one wide button. */
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
