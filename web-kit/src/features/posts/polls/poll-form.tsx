import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { type SubmitEvent, useId, useLayoutEffect, useRef, useState } from "react";
import type { Poll } from "../../../api/types.ts";
import { Button } from "../../../ui/button.tsx";

export interface PollFormProps {
  poll: Poll;
  online: boolean;
  busy: boolean;
  /** True if the reader opened it by a button, which has vanished: it takes the focus. */
  takesFocus: boolean;
  onVote: (optionIds: readonly string[]) => void;
  /** Shows the results instead. */
  onResults: () => void;
}

/** The options of an open poll, to choose from. */
export function PollForm(props: PollFormProps) {
  const { poll, online, busy, takesFocus } = props;
  const { multiple, options } = poll;
  const [chosen, setChosen] = useState<readonly string[]>(poll.chosen);
  const id = useId();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    if (!takesFocus) return;
    const inputs = fieldset.current?.querySelectorAll("input") ?? [];
    ([...inputs].find((input) => input.checked) ?? inputs[0])?.focus();
  }, [takesFocus]);
  const choose = (optionId: string, isChosen: boolean) => {
    const others = multiple ? chosen.filter((one) => one !== optionId) : [];
    setChosen(isChosen ? [...others, optionId] : others);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    // In the order of the poll.
    const ids = options.map((option) => option.id).filter((one) => chosen.includes(one));
    if (ids.length > 0 && online && !busy) props.onVote(ids);
  };
  return (
    <form onSubmit={submit}>
      <fieldset
        ref={fieldset}
        disabled={!online}
        aria-describedby={online ? undefined : `${id}-offline`}
      >
        <legend className="sr-only">
          {multiple ? t`Choose one or more options` : t`Choose an option`}
        </legend>
        {options.map((option) => (
          <label
            key={option.id}
            className={clsx(
              "-mx-2 flex min-h-11 items-center gap-2.5 rounded-sm px-2 py-1 text-14",
              online ? "hover:bg-hover" : "text-ink-3",
            )}
          >
            <input
              type={multiple ? "checkbox" : "radio"}
              name={id}
              checked={chosen.includes(option.id)}
              className="size-4 shrink-0 accent-(--brand-line)"
              onChange={(event) => choose(option.id, event.target.checked)}
            />
            <bdi className="min-w-0 wrap-anywhere">{option.text}</bdi>
          </label>
        ))}
      </fieldset>
      {!online && (
        <p id={`${id}-offline`} className="py-1 text-12 text-ink-2">
          {t`You can vote when the connection is back.`}
        </p>
      )}
      <div className="mt-1 flex min-h-9 items-center gap-2">
        <Button
          type="submit"
          size="sm"
          variant="primary"
          busy={busy}
          disabled={!online || (chosen.length === 0 && !busy)}
        >
          {t({ message: "Vote", context: "votes in a poll" })}
        </Button>
        <Button size="sm" variant="quiet" onClick={props.onResults}>
          {poll.chosen.length > 0 ? t`Cancel` : t`Show results`}
        </Button>
      </div>
    </form>
  );
}
