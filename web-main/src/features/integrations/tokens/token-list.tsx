import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@guildhall/web-kit/forms/confirm-dialog.tsx";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { SCOPES, TOKEN_STATES, tokenState } from "../labels.ts";
import { useOwner } from "../owner.ts";
import { integrationsKey, revokeToken } from "../queries.ts";
import type { ApiToken } from "../types.ts";

/** API tokens with their scopes, dates and state; active ones can be revoked. */
export function TokenList({ label, tokens }: { label: string; tokens: readonly ApiToken[] }) {
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  return (
    <>
      <ul aria-label={label} className="edge-line mt-4 divide-y divide-line-soft rounded-lg">
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
        ))}
      </ul>
      {revoking !== null && <RevokeDialog token={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const state = tokenState(token);
  const { label, tone } = TOKEN_STATES[state];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="text-14 font-semibold [overflow-wrap:anywhere]">{token.name}</bdi>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="mt-0.5 text-13 text-ink-2 [overflow-wrap:anywhere]">
          <span dir="ltr" className="font-mono text-12">
            {token.prefix}…
          </span>
          <span className="meta-dot">
            {token.scopes.map((scope) => SCOPES[scope].title).join(", ")}
          </span>
        </p>
        <TokenDates token={token} />
      </div>
      {state === "active" && (
        <Button
          size="sm"
          aria-label={t`Revoke ${{ name: token.name }}`}
          onClick={onRevoke}
        >{t`Revoke`}</Button>
      )}
    </li>
  );
}

function TokenDates({ token }: { token: ApiToken }) {
  const { created, createdBy, expires, lastUsed, revoked } = token;
  return (
    <p className="mt-0.5 text-12 text-ink-3">
      <Trans>
        Created <RelativeTime time={created} /> by <PersonName name={createdBy.displayName} />
      </Trans>
      <span className="meta-dot">
        {lastUsed === null ? (
          t`Never used`
        ) : (
          <Trans>
            Last used <RelativeTime time={lastUsed} />
          </Trans>
        )}
      </span>
      <span className="meta-dot">
        {revoked === null ? (
          expiryLabel(token, expires)
        ) : (
          <Trans>
            Revoked <RelativeTime time={revoked} />
          </Trans>
        )}
      </span>
    </p>
  );
}

function expiryLabel(token: ApiToken, expires: string): string {
  const moment = formatMoment(expires);
  return tokenState(token) === "expired" ? t`Expired ${moment}` : t`Expires ${moment}`;
}

function RevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const { api } = useOwner();
  const cache = useQueryClient();
  const { name } = token;
  return (
    <ConfirmDialog
      danger
      title={t`Revoke “${name}”?`}
      text={t`Programs that use this token are refused at once. This cannot be undone.`}
      confirm={t`Revoke`}
      failed={t`Failed to revoke the token`}
      run={async () => {
        try {
          await revokeToken(api, token.id);
          toast.success(t`“${name}” is revoked`);
        } finally {
          // Not awaited: it would wait while offline.
          void cache.invalidateQueries({ queryKey: integrationsKey(api) });
        }
      }}
      onClose={onClose}
    />
  );
}
