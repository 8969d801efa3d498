import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import { invalidateOnSettled } from "@guildhall/web-kit/api/invalidate-on-settled.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { disabledLabel } from "../labels.ts";
import { useOwner } from "../owner.ts";
import { changeWebhook, integrationsKey } from "../queries.ts";
import type { Webhook } from "../types.ts";

/** Why a webhook sends nothing, with the way to enable it again. */
export function DisabledNote({ webhook }: { webhook: Webhook }) {
  const { api } = useOwner();
  const cache = useQueryClient();
  const enable = useSingleFlightMutation({
    mutationFn: () => changeWebhook(api, webhook.id, { isActive: true }),
    onSuccess: () => toast.success(t`Webhook enabled`),
    onError: (error) => toast.error(errorMessage(error, t`Failed to enable the webhook`)),
    onSettled: invalidateOnSettled(() =>
      cache.invalidateQueries({ queryKey: integrationsKey(api) }),
    ),
  });
  const { isActive, disabledReason } = webhook;
  if (isActive && disabledReason === null) return null;
  return (
    <Note tone={disabledReason === null ? "plain" : "danger"}>
      <p>
        {disabledReason === null
          ? t`This webhook is off. No events are sent.`
          : disabledLabel(disabledReason)}
      </p>
      <Button size="sm" className="mt-2" busy={enable.isPending} onClick={() => enable.mutate()}>
        {disabledReason === null ? t`Turn on` : t`Enable again`}
      </Button>
    </Note>
  );
}
