import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useNavigate } from "react-router";
import { keys, communityQueryKeys } from "../../../api/keys.ts";
import { errorMessage } from "../../../api/problem.ts";
import type { Community } from "../../../api/types.ts";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { requestDeletion } from "./queries.ts";

/** The name must be typed, to prevent an accidental deletion. */
export function DeleteDialog(props: { community: Community; onClose: () => void }) {
  const { community, onClose } = props;
  const end = useDeletion(community);
  // An only member deletes without the waiting week; staff who are not members do not.
  const alone = community.viewer.isMember && community.memberCount === 1;
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await end();
      onClose();
    } catch (error) {
      setFailure(errorMessage(error, t`Failed to initiate community deletion`));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      danger
      title={t`Delete ${{ community: community.name }}?`}
      description={
        alone
          ? t`You are its only member, so it will be deleted immediately and permanently.`
          : t`It will be deleted permanently in 7 days, unless an admin cancels the deletion.`
      }
      confirm={t`Delete community`}
      busyLabel={t`Deleting...`}
      busy={busy}
      disabled={typed.trim() !== community.name}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`Type its name to confirm`}
        hint={<span dir="auto">{community.name}</span>}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}

function useDeletion({ id }: Community): () => Promise<void> {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const { deleted } = await requestDeletion(id);
    if (!deleted) {
      toast.success(t`Community scheduled for deletion in 7 days. All members have been notified.`);
      await cache.invalidateQueries({ queryKey: keys.community(id) });
    } else {
      toast.success(t`Community deleted successfully`);
      await navigate("/communities");
      for (const part of communityQueryKeys(id)) cache.removeQueries({ queryKey: part });
      cache.removeQueries({ queryKey: keys.community(id) });
    }
    await cache.invalidateQueries({ queryKey: keys.communityLists });
  };
}
