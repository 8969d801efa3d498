import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Globe, Lock } from "lucide-react";
import { useState } from "react";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { ConfirmDialog } from "@guildhall/web-kit/forms/confirm-dialog.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { updateCachedAffiliation } from "@guildhall/web-kit/features/affiliations/queries.ts";
import { UPDATE_FAILED } from "./messages.ts";
import { changeAffiliation } from "./queries.ts";

/** Makes an affiliation private or public; members and pending requests stay (G-109). */
export function VisibilitySection({ affiliation }: { affiliation: Affiliation }) {
  const [changing, setChanging] = useState(false);
  const cache = useQueryClient();
  const { isPrivate, name } = affiliation;
  return (
    <section aria-labelledby="visibility" className="border-t border-line-soft pt-6">
      <h2 id="visibility" className="text-16 font-semibold">{t`Visibility`}</h2>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="flex min-w-0 flex-1 basis-56 items-start gap-2 text-14 text-ink-2">
          {isPrivate ? (
            <Lock size={16} aria-hidden className="mt-0.5 text-ink-3" />
          ) : (
            <Globe size={16} aria-hidden className="mt-0.5 text-ink-3" />
          )}
          {isPrivate
            ? t`Private: only members find it in the directory, and others join by invitation.`
            : t`Public: everyone finds it in the directory and can request to join.`}
        </p>
        <Button onClick={() => setChanging(true)}>
          {isPrivate ? t`Make public` : t`Make private`}
        </Button>
      </div>
      {changing && (
        <ConfirmDialog
          title={isPrivate ? t`Make ${name} public?` : t`Make ${name} private?`}
          text={
            isPrivate
              ? t`It appears in the directory, and everyone can request to join.`
              : t`It disappears from the directory for everyone but its members. Members and pending requests stay.`
          }
          confirm={isPrivate ? t`Make public` : t`Make private`}
          failed={UPDATE_FAILED}
          run={async () => {
            const saved = await changeAffiliation(affiliation.id, { isPrivate: !isPrivate });
            updateCachedAffiliation(cache, saved);
            toast.success(t`Affiliation updated successfully!`);
          }}
          onClose={() => setChanging(false)}
        />
      )}
    </section>
  );
}
