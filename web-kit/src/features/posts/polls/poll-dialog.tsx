import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Choices } from "../../../ui/choices.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { ClosingField } from "./closing-field.tsx";
import {
  closingFault,
  completePoll,
  type DraftPoll,
  EMPTY_POLL,
  OPTION_COUNT,
  optionFault,
} from "./draft-poll.ts";
import { PollOptionList } from "./poll-option-list.tsx";
import { usePollOptions } from "./use-poll-options.ts";

export interface PollDialogProps {
  /** The draft's poll; null for a new one. */
  poll: DraftPoll | null;
  onSave: (poll: DraftPoll) => void;
  onClose: () => void;
}

const VOTING = [
  {
    value: "named",
    title: t({ message: "Named", context: "poll: votes are public" }),
    text: t`Members see who voted for what`,
  },
  {
    value: "secret",
    title: t({ message: "Secret", context: "poll: votes are secret" }),
    text: t`Only the counts are shown`,
  },
] as const;

/** Creates or changes the poll of a draft, whose text is the question. */
export function PollDialog({ poll, onSave, onClose }: PollDialogProps) {
  const [settings, setSettings] = useState(poll ?? EMPTY_POLL);
  const [isTried, setIsTried] = useState(false);
  const options = usePollOptions(settings.options);
  const texts = options.fields.map((field) => field.text);
  const complete = completePoll({ ...settings, options: texts });
  const isFaulty =
    closingFault(settings.closes) !== null ||
    texts.some((_, at) => optionFault(texts, at) !== null);
  return (
    <FormDialog
      title={poll === null ? t`Add a poll` : t`Edit poll`}
      description={t`The text of your post is the question.`}
      confirm={poll === null ? t`Add poll` : t`Save`}
      busy={false}
      failure={null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (complete === null || isFaulty) return;
        onSave(complete);
        onClose();
      }}
    >
      <PollOptionList
        options={options}
        error={isTried && complete === null ? OPTION_COUNT : null}
      />
      <Checkbox
        label={t`Several options can be chosen`}
        checked={settings.multiple}
        onChange={(event) => setSettings({ ...settings, multiple: event.target.checked })}
      />
      <Choices
        label={t`Votes`}
        choices={VOTING}
        name="voting"
        value={settings.secret ? "secret" : "named"}
        onChange={(event) => setSettings({ ...settings, secret: event.target.value === "secret" })}
      />
      <ClosingField
        closes={settings.closes}
        isTried={isTried}
        onChange={(closes) => setSettings({ ...settings, closes })}
      />
    </FormDialog>
  );
}
