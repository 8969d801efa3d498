import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { type Proof, ProofCancelled } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { TENANT_ACTIONS } from "../action-labels.ts";
import { moveTenant, tenantsKey } from "../queries.ts";
import { subdomainRule } from "../rules.ts";
import { SubdomainField, subdomainOptions } from "../subdomain-field.tsx";
import type { Tenant } from "../types.ts";

const rules = z.object({ subdomain: subdomainRule });

/** Changes a portal's subdomain. */
export function MoveDialog(props: { tenant: Tenant; proof: Proof; onClose: () => void }) {
  const { tenant, proof, onClose } = props;
  const cache = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof rules>>({
    resolver: standardSchemaResolver(rules),
    defaultValues: { subdomain: tenant.subdomain },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ subdomain }) => {
    try {
      await proof.withProof(() => moveTenant(tenant.id, subdomain));
      toast.success(TENANT_ACTIONS.rename.done);
      onClose();
      await cache.invalidateQueries({ queryKey: tenantsKey });
    } catch (error) {
      if (error instanceof ProofCancelled) return;
      applyProblem(error, ["subdomain"], setError, t`Something went wrong. Please try again.`);
    }
  });
  return (
    <FormDialog
      open={proof.requested === null}
      title={t`Change subdomain of ${{ name: tenant.brandName }}`}
      description={t`The old address stops working immediately. No one else can claim it for 30 days.`}
      confirm={TENANT_ACTIONS.rename.label}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <SubdomainField
        control={register("subdomain", subdomainOptions)}
        error={errors.subdomain?.message}
      />
    </FormDialog>
  );
}
