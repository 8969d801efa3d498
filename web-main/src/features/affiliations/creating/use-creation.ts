import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { useKeys } from "@guildhall/web-kit/api/use-keys.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { fetchMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import { staffKey } from "../../staff/queries.ts";
import { findAccountByEmail, createAffiliation } from "./queries.ts";
import { type CreationValues, creationSchema, emptyCreation } from "./rules.ts";

/** No account has the given email address. */
class NoSuchAccount extends Error {}

/** The form of a new affiliation: sent once, then its page in the staff area opens. */
export function useCreation() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useKeys();
  const form = useForm<CreationValues>({
    resolver: standardSchemaResolver(creationSchema),
    defaultValues: emptyCreation,
  });
  const create = useSingleFlightMutation({
    mutationFn: async ({ creatorEmail, tagline, website, ...values }: CreationValues) => {
      const creatorId = creatorEmail === "" ? null : await findAccountByEmail(creatorEmail);
      if (creatorEmail !== "" && creatorId === null) throw new NoSuchAccount();
      const body = {
        ...values,
        creatorId,
        ...(tagline !== "" && { tagline }),
        ...(website !== "" && { website }),
      };
      return createAffiliation(body, keyOf(body));
    },
    onSuccess: async (made) => {
      toast.success(t`${{ name: made.name }} was created`);
      void cache.invalidateQueries({ queryKey: keys.affiliations });
      void cache.invalidateQueries({ queryKey: staffKey });
      // The creator is now a member.
      await fetchMe(cache);
      await navigate(`/staff/affiliations/${made.id}`);
    },
    onError: (error) => {
      if (error instanceof NoSuchAccount) {
        form.setError("creatorEmail", { message: t`User not found` }, { shouldFocus: true });
        return;
      }
      const fallback = t`Something went wrong. Please try again.`;
      applyProblem(error, ["name", "description", "tagline", "website"], form.setError, fallback);
    },
  });
  return {
    form,
    busy: create.isPending,
    submit: form.handleSubmit((values) => create.mutate(values)),
  };
}
