import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useId } from "react";
import type { EventAnnouncement, EventAnswer } from "../../../api/types.ts";
import { formatNumber } from "../../../language/format.ts";
import { Button } from "../../../ui/button.tsx";
import { useOnline } from "../../../ui/use-online.ts";
import { isFull } from "./event-times.ts";
import { ANSWER_LABELS, ANSWERS } from "./labels.ts";
import { useAnswer } from "./use-answer.ts";

/** The viewer's answer to an event as a radio group with the number of people per answer. */
export function AnswerChoices({ event }: { event: EventAnnouncement }) {
  const { shown, answer } = useAnswer(event);
  const online = useOnline();
  const id = useId();
  const { ownAnswer } = shown;
  const isClosed = (choice: EventAnswer) =>
    choice === "yes" && isFull(event) && ownAnswer !== "yes";
  return (
    <div className="mt-2">
      <fieldset disabled={!online} {...(!online && { "aria-describedby": `${id}-offline` })}>
        <legend className="sr-only">{t`Will you take part?`}</legend>
        <div className="flex gap-1.5">
          {ANSWERS.map((choice) => (
            <label
              key={choice}
              className={clsx(
                "relative flex h-8 min-w-0 flex-1 cursor-pointer items-center justify-center gap-1 rounded-sm bg-surface px-1 text-12 font-medium text-ink-2 shadow-[inset_0_0_0_1px_var(--line-control)] max-md:h-11 max-md:text-13 forced-colors:border",
                "has-checked:bg-brand-subtle-2 has-checked:text-brand-text has-checked:shadow-[inset_0_0_0_1.5px_var(--brand-line)]",
                "has-disabled:cursor-default has-disabled:text-ink-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)",
              )}
            >
              <input
                type="radio"
                name={id}
                value={choice}
                checked={ownAnswer === choice}
                disabled={isClosed(choice)}
                onChange={() => answer(choice)}
                className="absolute inset-0 size-full cursor-[inherit] opacity-0"
              />
              {ownAnswer === choice && <Check size={13} aria-hidden className="shrink-0" />}
              <span className="truncate">{ANSWER_LABELS[choice]}</span>{" "}
              <span className="tabular-nums">{formatNumber(shown.answers[choice])}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {!online && (
        <p id={`${id}-offline`} className="mt-1.5 text-12 text-ink-2">
          {t`You can answer when the connection is back.`}
        </p>
      )}
      {online && ownAnswer !== null && (
        <Button
          variant="quiet"
          size="sm"
          className="-ms-2 mt-1"
          onClick={() => answer(null)}
        >{t`Withdraw my answer`}</Button>
      )}
    </div>
  );
}
