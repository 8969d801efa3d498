import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, PinOff } from "lucide-react";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { errorMessage } from "../../../api/problem.ts";
import { loadFailure } from "../../../api/loading.ts";
import type { Thread } from "../../../api/types.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { applyPins } from "../../../live/thread-events.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { pinnedThreadsQuery, setPins } from "./queries.ts";

interface ArrangeDialogProps {
  communityId: string;
  onClose: () => void;
}

/** Orders the pinned threads of a community. */
export function ArrangeDialog({ communityId, onClose }: ArrangeDialogProps) {
  const cache = useQueryClient();
  const pinned = useQuery(pinnedThreadsQuery(communityId));
  /** The chosen order; null until it is changed. */
  const [order, setOrder] = useState<readonly Thread[] | null>(null);
  const threads = order ?? pinned.data ?? [];
  const save = useSingleFlightMutation({
    mutationFn: (threadIds: readonly string[]) => setPins(communityId, threadIds),
    onSuccess: (threadIds) => {
      applyPins(cache, communityId, threadIds);
      toast.success(t`Pinned threads arranged`);
      onClose();
    },
  });
  const failure =
    (save.error && errorMessage(save.error, t`An error occurred. Please try again.`)) ??
    (pinned.data === undefined && pinned.error && loadFailure(pinned.error, "threads")) ??
    null;
  return (
    <FormDialog
      title={t`Arrange pinned threads`}
      description={t`They are at the top of the community's threads, in this order.`}
      confirm={t`Save`}
      disabled={order === null}
      busy={save.isPending}
      failure={failure === false ? null : failure}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(threads.map(({ id }) => id));
      }}
      onClose={onClose}
    >
      {pinned.isPending && <Spinner size={18} />}
      {pinned.data !== undefined && threads.length === 0 && (
        <p className="text-14 text-ink-2">{t`No pinned threads`}</p>
      )}
      {threads.length > 0 && <PinOrder threads={threads} onChange={setOrder} />}
    </FormDialog>
  );
}

/** The pinned threads with buttons; the arrow keys move the thread of the focused button. */
function PinOrder(props: {
  threads: readonly Thread[];
  onChange: (threads: readonly Thread[]) => void;
}) {
  const { threads, onChange } = props;
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ id: string; button: string } | null>(null);
  const place = threads.findIndex(({ id }) => id === moved?.id) + 1;
  // A row that changes its place in the page loses the focus.
  useLayoutEffect(() => {
    if (moved === null) return;
    const { id, button } = moved;
    list.current
      ?.querySelector<HTMLElement>(`[data-thread="${CSS.escape(id)}"] [data-move="${button}"]`)
      ?.focus();
  }, [moved]);
  const move = (from: number, by: number, button: string) => {
    const thread = threads[from];
    const to = from + by;
    if (thread === undefined || to < 0 || to >= threads.length) return;
    const others = threads.filter(({ id }) => id !== thread.id);
    onChange([...others.slice(0, to), thread, ...others.slice(to)]);
    setMoved({ id: thread.id, button });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, at: number) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    move(at, by, by < 0 ? "up" : "down");
  };
  return (
    <>
      <ol
        ref={list}
        aria-label={t`Pinned threads`}
        className="edge-line divide-y divide-line-soft rounded-md"
      >
        {threads.map((thread, at) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of its buttons
          <li
            key={thread.id}
            data-thread={thread.id}
            onKeyDown={(event) => onKeyDown(event, at)}
            className="flex items-center gap-1 py-1.5 ps-3 pe-1.5"
          >
            <span className="w-5 shrink-0 text-12 text-ink-3 tabular-nums">{at + 1}</span>
            <span dir="auto" className="line-clamp-2 min-w-0 flex-1 text-14 wrap-anywhere">
              {thread.caption}
            </span>
            <IconButton
              label={t`Move up: ${{ caption: thread.caption }}`}
              data-move="up"
              aria-disabled={at === 0}
              className="aria-disabled:opacity-40"
              icon={<ArrowUp size={16} aria-hidden />}
              onClick={() => move(at, -1, "up")}
            />
            <IconButton
              label={t`Move down: ${{ caption: thread.caption }}`}
              data-move="down"
              aria-disabled={at === threads.length - 1}
              className="aria-disabled:opacity-40"
              icon={<ArrowDown size={16} aria-hidden />}
              onClick={() => move(at, 1, "down")}
            />
            <IconButton
              label={t`Unpin: ${{ caption: thread.caption }}`}
              icon={<PinOff size={16} aria-hidden />}
              onClick={() => onChange(threads.filter(({ id }) => id !== thread.id))}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {place > 0 && t`Position ${place} of ${{ total: threads.length }}`}
      </p>
    </>
  );
}
