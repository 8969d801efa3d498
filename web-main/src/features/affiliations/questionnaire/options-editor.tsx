import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useId } from "react";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { FieldError, inputClass } from "@guildhall/web-kit/ui/field.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { moveItem, newOption, type OptionDraft, OPTIONS_MAX } from "./form-draft.ts";
import { useFocusAfterMove } from "./use-focus-after-move.ts";

/** The options of a multiple choice, in their order. */
export function OptionsEditor(props: {
  options: readonly OptionDraft[];
  error: string | undefined;
  onChange: (options: readonly OptionDraft[]) => void;
}) {
  const { options, error, onChange } = props;
  const id = useId();
  const focus = useFocusAfterMove(id);
  const move = (place: number, by: -1 | 1) => {
    const option = options[place];
    if (option !== undefined) focus.request(option.key, by);
    onChange(moveItem(options, place, by));
  };
  return (
    <fieldset {...(error !== undefined && { "aria-describedby": `${id}-error` })}>
      <legend className="mb-1.5 text-13 font-strong">{t`Options`}</legend>
      <ol className="flex flex-col gap-2">
        {options.map(({ key, text }, place) => (
          <li key={key} className="flex items-center gap-1">
            <span className={inputClass(error !== undefined, "min-h-10 px-3 max-md:min-h-12")}>
              <input
                aria-label={t`Option ${{ number: place + 1 }}`}
                autoComplete="off"
                dir="auto"
                value={text}
                className="min-w-0 flex-1 bg-transparent outline-none"
                onChange={(event) =>
                  onChange(
                    options.map((one) =>
                      one.key === key ? { ...one, text: event.target.value } : one,
                    ),
                  )
                }
              />
            </span>
            <IconButton
              id={focus.idOf(key, -1)}
              label={t`Move option ${{ number: place + 1 }} up`}
              icon={<ArrowUp size={15} aria-hidden />}
              disabled={place === 0}
              onClick={() => move(place, -1)}
            />
            <IconButton
              id={focus.idOf(key, 1)}
              label={t`Move option ${{ number: place + 1 }} down`}
              icon={<ArrowDown size={15} aria-hidden />}
              disabled={place === options.length - 1}
              onClick={() => move(place, 1)}
            />
            <IconButton
              label={t`Remove option ${{ number: place + 1 }}`}
              icon={<X size={15} aria-hidden />}
              onClick={() => onChange(options.filter((one) => one.key !== key))}
            />
          </li>
        ))}
      </ol>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {options.length < OPTIONS_MAX && (
        <Button
          className="mt-2"
          icon={<Plus size={15} aria-hidden />}
          onClick={() => onChange([...options, newOption()])}
        >{t`Add an option`}</Button>
      )}
    </fieldset>
  );
}
