import { t } from "@lingui/core/macro";
import { type Ref, useImperativeHandle, useRef } from "react";
import { LONG_TEXT_AREA_MAX } from "../../../content/rules.ts";
import { writeAndSelect } from "../../../ui/caret.ts";
import { Field, inputClass } from "../../../ui/field.tsx";
import { paragraphDirections } from "../../../language/text-direction.ts";
import { formatArticle } from "./format.ts";
import { Toolbar } from "./toolbar.tsx";
import { WordCounter } from "./word-counter.tsx";

export interface ContentFieldProps {
  value: string;
  error: string | undefined;
  onChange: (content: string) => void;
  onBlur: () => void;
  /** Lets the form focus the field on an error. */
  ref: Ref<{ focus: () => void }>;
}

/** The article's Markdown text with toolbar and remaining length. */
export function ContentField({ value, error, onChange, onBlur, ref }: ContentFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus() }), []);
  return (
    <Field
      label={t`Text`}
      hint={t`In markdown: ## for a heading, **bold**, _italic_`}
      error={error}
      aside={<WordCounter content={value} />}
    >
      {(control) => (
        <div className={inputClass(Boolean(error), "flex-col items-stretch! gap-0!")}>
          <div className="border-b border-line-soft p-1">
            <Toolbar
              onFormat={(format) => {
                if (area.current === null) return;
                const { selectionStart: start, selectionEnd: end } = area.current;
                const next = formatArticle({ text: value, start, end }, format);
                writeAndSelect(area.current, onChange, next);
              }}
            />
          </div>
          <textarea
            {...control}
            ref={area}
            dir="auto"
            style={{ unicodeBidi: paragraphDirections(value) }}
            value={value}
            maxLength={LONG_TEXT_AREA_MAX}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            className="block h-[34dvh] min-h-48 w-full min-w-0 resize-y bg-transparent px-3 py-2.5 text-15 outline-none max-md:text-16 md:h-[26rem]"
          />
        </div>
      )}
    </Field>
  );
}
