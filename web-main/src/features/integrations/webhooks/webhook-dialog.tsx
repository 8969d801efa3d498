import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { Checkbox } from "@guildhall/web-kit/ui/checkbox.tsx";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { CheckGroup } from "../check-group.tsx";
import { EVENTS } from "../labels.ts";
import { useOwner } from "../owner.ts";
import { changeWebhook, createWebhook, integrationsKey } from "../queries.ts";
import { webhookUrlFault } from "../rules.ts";
import { useSingleRun } from "../use-single-run.ts";
import type { NewWebhook, Webhook, WebhookEvent } from "../types.ts";

interface Fields {
  url: string;
  events: WebhookEvent[];
  isActive: boolean;
}

const FIELDS = ["url", "events", "isActive"] as const;

export interface WebhookDialogProps {
  /** The changed webhook; null for a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  /** Called with a new webhook, whose secret is shown once. */
  onCreated?: (webhook: NewWebhook) => void;
}

/** Creates or changes a webhook: its URL, events, and whether it is active. */
export function WebhookDialog({ webhook, onClose, onCreated }: WebhookDialogProps) {
  const { api } = useOwner();
  const cache = useQueryClient();
  const proof = useProof();
  const { register, handleSubmit, setError, formState } = useForm<Fields>({
    defaultValues: {
      url: webhook?.url ?? "",
      events: webhook?.events ?? [],
      isActive: webhook?.isActive ?? true,
    },
  });
  const { errors, isSubmitting } = formState;
  const save = async ({ url, events, isActive }: Fields) => {
    const fields = { url: url.trim(), events };
    if (webhook === null) {
      onCreated?.(await proof.withProof(() => createWebhook(api, fields)));
      return;
    }
    await proof.withProof(() => changeWebhook(api, webhook.id, { ...fields, isActive }));
    toast.success(t`Webhook saved`);
    onClose();
  };
  const submit = useSingleRun(async (fields: Fields) => {
    try {
      await save(fields);
    } catch (error) {
      if (error instanceof ProofCancelled) return;
      applyProblem(error, FIELDS, setError, t`Failed to save the webhook`);
    } finally {
      // Also after an error: the webhook may exist although the response was lost.
      void cache.invalidateQueries({ queryKey: integrationsKey(api) });
    }
  });
  return (
    <>
      <FormDialog
        open={proof.requested === null}
        title={webhook === null ? t`New webhook` : t`Edit the webhook`}
        description={t`Each chosen event is sent to the URL as it happens: ids and times, no email addresses and no texts.`}
        confirm={webhook === null ? t`Create webhook` : t`Save`}
        busy={isSubmitting}
        failure={errors.root?.message}
        onSubmit={handleSubmit(submit)}
        onClose={onClose}
      >
        <TextField
          label={t`URL`}
          hint={t`It begins with https:// and answers within 5 seconds.`}
          type="url"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="[&_input]:font-mono"
          error={errors.url?.message}
          {...register("url", { validate: (url) => webhookUrlFault(url) ?? true })}
        />
        <CheckGroup
          label={t({ message: "Events", context: "of a webhook" })}
          options={Object.entries(EVENTS).map(([value, words]) => ({ value, ...words }))}
          error={errors.events?.message}
          {...register("events", {
            validate: (events) => events.length > 0 || t`Please choose at least one.`,
          })}
        />
        {webhook !== null && (
          <Checkbox
            label={
              <>
                <span className="block font-medium">{t`Active`}</span>
                <span className="block text-12 text-ink-3">{t`While it is off, no events are sent, and none are kept for later.`}</span>
              </>
            }
            error={errors.isActive?.message}
            {...register("isActive")}
          />
        )}
      </FormDialog>
      <ProofDialog requested={proof.requested} />
    </>
  );
}
