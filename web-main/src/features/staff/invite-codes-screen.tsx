import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { InviteCode } from "@guildhall/web-kit/api/staff-types.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { CodeUses } from "@guildhall/web-kit/features/affiliations/codes/code-uses.tsx";
import { CodeTable } from "./code-table.tsx";
import { CreateCodeDialog } from "./create-code-dialog.tsx";
import { Pages } from "./parts.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { deactivateInviteCode, inviteCodesQuery, inviteUsesQuery, staffKey } from "./queries.ts";
import { StaffPage } from "./staff-page.tsx";

type StatusFilter = "all" | "true" | "false";

/** All invite codes: create, view uses, deactivate. */
export function InviteCodesScreen() {
  const [shown, setShown] = useState<StatusFilter>("all");
  const [creating, setCreating] = useState(false);
  const [opened, setOpened] = useState<InviteCode | null>(null);
  const cache = useQueryClient();
  const list = useInfiniteQuery(inviteCodesQuery({ active: shown === "all" ? undefined : shown }));
  const refresh = () => cache.invalidateQueries({ queryKey: staffKey });
  const deactivate = async (code: InviteCode) => {
    try {
      await deactivateInviteCode(code.id);
      toast.success(t`Invite code deactivated`);
      await refresh();
    } catch {
      toast.error(t`Something went wrong. Please try again.`);
    }
  };
  return (
    <StaffPage
      title={t`Invite codes`}
      actions={
        <Button
          variant="primary"
          icon={<Plus size={15} aria-hidden />}
          onClick={() => setCreating(true)}
        >{t`New code`}</Button>
      }
    >
      <div className="px-4 pt-4 md:px-6">
        <Segments
          label={t`Filter codes`}
          value={shown}
          onChange={setShown}
          segments={[
            { value: "all", label: t`All` },
            { value: "true", label: t`Active` },
            { value: "false", label: t`Deactivated` },
          ]}
        />
      </div>
      <Pages
        query={list}
        empty={<EmptyState className="py-12" picture="square" title={t`No invite codes here`} />}
      >
        {(codes) => (
          <CodeTable
            codes={codes}
            onOpen={setOpened}
            onDeactivate={(code) => void deactivate(code)}
            onDone={refresh}
          />
        )}
      </Pages>
      {creating && <CreateCodeDialog onClose={() => setCreating(false)} onDone={refresh} />}
      {opened !== null && <Uses code={opened} onClose={() => setOpened(null)} />}
    </StaffPage>
  );
}

const pageOf = (userId: string) => `/staff/users/${userId}`;

function Uses({ code, onClose }: { code: InviteCode; onClose: () => void }) {
  const uses = useInfiniteQuery(inviteUsesQuery(code.id));
  return <CodeUses code={code} uses={uses} pageOf={pageOf} onClose={onClose} />;
}
