import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Passkey } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Note } from "../../ui/note.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { formatDate } from "../../ui/time.ts";
import { toast } from "../../ui/toast-store.ts";
import { fetchMe } from "../accounts/queries.ts";
import { createPasskey, PasskeyCancelled, supportsPasskeys } from "./authenticator.ts";
import { NamePasskeyDialog, RemovePasskeyDialog } from "./passkey-dialogs.tsx";
import { passkeyErrorMessage } from "./passkey-button.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import {
  addPasskey,
  beginPasskey,
  passkeysQuery,
  removePasskey,
  renamePasskey,
} from "./queries.ts";
import { ProofCancelled, useProof } from "./use-proof.ts";

type PasskeyDialogState = { what: "rename" | "remove"; passkey: Passkey } | null;

/** The member's passkeys. They are bound to the main site's host, so portals do not list them. */
export function PasskeysSection() {
  const cache = useQueryClient();
  const proof = useProof();
  const passkeys = useQuery(passkeysQuery);
  const [requested, setRequested] = useState<PasskeyDialogState>(null);
  const [busy, setBusy] = useState(false);
  const changed = async () => {
    await Promise.all([cache.invalidateQueries(passkeysQuery), fetchMe(cache)]);
  };
  const add = async () => {
    setBusy(true);
    try {
      const credential = await createPasskey(await proof.withProof(beginPasskey));
      await proof.withProof(() => addPasskey({ name: deviceName(), credential }));
      await changed();
      toast.success(t`Your passkey was added.`);
    } catch (error) {
      const givenUp = error instanceof ProofCancelled || error instanceof PasskeyCancelled;
      if (!givenUp) toast.error(passkeyErrorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const close = () => setRequested(null);
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-[60ch] text-14 text-ink-2">{t`Sign in with your fingerprint, your face or the screen lock of your device instead of your password and code.`}</p>
      <List
        passkeys={passkeys.data?.items}
        failed={passkeys.isError}
        onRetry={() => void passkeys.refetch()}
        onAsk={setRequested}
      />
      {supportsPasskeys() ? (
        <div>
          <Button
            variant="primary"
            busy={busy}
            onClick={() => void add()}
          >{t`Add a passkey`}</Button>
        </div>
      ) : (
        <Note>{t`This browser does not support passkeys.`}</Note>
      )}
      {requested?.what === "rename" && (
        <NamePasskeyDialog
          passkey={requested.passkey}
          save={(name) => renamePasskey(requested.passkey.id, name).then(changed)}
          onClose={close}
        />
      )}
      {requested?.what === "remove" && (
        <RemovePasskeyDialog
          passkey={requested.passkey}
          remove={() => proof.withProof(() => removePasskey(requested.passkey.id)).then(changed)}
          onClose={close}
        />
      )}
      <ProofDialog requested={proof.requested} />
    </div>
  );
}

interface ListProps {
  passkeys: Passkey[] | undefined;
  failed: boolean;
  onRetry: () => void;
  onAsk: (requested: PasskeyDialogState) => void;
}

function List({ passkeys, failed, onRetry, onAsk }: ListProps) {
  if (failed) return <ErrorState title={t`Your passkeys could not be loaded`} onRetry={onRetry} />;
  if (passkeys === undefined)
    return (
      <LoadingRegion>
        <Skeleton className="h-14 w-full" />
      </LoadingRegion>
    );
  if (passkeys.length === 0)
    return <p className="text-14 text-ink-3">{t`You have no passkeys yet.`}</p>;
  return (
    <ul
      aria-label={t`Your passkeys`}
      className="divide-y divide-line-soft border-y border-line-soft"
    >
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex items-center gap-3 py-3">
          <KeyRound size={18} aria-hidden className="shrink-0 text-ink-3" />
          <div className="min-w-0 flex-1">
            <p className="truncate text-14 font-medium">{passkey.name}</p>
            <p className="text-13 text-ink-3">{usageOf(passkey)}</p>
          </div>
          <IconButton
            label={t`Rename ${{ name: passkey.name }}`}
            icon={<Pencil size={16} />}
            onClick={() => onAsk({ what: "rename", passkey })}
          />
          <IconButton
            label={t`Remove ${{ name: passkey.name }}`}
            icon={<Trash2 size={16} />}
            onClick={() => onAsk({ what: "remove", passkey })}
          />
        </li>
      ))}
    </ul>
  );
}

function usageOf({ createdAt, lastUsedAt }: Passkey): string {
  const added = formatDate(createdAt);
  if (lastUsedAt === null) return t`Added ${added}`;
  return t`Added ${added}, last used ${{ lastUsed: formatDate(lastUsedAt) }}`;
}

const devices: readonly [RegExp, string][] = [
  [/iPhone|iPad/, t`iPhone or iPad`],
  [/Android/, t`Android device`],
  [/Mac OS X/, "Mac"],
  [/Windows/, t`Windows device`],
  [/CrOS/, "Chromebook"],
  [/Linux/, t`Linux device`],
];

/** A suggested name for a new passkey, derived from the device. */
export function deviceName(agent = navigator.userAgent): string {
  return devices.find(([sign]) => sign.test(agent))?.[1] ?? t`Passkey`;
}
