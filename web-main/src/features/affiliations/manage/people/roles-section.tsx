import { t } from "@lingui/core/macro";
import { Ellipsis, UserCog, UserMinus, UserPlus } from "lucide-react";
import { useState } from "react";
import type {
  AffiliationAdmin,
  AffiliationAdmins,
} from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@guildhall/web-kit/ui/menu.tsx";
import { formatDate } from "@guildhall/web-kit/ui/time.ts";
import { mayDo, ROLE_LABELS } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import { PersonRow } from "@guildhall/web-kit/features/communities/manage/parts.tsx";
import { useManage } from "../manage-context.ts";
import { AppointDialog } from "./appoint-dialog.tsx";
import { RemoveRoleDialog } from "./remove-role-dialog.tsx";

type RoleAction =
  | { kind: "appoint" }
  | { kind: "change"; admin: AffiliationAdmin }
  | { kind: "remove"; admin: AffiliationAdmin };

/** The people with a role, the strongest role first. */
export function RolesSection({ admins }: { admins: AffiliationAdmins }) {
  const { affiliation } = useManage();
  const [requested, setRequested] = useState<RoleAction | null>(null);
  const mayAppoint = mayDo(affiliation, "appoint");
  const close = () => setRequested(null);
  return (
    <section aria-labelledby="roles">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="roles" className="text-16 font-semibold">{t`Roles`}</h2>
        {mayAppoint && (
          <Button
            icon={<UserPlus size={15} aria-hidden />}
            onClick={() => setRequested({ kind: "appoint" })}
          >{t`Appoint`}</Button>
        )}
      </div>
      <p className="mt-1 text-14 text-ink-2">{t`People with a role manage ${{ affiliation: affiliation.name }} on the main site.`}</p>
      {admins.items.length === 0 ? (
        <p className="mt-3 text-14 text-ink-2">{t`No one has a role yet.`}</p>
      ) : (
        <ul aria-label={t`People with a role`} className="mt-2 divide-y divide-line-soft">
          {admins.items.map((admin) => (
            <li key={admin.person.userId}>
              <RoleHolder admin={admin} onRequest={setRequested} />
            </li>
          ))}
        </ul>
      )}
      {requested?.kind === "appoint" && <AppointDialog holders={admins.items} onClose={close} />}
      {requested?.kind === "change" && (
        <AppointDialog holders={admins.items} changed={requested.admin} onClose={close} />
      )}
      {requested?.kind === "remove" && <RemoveRoleDialog admin={requested.admin} onClose={close} />}
    </section>
  );
}

function RoleHolder(props: { admin: AffiliationAdmin; onRequest: (action: RoleAction) => void }) {
  const { admin, onRequest } = props;
  const { affiliation, me } = useManage();
  const { person, role, since, isMember } = admin;
  const isSelf = person.userId === me.id;
  const mayAppoint = mayDo(affiliation, "appoint") && !isSelf;
  // The owner leaves this role by handing the affiliation over.
  const mayChange = role !== "owner" && (mayAppoint || isSelf);
  return (
    <PersonRow
      person={person}
      own={isSelf}
      meta={
        <>
          {t`Since ${{ date: formatDate(since) }}`}
          {!isMember && <span className="meta-dot">{t`Not a member`}</span>}
        </>
      }
      actions={
        <>
          <Badge tone={role === "owner" ? "brand" : "line"}>{ROLE_LABELS[role]}</Badge>
          {mayChange ? (
            <Menu>
              <MenuTrigger asChild>
                <IconButton
                  label={t`Actions for ${{ name: person.displayName }}`}
                  icon={<Ellipsis size={17} aria-hidden />}
                />
              </MenuTrigger>
              <MenuContent>
                {mayAppoint && (
                  <MenuItem
                    icon={<UserCog size={16} />}
                    onSelect={() => onRequest({ kind: "change", admin })}
                  >{t`Change the role`}</MenuItem>
                )}
                <MenuItem
                  tone="danger"
                  icon={<UserMinus size={16} />}
                  onSelect={() => onRequest({ kind: "remove", admin })}
                >
                  {isSelf ? t`Give up the role` : t`Remove the role`}
                </MenuItem>
              </MenuContent>
            </Menu>
          ) : (
            // Keeps the roles aligned in rows without a menu.
            <span className="w-8 max-md:hidden" />
          )}
        </>
      }
    />
  );
}
