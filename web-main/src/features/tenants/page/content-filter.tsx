import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ContentFilter } from "@guildhall/web-kit/api/types.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Choices } from "@guildhall/web-kit/ui/choices.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import {
  CONTENT_FILTERS,
  contentFilterChoices,
} from "../../staff/content-filter/content-filter-labels.ts";
import { contentFilterQuery } from "../../staff/content-filter/queries.ts";
import { setTenantContentFilter, tenantsKey } from "../queries.ts";
import { useTenant } from "./tenant-context.ts";

/** The portal's content filter; staff may change it, except in an archived portal. */
export function TenantContentFilter() {
  const { tenant } = useTenant();
  const [isChanging, setIsChanging] = useState(false);
  const network = useNetworkFilter();
  const { contentFilter } = tenant;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {contentFilter === null ? networkLabel(network) : CONTENT_FILTERS[contentFilter]}
      {tenant.asStaff && tenant.state !== "archived" && (
        <Button size="sm" aria-label={t`Change content filter`} onClick={() => setIsChanging(true)}>
          {t({ message: "Change", context: "button" })}
        </Button>
      )}
      {isChanging && <FilterDialog onClose={() => setIsChanging(false)} />}
    </span>
  );
}

/** The network's filter, as far as the viewer may know it. */
function useNetworkFilter(): ContentFilter | null {
  const { tenant } = useTenant();
  const { data } = useQuery({ ...contentFilterQuery, enabled: tenant.asStaff });
  return data?.filter ?? null;
}

function networkLabel(network: ContentFilter | null): string {
  if (network === null) return t`As the network`;
  return t`As the network: ${{ filter: CONTENT_FILTERS[network] }}`;
}

/** The form's value for "no filter of its own": radio buttons have no null. */
const NETWORK = "network";

interface FilterForm {
  filter: ContentFilter | typeof NETWORK;
}

function FilterDialog({ onClose }: { onClose: () => void }) {
  const { tenant } = useTenant();
  const network = useNetworkFilter();
  const cache = useQueryClient();
  const before = tenant.contentFilter ?? NETWORK;
  const { register, handleSubmit, setError, formState } = useForm<FilterForm>({
    defaultValues: { filter: before },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ filter }) => {
    try {
      await setTenantContentFilter(tenant.id, filter === NETWORK ? null : filter);
      toast.success(t`Content filter changed`);
      onClose();
      await cache.invalidateQueries({ queryKey: tenantsKey });
    } catch (error) {
      applyProblem(error, ["filter"], setError, t`Something went wrong. Please try again.`);
    }
  });
  return (
    <FormDialog
      title={t`Change content filter`}
      description={t`It applies to the next post, reply or message on this portal. Stored posts and messages stay as they are.`}
      confirm={t`Change filter`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choices
        label={t`Filter`}
        choices={[
          {
            value: NETWORK,
            title: networkLabel(network),
            text: t`Follows the setting of the network, also when that changes.`,
          },
          ...contentFilterChoices(),
        ]}
        error={errors.filter?.message}
        {...register("filter")}
      />
    </FormDialog>
  );
}
