import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { inputClass } from "@guildhall/web-kit/ui/field.tsx";

export interface ComboOption {
  value: string;
  label: string;
  /** A second line that tells options of the same name apart. */
  detail?: string;
}

export interface ComboBoxProps {
  label: string;
  /** The label of the chosen option; null if none is chosen. */
  chosen: string | null;
  /** The options that match the typed text. */
  options: readonly ComboOption[];
  /** True while the options are loading. */
  loading: boolean;
  onSearch: (text: string) => void;
  /** Null clears the choice. */
  onChoose: (option: ComboOption | null) => void;
  className?: string;
}

/** A text field that searches for one option (the ARIA combobox pattern with a listbox). */
export function ComboBox(props: ComboBoxProps) {
  const { label, chosen, options, loading, onSearch, onChoose, className } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const isOpen = typed !== null && typed.trim() !== "";
  const search = (text: string) => {
    setTyped(text);
    setActive(0);
    onSearch(text.trim());
  };
  const close = () => {
    setTyped(null);
    onSearch("");
  };
  const choose = (option: ComboOption) => {
    onChoose(option);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setActive((active + step + options.length) % options.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const option = options[active];
      if (option !== undefined) choose(option);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
  };
  return (
    <div className={clsx("relative", className)}>
      <span className={inputClass(false, "h-8 ps-2.5 pe-1 max-md:h-11")}>
        <input
          role="combobox"
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(isOpen && options.length > 0 && { "aria-activedescendant": `${id}-${active}` })}
          autoComplete="off"
          placeholder={label}
          value={typed ?? chosen ?? ""}
          onChange={(event) => search(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={close}
          className="min-w-0 flex-1 truncate bg-transparent outline-none"
        />
        {chosen !== null && typed === null && (
          <IconButton
            label={t`Clear ${label}`}
            icon={<X size={14} aria-hidden />}
            className="!size-6"
            onClick={() => onChoose(null)}
          />
        )}
      </span>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!isOpen || options.length === 0}
        className="pop absolute inset-x-0 top-full z-20 mt-1 max-h-64 min-w-52 overflow-y-auto p-1.5"
      >
        {options.map((option, place) => (
          // The combobox has the keyboard's events; the mouse must not take its focus.
          <div
            key={option.value}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            onMouseDown={(event) => {
              event.preventDefault();
              choose(option);
            }}
            className="rounded-sm px-2 py-1.5 text-13 aria-selected:bg-selected"
          >
            <bdi className="block truncate">{option.label}</bdi>
            {option.detail !== undefined && (
              <span className="block truncate text-12 text-ink-2">
                <bdi>{option.detail}</bdi>
              </span>
            )}
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {statusText(isOpen, loading, options.length)}
      </p>
    </div>
  );
}

function statusText(isOpen: boolean, loading: boolean, count: number): string {
  if (!isOpen) return "";
  if (loading) return t`Searching`;
  return count === 0 ? t`Nothing found` : t`${count} found`;
}
