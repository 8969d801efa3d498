import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { Me } from "../../api/types.ts";
import { TextField } from "../../ui/field.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { handleQuery } from "./queries.ts";
import { profileRules, type ProfileValues } from "./rules.ts";

const PAUSE_MS = 400;

/** The handle with an availability hint from the server; only saving reserves it. */
export function HandleField({ me, form }: { me: Me; form: UseFormReturn<ProfileValues> }) {
  const typed = useWatch({ control: form.control, name: "handle" });
  const wanted = useDebounced(typed.trim().replace(/^@/, ""), PAUSE_MS);
  const differs = wanted !== "" && wanted.toLowerCase() !== me.handle?.toLowerCase();
  const fits = profileRules.shape.handle.safeParse(wanted).success;
  const { data, isFetching } = useQuery({ ...handleQuery(wanted), enabled: differs && fits });
  const answer = differs && fits && wanted === typed.trim().replace(/^@/, "") ? data : undefined;
  const error = form.formState.errors.handle?.message ?? answer?.reason ?? undefined;
  return (
    <TextField
      label={t`Handle`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      leading={<span className="text-ink-3">@</span>}
      hint={t`3 to 30 letters, digits, dots, hyphens and underscores`}
      error={error}
      trailing={
        <span role="status" className="flex items-center gap-1 text-12 text-success-text">
          {isFetching && <Spinner size={14} />}
          {answer?.available === true && error === undefined && (
            <>
              <CircleCheck size={14} aria-hidden />{" "}
              {t({ message: "Free", context: "state of a handle" })}
            </>
          )}
        </span>
      }
      {...form.register("handle")}
    />
  );
}
