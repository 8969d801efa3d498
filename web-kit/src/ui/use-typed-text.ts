import { type FocusEvent, useRef } from "react";
import { isTextField, type TextField } from "../recovery/text-fields.ts";

/**
 * Tells whether text was typed into the fields of an element, which would be lost if it was closed.
 * Search fields and passwords do not count.
 */
export function useTypedText() {
  /** The text of each field when it first got the focus. */
  const before = useRef(new Map<TextField, string>());
  return {
    onFocusCapture: ({ target }: FocusEvent) => {
      if (!isTextField(target) || isSearchField(target) || before.current.has(target)) return;
      before.current.set(target, target.value);
    },
    hasText: (): boolean =>
      [...before.current].some(
        ([field, text]) => field.isConnected && field.value !== text && field.value.trim() !== "",
      ),
  };
}

function isSearchField(field: TextField): boolean {
  return field.type === "search" || field.getAttribute("role") === "combobox";
}
