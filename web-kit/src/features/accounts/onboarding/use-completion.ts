import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { ProblemError } from "../../../api/client.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { toast } from "../../../ui/toast-store.ts";
import { completeOnboarding, fetchMe, meQuery } from "../queries.ts";
import { progressQuery } from "./progress.ts";
import type { Agreements } from "./steps.ts";

const ALL_AGREEMENTS = t`You must agree to the community guidelines, privacy policy, and terms of service to continue`;

/**
 * Sends the three agreements together, then lets the member in where they wanted to go. From then on
 * there is no position in the wizard to save: `onDone`.
 */
export function useCompletion(onDone: () => void) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useSingleFlightMutation({
    mutationFn: (agreed: Agreements) => {
      if (!Object.values(agreed).every(Boolean)) throw new Error(ALL_AGREEMENTS);
      return completeOnboarding();
    },
    onSuccess: async (me) => {
      onDone();
      cache.setQueryData(meQuery.queryKey, me);
      toast.success(t`Welcome to your verified communities!`);
      await navigate("/", { replace: true });
      cache.removeQueries({ queryKey: progressQuery.queryKey });
    },
    // The wizard shows what the server knows and this page does not yet.
    onError: async (fault) => {
      if (fault instanceof ProblemError && fault.code === "email-not-verified") {
        await fetchMe(cache).catch(() => undefined);
      }
    },
  });
  return { mutate, isPending, refusal: errorMessageFor(error) };
}

function errorMessageFor(error: Error | null): string | null {
  if (error === null) return null;
  if (error instanceof ProblemError && error.status > 0 && error.status < 500) return error.detail;
  if (error.message === ALL_AGREEMENTS) return ALL_AGREEMENTS;
  return t`There was an error completing your onboarding. Please try again.`;
}
