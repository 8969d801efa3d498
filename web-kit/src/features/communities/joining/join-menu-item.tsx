import { t } from "@lingui/core/macro";
import { LogIn, Undo2, UserPlus } from "lucide-react";
import type { Community } from "../../../api/types.ts";
import { MenuItem } from "../../../ui/menu.tsx";
import { useJoin } from "../discover.tsx";
import { useWithdraw } from "./use-requests.ts";

/** The join action in the menu of staff, who see a community without being a member. */
export function JoinMenuItem({ community, onAsk }: { community: Community; onAsk: () => void }) {
  const join = useJoin();
  const withdraw = useWithdraw(community.id);
  const { canJoin, canRequest, joinRequestId } = community.viewer;
  if (joinRequestId !== null) {
    return (
      <MenuItem
        icon={<Undo2 size={16} className="rtl:-scale-x-100" />}
        onSelect={() => withdraw.mutate(joinRequestId)}
      >{t`Withdraw request`}</MenuItem>
    );
  }
  if (canJoin) {
    return (
      <MenuItem
        icon={<LogIn size={16} className="rtl:-scale-x-100" />}
        onSelect={() => join.mutate(community)}
      >{t`Join`}</MenuItem>
    );
  }
  if (!canRequest) return null;
  return <MenuItem icon={<UserPlus size={16} />} onSelect={onAsk}>{t`Request to Join`}</MenuItem>;
}
