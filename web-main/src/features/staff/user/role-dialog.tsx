import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { StaffRole } from "@guildhall/web-kit/api/staff-role-types.ts";
import { Choices } from "@guildhall/web-kit/ui/choices.tsx";
import { ReasonDialog } from "../reason-dialog.tsx";
import { ACTION_TEXTS } from "./action-texts.ts";
import { isStaffRole, STAFF_ROLES } from "./role-labels.ts";

interface RoleDialogProps {
  /** The person's name, for the title. */
  name: string;
  /** The present role; null if the person is not staff. */
  role: StaffRole | null;
  onConfirm: (role: StaffRole, reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Gives a person a staff role, or changes it; always with a reason. */
export function RoleDialog({ name, role, onConfirm, onClose }: RoleDialogProps) {
  // The role with the fewest permissions is preselected for a new member of staff.
  const [chosen, setChosen] = useState<StaffRole>(role ?? "analyst");
  const { title, text } = ACTION_TEXTS["set-role"];
  return (
    <ReasonDialog
      title={role === null ? t`Give ${name} a staff role` : title(name)}
      description={text}
      confirm={role === null ? t`Give role` : t`Change role`}
      required
      onConfirm={(reason) => onConfirm(chosen, reason)}
      onClose={onClose}
    >
      <Choices
        label={t`Staff role`}
        name="staff-role"
        value={chosen}
        choices={STAFF_ROLES.map((known) => ({
          value: known.role,
          title: known.role === role ? t`${{ role: known.label }} (now)` : known.label,
          text: known.text,
        }))}
        onChange={({ target }) => {
          if (isStaffRole(target.value)) setChosen(target.value);
        }}
      />
    </ReasonDialog>
  );
}
