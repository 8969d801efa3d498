import { t } from "@lingui/core/macro";
import { errorMessage } from "../../api/problem.ts";
import { keys } from "../../api/keys.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import type { PersonDialogProps } from "./erase-dialog.tsx";
import { setVouch } from "./queries.ts";
import { useCordChange } from "./use-cord-change.ts";

/** Explains and confirms a vouch, or its withdrawal. */
export function VouchDialog(props: PersonDialogProps & { vouched: boolean }) {
  const { person, vouched, onClose } = props;
  const { userId, firstName } = person;
  const change = useCordChange({
    run: () => setVouch(userId, !vouched),
    done: vouched ? t`You no longer vouch for ${firstName}.` : t`You vouch for ${firstName}.`,
    onDone: onClose,
    changes: [keys.vouches(userId)],
  });
  const failed = vouched ? t`Failed to withdraw your vouch.` : t`Failed to vouch.`;
  return (
    <FormDialog
      title={vouched ? t`Withdraw your vouch for ${firstName}?` : t`Vouch for ${firstName}?`}
      description={
        vouched
          ? t`It disappears from ${firstName}’s profile. ${firstName} is not notified.`
          : t`A vouch says that you know ${firstName} and trust them. You can vouch for a person once, and withdraw it at any time.`
      }
      confirm={vouched ? t`Withdraw vouch` : t`Vouch`}
      danger={vouched}
      busy={change.isPending}
      failure={change.error && errorMessage(change.error, failed)}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
      onClose={onClose}
    >
      {!vouched && (
        <p className="text-13 text-ink-2">{t`Others see it on ${firstName}’s profile only if you both agree: you by vouching, ${firstName} by showing vouches. It strengthens your cord in either case.`}</p>
      )}
    </FormDialog>
  );
}
