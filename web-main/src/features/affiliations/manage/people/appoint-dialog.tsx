import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type {
  AffiliationAdmin,
  AppointableRole,
} from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { Person } from "@guildhall/web-kit/api/types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { Choices } from "@guildhall/web-kit/ui/choices.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ROLE_LABELS, ROLE_TEXTS } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import { useManage } from "../manage-context.ts";
import { appoint } from "../queries.ts";
import { MemberPicker } from "./member-picker.tsx";
import { refreshPeople } from "./refresh.ts";

const ROLES: readonly AppointableRole[] = ["admin", "reviewer", "brand-editor", "support"];

const APPOINTED: Readonly<Record<AppointableRole, (name: string) => string>> = {
  admin: (name) => t`${name} is now admin`,
  reviewer: (name) => t`${name} is now reviewer`,
  "brand-editor": (name) => t`${name} is now brand editor`,
  support: (name) => t`${name} is now support`,
};

/** Gives a member a role, or changes the role of someone who has one. */
export function AppointDialog(props: {
  holders: readonly AffiliationAdmin[];
  /** The role holder whose role changes; otherwise a member is chosen. */
  changed?: AffiliationAdmin;
  onClose: () => void;
}) {
  const { holders, changed, onClose } = props;
  const { affiliation } = useManage();
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<Person | null>(null);
  const [role, setRole] = useState<AppointableRole>(
    changed === undefined || changed.role === "owner" ? "admin" : changed.role,
  );
  const [isChecked, setChecked] = useState(false);
  const person = changed?.person ?? chosen;
  const save = useSingleFlightMutation({
    mutationFn: (userId: string) => appoint(affiliation.id, userId, role),
    onSuccess: () => {
      toast.success(APPOINTED[role](person?.displayName ?? ""));
      onClose();
    },
    onSettled: () => {
      // Not awaited: it would wait while offline.
      void refreshPeople(cache, affiliation.id);
    },
  });
  return (
    <FormDialog
      title={
        changed === undefined
          ? t`Appoint for ${{ affiliation: affiliation.name }}`
          : t`Change the role of ${{ name: changed.person.displayName }}`
      }
      description={t`The person is notified.`}
      confirm={changed === undefined ? t`Appoint` : t`Change the role`}
      busy={save.isPending}
      failure={save.error && errorMessage(save.error, t`Failed to change the role`)}
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (person !== null) save.mutate(person.userId);
      }}
      onClose={onClose}
    >
      {changed === undefined && (
        <MemberPicker
          label={t`Member`}
          chosen={chosen}
          without={holders.map((holder) => holder.person.userId)}
          error={isChecked && chosen === null ? t`Please choose a member.` : undefined}
          onChoose={setChosen}
        />
      )}
      <Choices
        label={t`Role`}
        name="role"
        value={role}
        choices={ROLES.map((value) => ({
          value,
          title: ROLE_LABELS[value],
          text: ROLE_TEXTS[value],
        }))}
        onChange={(event) => {
          const next = ROLES.find((value) => value === event.target.value);
          if (next !== undefined) setRole(next);
        }}
      />
    </FormDialog>
  );
}
