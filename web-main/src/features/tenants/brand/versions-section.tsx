import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { failureMessage } from "../failure-message.ts";
import { useTenant } from "../page/tenant-context.ts";
import { restoreBrandVersion } from "../queries.ts";
import type { BrandVersion } from "../types.ts";
import type { BrandEditor } from "./use-brand-editor.ts";

const states: Record<BrandVersion["state"], string> = {
  draft: t({ message: "Draft", context: "version" }),
  published: t`Published`,
  superseded: t({ message: "Earlier", context: "version" }),
};

/** The published versions, each of which can be restored. */
export function VersionsSection({ editor }: { editor: BrandEditor }) {
  const { tenant } = useTenant();
  const [requested, setRequested] = useState<BrandVersion | null>(null);
  const { versions } = editor.state;
  if (versions.length === 0) return null;
  return (
    <section aria-label={t`Versions`}>
      <h2 className="text-13 font-strong">{t`Versions`}</h2>
      <ul className="mt-1 divide-y divide-line-soft">
        {versions.map((version) => (
          <li key={version.version} className="flex items-center gap-3 py-2.5">
            <span
              aria-hidden
              style={{ background: version.colour }}
              className="edge-line size-6 shrink-0 rounded-xs"
            />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-2 text-13 font-medium">
                {version.version}. {version.name}
                <Badge tone={version.state === "published" ? "success" : "neutral"}>
                  {states[version.state]}
                </Badge>
              </span>
              <span className="block text-12 text-ink-2">
                {formatMoment(version.publishedAt ?? version.createdAt)}
                {version.createdByName !== null && `, ${version.createdByName}`}
              </span>
            </span>
            {version.state === "superseded" && tenant.state !== "archived" && (
              <Button
                size="sm"
                aria-label={t`Roll back to version ${{ version: version.version }}`}
                onClick={() => setRequested(version)}
              >{t`Roll back`}</Button>
            )}
          </li>
        ))}
      </ul>
      {requested !== null && (
        <RollBackDialog version={requested} editor={editor} onClose={() => setRequested(null)} />
      )}
    </section>
  );
}

interface RollBackDialogProps {
  version: BrandVersion;
  editor: BrandEditor;
  onClose: () => void;
}

function RollBackDialog({ version, editor, onClose }: RollBackDialogProps) {
  const { tenant } = useTenant();
  const proof = useProof();
  const cache = useQueryClient();
  const roll = useSingleFlightMutation({
    mutationFn: () => proof.withProof(() => restoreBrandVersion(tenant.id, version.version)),
    onSuccess: async () => {
      toast.success(t`Version ${{ version: version.version }} is published again`);
      await cache.invalidateQueries();
      await editor.takeTheirs();
      onClose();
    },
  });
  const fault = roll.error === null || roll.error instanceof ProofCancelled ? null : roll.error;
  return (
    <>
      <Dialog
        open={proof.requested === null}
        onOpenChange={(stays) => stays || onClose()}
        title={t`Roll back to version ${{ version: version.version }}`}
        description={t`It is published again as a new version. Every version is kept.`}
        footer={
          <>
            <Button size="lg" onClick={onClose}>{t`Cancel`}</Button>
            <Button
              size="lg"
              variant="primary"
              busy={roll.isPending}
              onClick={() => roll.mutate()}
            >{t`Roll back`}</Button>
          </>
        }
      >
        <FormAlert>{fault !== null && failureMessage(fault)}</FormAlert>
      </Dialog>
      <ProofDialog requested={proof.requested} />
    </>
  );
}
