import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound, Pencil, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "@guildhall/web-kit/forms/confirm-dialog.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
} from "@guildhall/web-kit/ui/menu.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { useOwner } from "../owner.ts";
import { deleteWebhook, deliveriesQuery, webhooksQuery } from "../queries.ts";
import type { Webhook } from "../types.ts";
import { RotateDialog } from "./rotate-dialog.tsx";
import type { TestEvent } from "./use-test-event.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

type Opened = "edit" | "rotate" | "delete";

/** The actions on a webhook. */
export function WebhookActions({ webhook, test }: { webhook: Webhook; test: TestEvent }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <Button
        icon={<Send size={15} aria-hidden />}
        busy={test.isSending}
        onClick={test.send}
      >{t`Send a test event`}</Button>
      <Button
        icon={<Pencil size={15} aria-hidden />}
        onClick={() => setOpened("edit")}
      >{t`Edit`}</Button>
      <Menu>
        <MenuTrigger asChild>
          <IconButton
            label={t`More about this webhook`}
            icon={<Ellipsis size={16} aria-hidden />}
          />
        </MenuTrigger>
        <MenuContent>
          <MenuItem
            icon={<KeyRound size={15} aria-hidden />}
            onSelect={() => setOpened("rotate")}
          >{t`Rotate the secret`}</MenuItem>
          <MenuSeparator />
          <MenuItem
            tone="danger"
            icon={<Trash2 size={15} aria-hidden />}
            onSelect={() => setOpened("delete")}
          >{t`Delete`}</MenuItem>
        </MenuContent>
      </Menu>
      {opened === "edit" && <WebhookDialog webhook={webhook} onClose={close} />}
      {opened === "rotate" && (
        <RotateDialog
          webhook={webhook}
          onClose={close}
          onRotated={(rotated) => {
            close();
            setSecret(rotated);
          }}
        />
      )}
      {opened === "delete" && <DeleteDialog webhook={webhook} onClose={close} />}
      {secret !== null && (
        <WebhookSecret
          title={t`New signing secret`}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

function DeleteDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { api, root } = useOwner();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { url } = webhook;
  return (
    <ConfirmDialog
      danger
      title={t`Delete the webhook?`}
      text={t`${url} receives no more events, and the log of its deliveries is deleted.`}
      confirm={t`Delete`}
      failed={t`Failed to delete the webhook`}
      run={async () => {
        await deleteWebhook(api, webhook.id);
        toast.success(t`Webhook deleted`);
        // This page is still open for a moment, and must not load the deleted log again.
        const { queryKey } = deliveriesQuery(api, webhook.id);
        await cache.cancelQueries({ queryKey });
        cache.setQueryData(queryKey, { pages: [], pageParams: [] });
        await navigate(root, { replace: true });
        void cache.invalidateQueries({ queryKey: webhooksQuery(api).queryKey });
      }}
      onClose={onClose}
    />
  );
}
