import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { AffiliationJoining } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { LeaveGuard } from "@guildhall/web-kit/forms/leave-guard.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Checkbox } from "@guildhall/web-kit/ui/checkbox.tsx";
import { TextAreaField } from "@guildhall/web-kit/ui/field.tsx";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { FormSkeleton } from "@guildhall/web-kit/features/affiliations/application/form-skeleton.tsx";
import { mayDo } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import { QueryContent } from "@guildhall/web-kit/features/communities/query-content.tsx";
import { useManage } from "../manage-context.ts";
import { LoadFailure } from "../overview-tab.tsx";
import { joiningQuery, saveJoining } from "../queries.ts";
import { domainsIn, domainsError } from "./domains.ts";

/** Automatic approval by verified email domain, and whether admins may invite. */
export function JoiningSection() {
  const { affiliation } = useManage();
  return (
    <section aria-labelledby="joining">
      <h2 id="joining" className="text-16 font-semibold">{t`Joining`}</h2>
      <div className="mt-3">
        <QueryContent
          query={useQuery(joiningQuery(affiliation.id))}
          skeleton={<FormSkeleton />}
          renderFailure={(error, retry) => <LoadFailure {...{ error, retry }} />}
        >
          {(joining) => <JoiningForm joining={joining} />}
        </QueryContent>
      </div>
    </section>
  );
}

interface Fields {
  autoApproveDomains: string;
  adminsMayInvite: boolean;
}

const fieldsOf = ({ autoApproveDomains, adminsMayInvite }: AffiliationJoining): Fields => ({
  autoApproveDomains: autoApproveDomains.join("\n"),
  adminsMayInvite,
});

function JoiningForm({ joining }: { joining: AffiliationJoining }) {
  const { affiliation } = useManage();
  const cache = useQueryClient();
  const mayLetAdminsInvite = mayDo(affiliation, "appoint");
  const { register, handleSubmit, setError, reset, formState } = useForm<Fields>({
    defaultValues: fieldsOf(joining),
  });
  const { errors, isSubmitting, isDirty } = formState;
  const submit = handleSubmit(async ({ autoApproveDomains, adminsMayInvite }) => {
    try {
      const saved = await saveJoining(affiliation.id, {
        autoApproveDomains: domainsIn(autoApproveDomains),
        adminsMayInvite: mayLetAdminsInvite ? adminsMayInvite : joining.adminsMayInvite,
      });
      cache.setQueryData(keys.affiliationJoining(affiliation.id), saved);
      reset(fieldsOf(saved));
      toast.success(t`Affiliation updated successfully!`);
    } catch (error) {
      applyProblem(error, ["autoApproveDomains"], setError, t`Failed to update affiliation`);
    }
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <TextAreaField
        label={t`Approve automatically`}
        hint={t`Email domains, one per line, such as alumni.example.org. Requests from a confirmed address of such a domain are approved at once.`}
        rows={3}
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        error={errors.autoApproveDomains?.message}
        {...register("autoApproveDomains", { validate: (text) => domainsError(text) ?? true })}
      />
      <Checkbox
        label={t`Admins may send invitations`}
        locked={mayLetAdminsInvite ? undefined : t`Only the owner can change this.`}
        {...register("adminsMayInvite")}
      />
      <LeaveGuard dirty={isDirty && !isSubmitting} />
      <FormAlert>{errors.root?.message}</FormAlert>
      <Button
        type="submit"
        className="self-start"
        busy={isSubmitting}
        disabled={!isDirty}
      >{t`Save`}</Button>
    </form>
  );
}
