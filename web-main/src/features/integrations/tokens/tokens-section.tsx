import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { QueryContent } from "@guildhall/web-kit/features/communities/query-content.tsx";
import { ListSkeleton, SectionHead } from "../parts.tsx";
import { tokenState } from "../labels.ts";
import { useOwner } from "../owner.ts";
import { tokensQuery } from "../queries.ts";
import { TOKENS_MAX } from "../rules.ts";
import { SecretDialog } from "../secret-dialog.tsx";
import type { ApiToken, NewApiToken } from "../types.ts";
import { CreateTokenDialog } from "./create-token-dialog.tsx";
import { TokenList } from "./token-list.tsx";
import { TokenUse } from "./token-use.tsx";

const isActive = (token: ApiToken) => tokenState(token) === "active";

/** The owner's API tokens. */
export function TokensSection() {
  const { api, isNetwork, renderFailure } = useOwner();
  const tokens = useQuery(tokensQuery(api));
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewApiToken | null>(null);
  const isFull = (tokens.data?.filter(isActive).length ?? 0) >= TOKENS_MAX;
  return (
    <section aria-labelledby="api-tokens">
      <SectionHead
        id="api-tokens"
        title={t`API tokens`}
        text={
          isNetwork
            ? t`With a token, a program reads data of the network. It cannot change anything.`
            : t`With a token, a program reads data of the affiliation. It cannot change anything.`
        }
        action={
          tokens.data !== undefined && (
            <Button
              icon={<Plus size={15} aria-hidden />}
              disabled={isFull}
              onClick={() => setCreating(true)}
            >{t`New token`}</Button>
          )
        }
      />
      {isFull && (
        <Note tone="info" className="mt-3">
          {t`There are 20 active tokens, which is the most. Revoke one to create another.`}
        </Note>
      )}
      <QueryContent
        query={tokens}
        skeleton={<ListSkeleton label={t`Loading the tokens`} />}
        renderFailure={renderFailure}
      >
        {(items) => <Tokens tokens={items} />}
      </QueryContent>
      {creating && (
        <CreateTokenDialog
          onClose={() => setCreating(false)}
          onCreated={(token) => {
            setCreating(false);
            setCreated(token);
          }}
        />
      )}
      {created !== null && (
        <SecretDialog
          title={t`Token “${{ name: created.name }}” created`}
          text={t`The program sends it with every request.`}
          label={t`API token`}
          secret={created.token}
          onClose={() => setCreated(null)}
        />
      )}
    </section>
  );
}

function Tokens({ tokens }: { tokens: readonly ApiToken[] }) {
  const active = tokens.filter(isActive);
  const former = tokens.filter((token) => !isActive(token));
  return (
    <>
      {active.length === 0 ? (
        <p className="mt-4 text-14 text-ink-2">{t`No active tokens`}</p>
      ) : (
        <TokenList label={t`Active tokens`} tokens={active} />
      )}
      {former.length > 0 && (
        <>
          <h3 className="mt-6 text-14 font-semibold">{t`Expired and revoked`}</h3>
          <TokenList label={t`Expired and revoked tokens`} tokens={former} />
        </>
      )}
      <TokenUse />
    </>
  );
}
