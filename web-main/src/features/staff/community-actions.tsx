import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { StaffCommunity } from "@guildhall/web-kit/api/staff-types.ts";
import { Button, ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ConfirmDialog } from "@guildhall/web-kit/forms/confirm-dialog.tsx";
import { CommunityPause } from "./community-pause.tsx";
import { pauseLabel } from "./community-labels.ts";
import { setDefaultCommunity, staffKey } from "./queries.ts";

/** The menu of actions on a community. */
export function CommunityActions({ community }: { community: StaffCommunity }) {
  const [requested, setRequested] = useState<"pause" | "default" | null>(null);
  const close = () => setRequested(null);
  return (
    <div className="flex flex-wrap gap-2 px-4 md:px-6">
      <Button onClick={() => setRequested("pause")}>{pauseLabel(community)}</Button>
      <Button onClick={() => setRequested("default")}>
        {defaultCommunityLabel(community).label}
      </Button>
      <ButtonLink to={`/communities/${community.id}`}>{t`Open community`}</ButtonLink>
      {requested === "pause" && <CommunityPause community={community} onClose={close} />}
      {requested === "default" && <DefaultDialog community={community} onClose={close} />}
    </div>
  );
}

function DefaultDialog({ community, onClose }: { community: StaffCommunity; onClose: () => void }) {
  const cache = useQueryClient();
  const { label, text, done } = defaultCommunityLabel(community);
  return (
    <ConfirmDialog
      title={`${label}: ${community.name}`}
      text={text}
      confirm={label}
      failed={t`Failed to change default community`}
      run={async () => {
        await setDefaultCommunity(community.id, !community.isDefaultCommunity);
        toast.success(done);
        await Promise.all([
          cache.invalidateQueries({ queryKey: staffKey }),
          cache.invalidateQueries({ queryKey: keys.community(community.id) }),
        ]);
      }}
      onClose={onClose}
    />
  );
}

function defaultCommunityLabel({ isDefaultCommunity }: StaffCommunity) {
  return isDefaultCommunity
    ? {
        label: t`No longer a default`,
        text: t`New members will no longer join automatically. Existing members stay.`,
        done: t`No longer a default community`,
      }
    : {
        label: t`Make a default`,
        text: t`New members will join automatically. Existing members are added shortly.`,
        done: t`Made a default community`,
      };
}
