import { t } from "@lingui/core/macro";
import { useState } from "react";
import { newIdempotencyKey } from "../../api/idempotency-key.ts";
import { keys } from "../../api/keys.ts";
import { errorMessage } from "../../api/problem.ts";
import type { Person } from "../../api/types.ts";
import { contentEmpty, contentTooLong, countCharacters } from "../../content/rules.ts";
import { TextAreaField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import type { PersonDialogProps } from "./erase-dialog.tsx";
import { PeoplePicker } from "./people-picker.tsx";
import { createIntroduction } from "./queries.ts";
import { useCordChange } from "./use-cord-change.ts";

const MESSAGE_MAX = 500;

/** Introduces a person to another one, with a message to both. */
export function IntroduceDialog({ person, onClose }: PersonDialogProps) {
  const { userId, firstName } = person;
  const [other, setOther] = useState<Person | null>(null);
  const [message, setMessage] = useState("");
  const [checked, setChecked] = useState(false);
  // One dialog creates one introduction, even after retries.
  const [key] = useState(newIdempotencyKey);
  const used = countCharacters(message.trim());
  const otherName = other?.firstName ?? "";
  const introduce = useCordChange({
    run: () =>
      createIntroduction({ userIds: [userId, other?.userId ?? ""], message: message.trim() }, key),
    done: t`${firstName} and ${otherName} are asked whether they want to meet.`,
    onDone: onClose,
    changes: [keys.introductions],
  });
  const messageFault =
    used === 0 ? contentEmpty() : used > MESSAGE_MAX ? contentTooLong(MESSAGE_MAX) : undefined;
  return (
    <FormDialog
      title={t`Introduce ${firstName} to …`}
      description={t`Both get your message. A conversation between the three of you opens after both accept.`}
      confirm={t`Introduce`}
      busyLabel={t`Sending...`}
      busy={introduce.isPending}
      failure={
        introduce.error && errorMessage(introduce.error, t`Failed to send the introduction.`)
      }
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (other !== null && messageFault === undefined) introduce.mutate();
      }}
      onClose={onClose}
    >
      <PeoplePicker
        label={t`Introduce to`}
        chosen={other}
        onChoose={setOther}
        exceptId={userId}
        error={checked && other === null ? t`Choose a member.` : undefined}
      />
      <TextAreaField
        label={t`Message to both`}
        hint={t`Why should they meet?`}
        aside={
          <span
            className={`text-12 tabular-nums ${used > MESSAGE_MAX ? "text-danger-text" : "text-ink-3"}`}
          >
            {used} / {MESSAGE_MAX}
          </span>
        }
        error={checked ? messageFault : undefined}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
    </FormDialog>
  );
}
