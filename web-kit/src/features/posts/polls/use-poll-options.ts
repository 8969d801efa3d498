import { t } from "@lingui/core/macro";
import { useLayoutEffect, useRef, useState } from "react";
import { newIdempotencyKey } from "../../../api/idempotency-key.ts";
import { OPTIONS_MAX, OPTIONS_MIN } from "./draft-poll.ts";

export interface OptionField {
  /** Identifies the field when options are moved. */
  key: string;
  text: string;
}

export interface PollOptionFields {
  fields: readonly OptionField[];
  /** The result of the last change, for screen readers. */
  status: string;
  canAdd: boolean;
  canRemove: boolean;
  change: (key: string, text: string) => void;
  add: () => void;
  remove: (key: string) => void;
  /** Moves an option up or down. The focus stays with it. */
  move: (key: string, step: 1 | -1) => void;
  /** Focuses the next option, or adds one after the last. Returns false if there is no room. */
  advance: (key: string) => boolean;
  /** Registers the input of an option. */
  ref: (key: string) => (input: HTMLInputElement | null) => void;
}

/** The option fields of the poll dialog and their order. */
export function usePollOptions(initial: readonly string[]): PollOptionFields {
  const [fields, setFields] = useState(() => initial.map(newField));
  const [status, setStatus] = useState("");
  const inputs = useRef(new Map<string, HTMLInputElement>());
  const focusNext = useRef<string | null>(null);
  // After each render: a moved input loses the focus when the browser moves its element.
  useLayoutEffect(() => {
    if (focusNext.current === null) return;
    inputs.current.get(focusNext.current)?.focus();
    focusNext.current = null;
  });
  const add = () => {
    if (fields.length >= OPTIONS_MAX) return;
    const field = newField("");
    focusNext.current = field.key;
    setFields([...fields, field]);
    setStatus("");
  };
  return {
    fields,
    status,
    canAdd: fields.length < OPTIONS_MAX,
    canRemove: fields.length > OPTIONS_MIN,
    change: (key, text) =>
      setFields(fields.map((field) => (field.key === key ? { key, text } : field))),
    add,
    remove: (key) => {
      const at = fields.findIndex((field) => field.key === key);
      const left = fields.filter((field) => field.key !== key);
      focusNext.current = (left[at] ?? left.at(-1))?.key ?? null;
      setFields(left);
      setStatus(t`Option ${{ number: at + 1 }} removed`);
    },
    move: (key, step) => {
      const from = fields.findIndex((field) => field.key === key);
      const moved = fields[from];
      const to = from + step;
      if (moved === undefined || to < 0 || to >= fields.length) return;
      const order = fields.filter((field) => field.key !== key);
      order.splice(to, 0, moved);
      setFields(order);
      setStatus(t`Option ${{ from: from + 1 }} is now option ${{ to: to + 1 }}`);
    },
    advance: (key) => {
      const next = fields[fields.findIndex((field) => field.key === key) + 1];
      if (next === undefined) {
        if (fields.length >= OPTIONS_MAX) return false;
        add();
        return true;
      }
      inputs.current.get(next.key)?.focus();
      return true;
    },
    ref: (key) => (input) => {
      if (input === null) inputs.current.delete(key);
      else inputs.current.set(key, input);
    },
  };
}

function newField(text: string): OptionField {
  return { key: newIdempotencyKey(), text };
}
