import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { ChangeEvent, FocusEvent } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { useBoot } from "@guildhall/web-kit/shell/app.ts";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";
import { Spinner } from "@guildhall/web-kit/ui/spinner.tsx";
import { useDebounced } from "@guildhall/web-kit/ui/use-debounced.ts";
import { urlPathQuery } from "./queries.ts";
import {
  checkPath,
  type PageFields,
  PATH_REASONS,
  normalisePath,
  sanitiseTypedPath,
} from "./rules.ts";

const PAUSE_MS = 400;

interface UrlPathFieldProps {
  affiliation: Affiliation;
  form: UseFormReturn<PageFields>;
}

/**
 * The last segment of the page's address with an availability hint from the server; only saving
 * reserves it.
 */
export function UrlPathField({ affiliation, form }: UrlPathFieldProps) {
  const { mainOrigin } = useBoot();
  const { fault, isAsked, isFree } = usePathAnswer({ affiliation, form });
  const control = form.register("urlPath");
  const error = form.formState.errors.urlPath?.message ?? fault ?? undefined;
  return (
    <TextField
      label={t`URL path`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint={t`2 to 50 lower-case letters, digits and single hyphens. Links with the previous path stop working.`}
      leading={
        <span dir="ltr" className="text-ink-3">
          <span className="max-md:hidden">{new URL(mainOrigin).host}</span>/affiliation/
        </span>
      }
      trailing={
        <span role="status" className="flex items-center gap-1 text-12 text-success-text">
          {isAsked && <Spinner size={14} />}
          {isFree && error === undefined && (
            <>
              <CircleCheck size={14} aria-hidden /> {t`Available`}
            </>
          )}
        </span>
      }
      error={error}
      {...control}
      onChange={(event) => {
        normalise(event);
        void control.onChange(event);
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        const stored = normalisePath(event.target.value);
        if (stored !== event.target.value) form.setValue("urlPath", stored, { shouldDirty: true });
        void control.onBlur(event);
      }}
    />
  );
}

/** Replaces the input with the normalised path and keeps the caret position. */
function normalise({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
  // Normalising would break an IME composition; it is done on blur instead.
  if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return;
  const { value, selectionStart } = target;
  const path = sanitiseTypedPath(value);
  if (path === value) return;
  const caret = sanitiseTypedPath(value.slice(0, selectionStart ?? value.length)).length;
  target.value = path;
  target.setSelectionRange(caret, caret);
}

/** The availability of the typed path, after a pause in typing. */
function usePathAnswer({ affiliation, form }: UrlPathFieldProps) {
  const typed = normalisePath(useWatch({ control: form.control, name: "urlPath" }));
  const wanted = useDebounced(typed, PAUSE_MS);
  const differs = wanted !== "" && wanted !== affiliation.urlPath;
  const unfit = checkPath(wanted);
  const { data, isFetching } = useQuery({
    ...urlPathQuery(affiliation.id, wanted),
    enabled: differs && unfit === null,
  });
  const answer = differs && unfit === null && wanted === typed ? data : undefined;
  const reason = answer?.reason ?? null;
  return {
    fault: wanted === typed ? (unfit ?? (reason && PATH_REASONS[reason])) : null,
    isAsked: isFetching,
    isFree: answer?.available === true,
  };
}
