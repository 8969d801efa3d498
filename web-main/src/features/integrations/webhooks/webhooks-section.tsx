import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { QueryContent } from "@guildhall/web-kit/features/communities/query-content.tsx";
import { useOwner } from "../owner.ts";
import { ListSkeleton, SectionHead } from "../parts.tsx";
import { webhooksQuery } from "../queries.ts";
import type { NewWebhook } from "../types.ts";
import { VerifyHelp } from "./verify-help.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookList } from "./webhook-list.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

/** The owner's webhooks. */
export function WebhooksSection() {
  const { api, renderFailure } = useOwner();
  const webhooks = useQuery(webhooksQuery(api));
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewWebhook | null>(null);
  return (
    <section aria-labelledby="webhooks">
      <SectionHead
        id="webhooks"
        title={t`Webhooks`}
        text={t`A webhook tells a program of yours about events as they happen.`}
        action={
          webhooks.data !== undefined && (
            <Button
              icon={<Plus size={15} aria-hidden />}
              onClick={() => setCreating(true)}
            >{t`New webhook`}</Button>
          )
        }
      />
      <QueryContent
        query={webhooks}
        skeleton={<ListSkeleton label={t`Loading the webhooks`} />}
        renderFailure={renderFailure}
      >
        {(items) =>
          items.length === 0 ? (
            <p className="mt-4 text-14 text-ink-2">{t`No webhooks yet`}</p>
          ) : (
            <WebhookList webhooks={items} />
          )
        }
      </QueryContent>
      <VerifyHelp />
      {creating && (
        <WebhookDialog
          webhook={null}
          onClose={() => setCreating(false)}
          onCreated={(webhook) => {
            setCreating(false);
            setCreated(webhook);
          }}
        />
      )}
      {created !== null && (
        <WebhookSecret
          title={t`Webhook created`}
          secret={created.secret}
          onClose={() => setCreated(null)}
        />
      )}
    </section>
  );
}
