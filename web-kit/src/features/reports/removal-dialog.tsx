import { toast } from "../../ui/toast-store.ts";
import { removeFor } from "./queries.ts";
import { ReasonForm } from "./reason-form.tsx";

export interface RemovalDialogProps<Gone> {
  /** What is taken away, as a reader calls it: "post", "Insight". */
  what: string;
  /** Where that is asked for: `/api/posts/{id}/removal`. */
  endpoint: string;
  /** Said when it failed without words. */
  failed: string;
  /** Takes it off the screen. */
  onRemoved: (gone: Gone) => unknown;
  onClose: () => void;
}

/** Takes away what somebody else wrote, as one of those who look after the community. */
export function RemovalDialog<Gone>(props: RemovalDialogProps<Gone>) {
  const { what, endpoint, failed, onRemoved, onClose } = props;
  return (
    <ReasonForm
      title={`Remove this ${what}?`}
      description="It is gone for everybody. This cannot be undone."
      hint="Its author is told"
      confirm="Remove"
      failed={failed}
      run={async (reason) => {
        const gone = await removeFor<Gone>(endpoint, reason);
        toast.success(`This ${what} has been removed`);
        await onRemoved(gone);
      }}
      onClose={onClose}
    />
  );
}
