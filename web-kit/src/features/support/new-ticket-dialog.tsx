import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ProblemError } from "../../api/client.ts";
import { failureText, isRefusal } from "./failure-text.ts";
import { newIdempotencyKey } from "../../api/idempotency-key.ts";
import { keys } from "../../api/keys.ts";
import type { NewTicket, Ticket } from "../../api/support-types.ts";
import { useKeys } from "../../api/use-keys.ts";
import { applyProblem } from "../../forms/apply-problem.ts";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { CharacterCounter } from "../communities/character-counter.tsx";
import { AttachButton, ChosenFiles } from "./attachment-field.tsx";
import { CATEGORY_LABELS, labelEntries, PRIORITY_LABELS } from "./labels.ts";
import { attachmentsPath, createTicket, uploadAttachment } from "./queries.ts";
import { DESCRIPTION_MAX, ticketSchema } from "./rules.ts";
import { acceptFiles, type Attachments } from "./use-attachments.ts";

export interface NewTicketDialogProps {
  /** True for a paused account, whose ticket is always about the pause. */
  aboutPause?: boolean;
  onCreated: (ticket: Ticket) => void;
  onClose: () => void;
}

const FAILED = t`Failed to create ticket`;
const LOGIN_REQUIRED = t`You must be logged in to create a ticket`;
const EMPTY: NewTicket = { title: "", description: "", category: "general", priority: "medium" };

/** The form of a new ticket. Its files are uploaded to the ticket after it was created. */
export function NewTicketDialog({ aboutPause = false, onCreated, onClose }: NewTicketDialogProps) {
  const cache = useQueryClient();
  const keyFor = useKeys();
  const chosen = useChosenFiles();
  const { register, handleSubmit, setError, control, formState } = useForm<NewTicket>({
    resolver: standardSchemaResolver(ticketSchema),
    defaultValues: aboutPause ? { ...EMPTY, category: "account" } : EMPTY,
  });
  const description = useWatch({ control, name: "description" });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      const ticket = await createTicket(values, keyFor(values));
      await uploadAll(ticket.id, chosen.chosen);
      toast.success(t`Support ticket created successfully`);
      void cache.invalidateQueries({ queryKey: keys.support });
      onClose();
      onCreated(ticket);
    } catch (error) {
      // The screen itself asks to log in, since the session has ended.
      if (error instanceof ProblemError && error.status === 401) toast.error(LOGIN_REQUIRED);
      else if (isRefusal(error)) applyProblem(error, ["title", "description"], setError, FAILED);
      else setError("root", { message: FAILED });
    }
  });
  return (
    <FormDialog
      title={aboutPause ? t`Ask about the pause` : t`New ticket`}
      description={t`Our staff answer here, and by email if you are not online.`}
      confirm={t`Create ticket`}
      busyLabel={t`Creating...`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        mandatory
        label={t`Subject`}
        autoComplete="off"
        error={errors.title?.message}
        {...register("title")}
      />
      <TextAreaField
        mandatory
        rows={5}
        label={t`Description`}
        error={errors.description?.message}
        aside={<CharacterCounter value={description} max={DESCRIPTION_MAX} />}
        {...register("description")}
      />
      {!aboutPause && (
        <div className="grid grid-cols-2 gap-3">
          <SelectField label={t`Category`} {...register("category")}>
            {labelEntries(CATEGORY_LABELS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <SelectField label={t`Priority`} {...register("priority")}>
            {labelEntries(PRIORITY_LABELS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <div>
        <AttachButton labelled attachments={chosen} />
        <p className="mt-1.5 text-12 text-ink-3">{t`Images and PDF, up to 10 MB each`}</p>
        <ChosenFiles attachments={chosen} />
      </div>
    </FormDialog>
  );
}

interface ChosenFile {
  key: string;
  file: File;
}

/** Files that are uploaded once the ticket exists. */
function useChosenFiles(): Attachments & { chosen: readonly ChosenFile[] } {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  return {
    chosen,
    fault,
    files: chosen.map(({ key, file }) => ({ key, name: file.name, progress: null })),
    add: (files) => {
      const accepted = acceptFiles(files, chosen.length);
      setFault(accepted.fault);
      const added = accepted.files.map((file) => ({ key: newIdempotencyKey(), file }));
      setChosen((before) => [...before, ...added]);
    },
    remove: (key) => setChosen((before) => before.filter((one) => one.key !== key)),
  };
}

/** Uploads the files one after the other; the ticket stays if one of them is refused. */
async function uploadAll(ticketId: string, chosen: readonly ChosenFile[]): Promise<void> {
  for (const { key, file } of chosen) {
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop -- the order of the files is kept
      await uploadAttachment(attachmentsPath(ticketId), file, {
        idempotencyKey: key,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
    } catch (error) {
      toast.error(`${file.name}: ${failureText(error, t`Failed to upload attachment`)}`);
    }
  }
}
