import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Copy, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import type { PrivateCode } from "../../../api/types.ts";
import { Button } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { formatMoment } from "../../../ui/time.ts";
import { toast } from "../../../ui/toast-store.ts";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { useManage } from "./manage-context.ts";
import { createPrivateCode, deletePrivateCode } from "./queries.ts";
import { useAction } from "./use-action.ts";

/** The private code, or the button that creates one. */
export function CodePart({ code }: { code: PrivateCode }) {
  const { community } = useManage();
  const make = useAction({
    run: () => createPrivateCode(community.id),
    done: t`Private code generated successfully`,
    failed: t`Failed to generate private code`,
    changes: [keys.privateCode(community.id)],
  });
  if (code.privateCode !== null) return <Code {...code} code={code.privateCode} />;
  return (
    <EmptyState
      className="py-8"
      picture="square"
      title={t`No private code`}
      text={t`Anyone with a private code can request to join, even if the community is not listed.`}
      action={
        <Button
          variant="primary"
          busy={make.isPending}
          onClick={() => make.mutate(undefined)}
        >{t`Create a code`}</Button>
      }
    />
  );
}

type CodeAction = "refresh" | "remove";

function Code(props: { code: string; privateCodeCreated: string | null }) {
  const [requested, setRequested] = useState<CodeAction | null>(null);
  return (
    <section aria-label={t`Private code`}>
      <p className="font-mono text-24 font-semibold tracking-[0.12em] select-all">{props.code}</p>
      {props.privateCodeCreated !== null && (
        <p className="mt-1 text-13 text-ink-3">
          {t`Created on ${{ time: formatMoment(props.privateCodeCreated) }}`}
        </p>
      )}
      <p className="mt-3 max-w-[60ch] text-14 text-ink-2">{t`Anyone with the code can request to join, even if the community is not listed. You decide about each request.`}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          icon={<Copy size={15} aria-hidden />}
          onClick={() => void copyText(props.code, t`Code copied to clipboard.`)}
        >{t`Copy`}</Button>
        <Button icon={<RefreshCw size={15} aria-hidden />} onClick={() => setRequested("refresh")}>
          {t({ message: "Refresh", context: "replaces the private code" })}
        </Button>
        <Button
          icon={<Trash2 size={15} aria-hidden />}
          onClick={() => setRequested("remove")}
        >{t`Remove`}</Button>
      </div>
      {requested !== null && (
        <CodeDialog requested={requested} onClose={() => setRequested(null)} />
      )}
    </section>
  );
}

const DIALOG_TEXTS = {
  refresh: {
    title: t`Refresh the private code?`,
    text: t`A new code is created, and the old code stops working.`,
    confirm: t({ message: "Refresh", context: "replaces the private code" }),
    failed: t`Failed to refresh private code`,
    done: t`Private code refreshed successfully. The old code is no longer valid.`,
  },
  remove: {
    title: t`Remove the private code?`,
    text: t`It can no longer be used to request to join. Pending requests stay.`,
    confirm: t`Remove`,
    failed: t`Failed to remove private code`,
    done: t`Private code removed successfully`,
  },
} as const;

function CodeDialog({ requested, onClose }: { requested: CodeAction; onClose: () => void }) {
  const { community } = useManage();
  const cache = useQueryClient();
  const { done, ...words } = DIALOG_TEXTS[requested];
  const run = async () => {
    await (requested === "refresh"
      ? createPrivateCode(community.id)
      : deletePrivateCode(community.id));
    toast.success(done);
    await cache.invalidateQueries({ queryKey: keys.privateCode(community.id) });
  };
  return <ConfirmDialog danger {...words} run={run} onClose={onClose} />;
}
