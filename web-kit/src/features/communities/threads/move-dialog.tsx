import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../api/problem.ts";
import { loadFailure } from "../../../api/loading.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import type { Me } from "../../../api/types.ts";
import { inputRequired } from "../../../content/rules.ts";
import { applyDeparture } from "../../../live/thread-events.ts";
import { useBoot } from "../../../shell/app.ts";
import { Choices } from "../../../ui/choices.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { SEARCH_PAUSE_MS, useDebounced } from "../../../ui/use-debounced.ts";
import { moveTargetsQuery } from "./move-targets.ts";
import { moveThread } from "./queries.ts";
import type { ThreadDialogProps } from "./thread-dialog.tsx";

/** Moves a thread to another community that the viewer administers. */
export function MoveDialog({ thread, me, onClose }: ThreadDialogProps & { me: Me }) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState("");
  const [isTried, setIsTried] = useState(false);
  const isStaffHere = useBoot().mode === "main" && me.isStaff;
  const sought = useDebounced(typed.trim(), SEARCH_PAUSE_MS);
  const targets = useQuery(moveTargetsQuery(sought, isStaffHere));
  const offered = (targets.data ?? []).filter(({ id }) => id !== thread.communityId);
  const isChosen = offered.some(({ id }) => id === chosen);
  const move = useSingleFlightMutation({
    mutationFn: (communityId: string) => moveThread(thread, communityId),
    onSuccess: (moved) => {
      const { id: threadId, communityId } = thread;
      applyDeparture(cache, { communityId, threadId, toCommunityId: moved.communityId });
      onClose();
    },
  });
  const failure = move.error
    ? errorMessage(move.error, t`An error occurred. Please try again.`)
    : targets.error && loadFailure(targets.error, "communities");
  return (
    <FormDialog
      title={t`Move this thread?`}
      description={t`It moves with all its posts. Only members of the other community can read it then.`}
      confirm={t`Move`}
      busy={move.isPending}
      {...{ failure, onClose }}
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (isChosen) move.mutate(chosen);
      }}
    >
      <TextField
        type="search"
        label={t`Find a community`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {targets.isPending && <Spinner size={18} />}
      {targets.data !== undefined && offered.length === 0 && (
        <p role="status" className="text-13 text-ink-2">
          {sought === ""
            ? t`There is no other community to which you may move it.`
            : t`No community with this name to which you may move it`}
        </p>
      )}
      {offered.length > 0 && (
        <Choices
          label={t`Move to`}
          name="community"
          choices={offered.map(({ id, name }) => ({ value: id, title: name }))}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          error={isTried && !isChosen ? inputRequired() : undefined}
        />
      )}
    </FormDialog>
  );
}
