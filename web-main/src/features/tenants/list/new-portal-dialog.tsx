import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { newIdempotencyKey } from "@guildhall/web-kit/api/idempotency-key.ts";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { createTenant, type NewTenant, tenantQuery, tenantsKey } from "../queries.ts";
import { newPortalRules, subdomainRule } from "../rules.ts";
import { SubdomainField, subdomainOptions } from "../subdomain-field.tsx";
import { AffiliationChooser } from "./affiliation-chooser.tsx";

const fields = ["affiliationId", "subdomain", "brandName"] as const;

type ChosenAffiliation = Pick<Affiliation, "id" | "name" | "urlPath">;

/** The affiliation's path and name, where they can be used for the portal. */
function valuesFor({ id, name, urlPath }: ChosenAffiliation): NewTenant {
  const isUsable = subdomainRule.safeParse(urlPath ?? "").success;
  return {
    affiliationId: id,
    subdomain: isUsable ? (urlPath ?? "") : "",
    brandName: name.slice(0, 60),
  };
}

/** Creates a portal for an affiliation. It is not reachable until it is activated. */
export function NewPortalDialog(props: {
  /** The affiliation; otherwise it is chosen here. */
  affiliation?: ChosenAffiliation;
  onClose: () => void;
}) {
  const { affiliation, onClose } = props;
  const [key] = useState(newIdempotencyKey);
  const navigate = useNavigate();
  const cache = useQueryClient();
  const proof = useProof();
  const form = useForm<NewTenant>({
    resolver: standardSchemaResolver(newPortalRules),
    defaultValues:
      affiliation === undefined
        ? { affiliationId: "", subdomain: "", brandName: "" }
        : valuesFor(affiliation),
    mode: "onTouched",
  });
  const { register, setError, setValue, getValues, control, formState } = form;
  const { errors, isSubmitting } = formState;
  const affiliationId = useWatch({ control, name: "affiliationId" });
  const choose = (chosen: Affiliation) => {
    const { subdomain, brandName } = valuesFor(chosen);
    setValue("affiliationId", chosen.id, { shouldValidate: true });
    if (getValues("subdomain") === "" && subdomain !== "") {
      setValue("subdomain", subdomain, { shouldValidate: true });
    }
    if (getValues("brandName") === "") setValue("brandName", brandName, { shouldValidate: true });
  };
  const submit = form.handleSubmit(async (values) => {
    try {
      const made = await proof.withProof(() => createTenant(values, key));
      cache.setQueryData(tenantQuery(made.id).queryKey, made);
      void cache.invalidateQueries({ queryKey: tenantsKey });
      // The affiliation's page now links to the portal.
      void cache.invalidateQueries({ queryKey: keys.openAffiliations });
      toast.success(t`${{ name: made.brandName }} is being set up`);
      await navigate(`/staff/tenants/${made.id}`);
    } catch (error) {
      if (error instanceof ProofCancelled) return;
      applyProblem(error, fields, setError, t`Something went wrong. Please try again.`);
    }
  });
  return (
    <>
      <FormDialog
        open={proof.requested === null}
        title={
          affiliation === undefined ? t`New portal` : t`New portal of ${{ name: affiliation.name }}`
        }
        description={t`It gets its own address and brand, and is not reachable until you activate it.`}
        confirm={t`Create portal`}
        busyLabel={t`Creating...`}
        busy={isSubmitting}
        failure={errors.root?.message}
        onSubmit={submit}
        onClose={onClose}
      >
        {affiliation === undefined && (
          <AffiliationChooser
            chosen={affiliationId}
            error={errors.affiliationId?.message}
            onChoose={choose}
          />
        )}
        <SubdomainField
          hint={t`The first part of its address on this platform.`}
          control={register("subdomain", subdomainOptions)}
          error={errors.subdomain?.message}
        />
        <TextField
          label={t`Brand name`}
          hint={t`What members see, such as Ashcombe.`}
          autoComplete="off"
          maxLength={60}
          error={errors.brandName?.message}
          {...register("brandName")}
        />
      </FormDialog>
      <ProofDialog requested={proof.requested} />
    </>
  );
}
