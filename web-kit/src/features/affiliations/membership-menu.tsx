import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, CircleCheck, Copy, Eye, EyeOff, LogOut } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Affiliation } from "../../api/types.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast-store.ts";
import { copyLink } from "../communities/copy-link.ts";
import { affiliationPath } from "./affiliation-badge.tsx";
import { setVisibility } from "./queries.ts";

const LeaveDialog = lazy(async () => ({
  default: (await import("./leave-dialog.tsx")).LeaveDialog,
}));

/** Shows the viewer's membership with a menu of actions. */
export function MembershipMenu({ affiliation }: { affiliation: Affiliation }) {
  const [leaving, setLeaving] = useState(false);
  const visibility = useProfileVisibility(affiliation);
  const { isShown } = visibility;
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button
            aria-label={t`Member: actions`}
            icon={<CircleCheck size={15} aria-hidden className="text-success-text" />}
            className="pe-2 max-md:pe-3"
          >
            <span className="text-success-text">{t`Member`}</span>
            <span aria-hidden className="ms-1.5 me-0.5 w-px self-stretch bg-line" />
            <ChevronDown size={15} aria-hidden />
          </Button>
        </MenuTrigger>
        <MenuContent>
          <MenuItem
            icon={isShown ? <EyeOff size={16} /> : <Eye size={16} />}
            disabled={visibility.isPending}
            onSelect={() => visibility.change()}
          >
            {isShown ? t`Hide from Profile` : t`Show on Profile`}
          </MenuItem>
          <MenuItem
            icon={<Copy size={16} />}
            onSelect={() => void copyLink(affiliationPath(affiliation))}
          >{t`Copy link`}</MenuItem>
          <MenuSeparator />
          <MenuItem
            tone="danger"
            icon={<LogOut size={16} className="rtl:-scale-x-100" />}
            onSelect={() => setLeaving(true)}
          >{t`Leave`}</MenuItem>
        </MenuContent>
      </Menu>
      <Suspense>
        {leaving && <LeaveDialog affiliation={affiliation} onClose={() => setLeaving(false)} />}
      </Suspense>
    </>
  );
}

/** The member's choice whether their profile shows the affiliation. */
function useProfileVisibility(affiliation: Affiliation) {
  const cache = useQueryClient();
  const isShown = affiliation.viewer.isPublic === true;
  const change = useSingleFlightMutation({
    mutationFn: () => setVisibility(affiliation.id, !isShown),
    onSuccess: async (saved) => {
      const hidden = saved.viewer.isPublic !== true;
      toast.success(
        hidden
          ? t`Affiliation is now hidden from your profile`
          : t`Affiliation is now visible on your profile`,
      );
      await Promise.all(
        [["affiliations"], keys.me, keys.users].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error) => toast.error(visibilityErrorMessage(error)),
  });
  return { isShown, isPending: change.isPending, change: () => change.mutate() };
}

function visibilityErrorMessage(error: unknown): string {
  if (!(error instanceof ProblemError)) return t`Failed to update visibility settings`;
  if (error.code === "affiliation-not-found") return t`This affiliation no longer exists`;
  return error.status === 401 ? t`You must be logged in to manage visibility` : error.detail;
}
