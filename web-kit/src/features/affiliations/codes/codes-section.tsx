import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../api/problem.ts";
import type { InviteCode } from "../../../api/staff-types.ts";
import type { Affiliation } from "../../../api/types.ts";
import { Button } from "../../../ui/button.tsx";
import { Paged } from "../../../ui/paged.tsx";
import { LoadingRegion, Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { CodeRow } from "./code-row.tsx";
import { CodeDialog } from "./code-dialog.tsx";
import { CodeUses } from "./code-uses.tsx";
import { codesKey, codesQuery, codeUsesQuery, createCode, deactivateCode } from "./queries.ts";

const codeErrorMessage = (error: unknown) =>
  errorMessage(error, t`Something went wrong. Please try again.`);

/** Creates, lists and deactivates an affiliation's invite codes, for its creator. */
export function CodesSection({ affiliation }: { affiliation: Affiliation }) {
  const [creating, setCreating] = useState(false);
  const [opened, setOpened] = useState<InviteCode | null>(null);
  const cache = useQueryClient();
  const list = useInfiniteQuery(codesQuery(affiliation.id));
  const refresh = () => cache.invalidateQueries({ queryKey: codesKey(affiliation.id) });
  const deactivate = async (code: InviteCode) => {
    try {
      await deactivateCode(affiliation.id, code.id);
      toast.success(t`Invite code deactivated`);
      await refresh();
    } catch (error) {
      toast.error(codeErrorMessage(error));
    }
  };
  return (
    <section aria-label={t`Invite codes`} className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-16 font-semibold">{t`Invite codes`}</h2>
        <Button
          icon={<Plus size={15} aria-hidden />}
          onClick={() => setCreating(true)}
        >{t`New code`}</Button>
      </div>
      <p className="mt-1 text-14 text-ink-2">{t`People who sign up with one of these codes are invited to ${{ name: affiliation.name }}.`}</p>
      <Paged
        query={list}
        failure={codeErrorMessage}
        waiting={
          <LoadingRegion className="mt-3 flex flex-col gap-3">
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
          </LoadingRegion>
        }
        empty={<p className="mt-3 text-14 text-ink-2">{t`No codes yet.`}</p>}
      >
        {(codes) => (
          <ul className="mt-3 divide-y divide-line-soft">
            {codes.map((code) => (
              <CodeRow
                key={code.id}
                code={code}
                onOpen={() => setOpened(code)}
                onDeactivate={() => void deactivate(code)}
              />
            ))}
          </ul>
        )}
      </Paged>
      {creating && (
        <CodeDialog
          description={t`Anyone with this code can create an account and is invited to ${{ name: affiliation.name }}.`}
          create={({ code, maxUses, expiresAt, customMessage }, key) =>
            createCode(affiliation.id, { code, maxUses, expiresAt, customMessage }, key)
          }
          onClose={() => setCreating(false)}
          onDone={refresh}
        />
      )}
      {opened !== null && (
        <Uses affiliation={affiliation} code={opened} onClose={() => setOpened(null)} />
      )}
    </section>
  );
}

function Uses(props: { affiliation: Affiliation; code: InviteCode; onClose: () => void }) {
  const uses = useInfiniteQuery(codeUsesQuery(props.affiliation.id, props.code.id));
  return <CodeUses code={props.code} uses={uses} onClose={props.onClose} />;
}
