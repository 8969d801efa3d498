import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast-store.ts";
import { removeFor } from "./queries.ts";
import { ReasonForm } from "./reason-form.tsx";

export interface RemovalDialogProps<Gone> {
  /** What is taken away, as a reader calls it: "post", "Insight". */
  what: string;
  /** Where that is asked for: `/api/posts/{id}/removal`. */
  endpoint: string;
  /** What is read of it: where that is still on its way, it would find it gone. */
  read?: QueryKey;
  /** Said when it failed without words. */
  failed: string;
  /** Takes it off the screen. */
  onRemoved: (gone: Gone) => unknown;
  onClose: () => void;
}

/** Takes away what somebody else wrote, as one of those who look after the community. */
export function RemovalDialog<Gone>(props: RemovalDialogProps<Gone>) {
  const { what, endpoint, read, failed, onRemoved, onClose } = props;
  const cache = useQueryClient();
  return (
    <ReasonForm
      title={`Remove this ${what}?`}
      description="It is gone for everybody. This cannot be undone."
      hint="Its author is told"
      confirm="Remove"
      failed={failed}
      run={async (reason) => {
        if (read !== undefined) await cache.cancelQueries({ queryKey: read });
        const gone = await removeFor<Gone>(endpoint, reason);
        toast.success(`This ${what} has been removed`);
        await onRemoved(gone);
      }}
      onClose={onClose}
    />
  );
}
