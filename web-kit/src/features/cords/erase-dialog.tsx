import { t } from "@lingui/core/macro";
import { errorMessage } from "../../api/problem.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { eraseCord } from "./queries.ts";
import { useCordChange } from "./use-cord-change.ts";

export interface PersonDialogProps {
  person: { userId: string; firstName: string };
  onClose: () => void;
}

/** Confirms erasing the cord with a person. */
export function EraseDialog({ person, onClose }: PersonDialogProps) {
  const { userId, firstName } = person;
  const erase = useCordChange({
    run: () => eraseCord(userId),
    done: t`The cord with ${firstName} is erased.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t`Erase the cord with ${firstName}?`}
      description={t`This erases every strand, for both of you. ${firstName} is not notified. A new cord starts only with what you do together from now on.`}
      confirm={t`Erase cord`}
      danger
      busy={erase.isPending}
      failure={erase.error && errorMessage(erase.error, t`Failed to erase the cord.`)}
      onSubmit={(event) => {
        event.preventDefault();
        erase.mutate();
      }}
      onClose={onClose}
    />
  );
}
