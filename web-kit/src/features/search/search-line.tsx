import { t } from "@lingui/core/macro";
import { Search, X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { KeyboardEvent, Ref } from "react";
import { IconButton } from "../../ui/icon-button.tsx";

export interface SearchLineProps {
  ref: Ref<HTMLInputElement>;
  typed: string;
  /** Id of the listbox, and whether it is open. */
  list: string;
  isOpen: boolean;
  active: string | null;
  /** Id of the element that explains why the text cannot be searched; null if it can. */
  problem: string | null;
  onType: (text: string, caret: number) => void;
  onCaret: (caret: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClear: () => void;
}

/** The search field. On a phone it is in a box next to the back button. */
export function SearchLine(props: SearchLineProps) {
  const { ref, typed, list, isOpen, active } = props;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2 max-md:basis-full">
      <div className="flex min-w-0 flex-1 items-center gap-3 max-md:min-h-11 max-md:rounded-sm max-md:px-3 max-md:shadow-[inset_0_0_0_1px_var(--line-control)] max-md:focus-within:shadow-[inset_0_0_0_2px_var(--focus)] max-md:forced-colors:border">
        <Search size={18} aria-hidden className="shrink-0 text-ink-3" />
        <input
          ref={ref}
          role="combobox"
          aria-label={t`Search`}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={list}
          {...(isOpen && active !== null && { "aria-activedescendant": active })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          {...(props.problem !== null && {
            "aria-invalid": true,
            "aria-describedby": props.problem,
          })}
          placeholder={t`People, communities, posts`}
          className="h-8 min-w-0 flex-1 bg-transparent text-16 outline-none"
          value={typed}
          onChange={(event) => props.onType(event.target.value, caretIn(event.target))}
          onSelect={(event) => props.onCaret(caretIn(event.currentTarget))}
          onKeyDown={props.onKeyDown}
        />
        {typed !== "" && (
          <IconButton
            label={t`Clear`}
            size="sm"
            icon={<X size={16} aria-hidden />}
            className="-me-1.5"
            onClick={props.onClear}
          />
        )}
      </div>
      <Radix.Close className="min-h-11 px-2 text-14 font-medium text-ink-2 md:sr-only">{t`Cancel`}</Radix.Close>
    </div>
  );
}

function caretIn(field: HTMLInputElement): number {
  return field.selectionEnd ?? field.value.length;
}
