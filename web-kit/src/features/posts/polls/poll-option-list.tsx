import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { Button } from "../../../ui/button.tsx";
import { FieldError, inputClass } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { OPTION_MAX, optionFault } from "./draft-poll.ts";
import type { OptionField, PollOptionFields } from "./use-poll-options.ts";

export interface PollOptionListProps {
  options: PollOptionFields;
  /** The reason why the poll cannot be added, about all options. */
  error: string | null;
}

/** The options of a poll: typed, added, removed, and moved by buttons or Alt and an arrow key. */
export function PollOptionList({ options, error }: PollOptionListProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error === null ? undefined : id}>
      <legend className="mb-1.5 text-13 font-strong">{t`Options`}</legend>
      <ol className="flex flex-col gap-2">
        {options.fields.map((field, at) => (
          <li key={field.key}>
            <OptionRow {...{ options, field, at }} />
          </li>
        ))}
      </ol>
      <span role="status" className="sr-only">
        {options.status}
      </span>
      {error !== null && <FieldError id={id}>{error}</FieldError>}
      {options.canAdd && (
        <Button
          size="sm"
          variant="quiet"
          className="mt-2"
          icon={<Plus size={14} aria-hidden />}
          onClick={options.add}
        >{t`Add an option`}</Button>
      )}
    </fieldset>
  );
}

interface OptionRowProps {
  options: PollOptionFields;
  field: OptionField;
  at: number;
}

function OptionRow({ options, field: { key, text }, at }: OptionRowProps) {
  const id = useId();
  const number = at + 1;
  const { fields } = options;
  const fault = optionFault(
    fields.map((field) => field.text),
    at,
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      options.move(key, event.key === "ArrowUp" ? -1 : 1);
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing && text.trim() !== "") {
      if (options.advance(key)) event.preventDefault();
    }
  };
  return (
    <>
      <div className="flex items-center gap-0.5">
        <span className={inputClass(fault !== null, "min-h-10 min-w-0 px-3 max-md:min-h-12")}>
          <input
            ref={options.ref(key)}
            dir="auto"
            value={text}
            autoComplete="off"
            maxLength={2 * OPTION_MAX}
            aria-label={t`Option ${number}`}
            placeholder={t`Option ${number}`}
            aria-invalid={fault === null ? undefined : true}
            aria-describedby={fault === null ? undefined : id}
            className="min-w-0 flex-1 bg-transparent outline-none"
            onChange={(event) => options.change(key, event.target.value)}
            onKeyDown={onKeyDown}
          />
        </span>
        <IconButton
          size="sm"
          label={t`Move option ${number} up`}
          icon={<ArrowUp size={14} aria-hidden />}
          disabled={at === 0}
          onClick={() => options.move(key, -1)}
        />
        <IconButton
          size="sm"
          label={t`Move option ${number} down`}
          icon={<ArrowDown size={14} aria-hidden />}
          disabled={at === fields.length - 1}
          onClick={() => options.move(key, 1)}
        />
        <IconButton
          size="sm"
          label={t`Remove option ${number}`}
          icon={<X size={14} aria-hidden />}
          disabled={!options.canRemove}
          onClick={() => options.remove(key)}
        />
      </div>
      {fault !== null && <FieldError id={id}>{fault}</FieldError>}
    </>
  );
}
