import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Link, Outlet, useLocation } from "react-router";
import { useLive } from "@guildhall/web-kit/live/use-live.ts";
import { Count } from "@guildhall/web-kit/ui/count.tsx";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import { NoPermission } from "./no-permission.tsx";
import { useStaffPermissions } from "./permissions.ts";
import {
  isSectionPath,
  sectionAt,
  sectionPath,
  type StaffSection,
  visibleGroups,
} from "./sections.ts";
import { StaffPage } from "./staff-page.tsx";
import { useStaffCounts } from "./use-staff-counts.ts";

/** The staff area: navigation next to the panel. On a phone the overview lists the sections. */
export function StaffFrame() {
  const me = useMe();
  useLive(me?.id ?? null);
  if (me?.isStaff !== true) return null;
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <aside
        aria-label={t`Staff`}
        data-pane="staff"
        className="hidden w-[232px] shrink-0 flex-col overflow-y-auto px-3 pb-4 md:flex"
      >
        <p className="flex h-12 shrink-0 items-center px-2 text-14 font-semibold">{t`Staff`}</p>
        <StaffNav className="h-8 text-13" />
      </aside>
      <Page />
    </div>
  );
}

/** The page, if the viewer's role includes its section. */
function Page() {
  const permissions = useStaffPermissions();
  const section = sectionAt(useLocation().pathname);
  if (section === undefined || permissions.has(section.needs)) return <Outlet />;
  return (
    <StaffPage title={section.label}>
      <NoPermission />
    </StaffPage>
  );
}

/** The sections that the viewer's role includes; the caller sets the row height. */
export function StaffNav({ className, skip }: { className: string; skip?: string }) {
  const counts = useStaffCounts();
  const groups = visibleGroups(useStaffPermissions());
  return (
    <nav aria-label={t`Staff sections`}>
      {groups.map(({ label, sections }) => {
        const shown = sections.filter(({ path }) => path !== skip);
        if (shown.length === 0) return null;
        return (
          <div key={label ?? "top"}>
            {label !== null && <p className="px-2 pt-3 pb-1 text-12 text-ink-3">{label}</p>}
            <ul {...(label !== null && { "aria-label": label })}>
              {shown.map((section) => (
                <Row
                  key={section.path}
                  {...{ section, className }}
                  count={section.count?.(counts) ?? 0}
                />
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function Row(props: { section: StaffSection; count: number; className: string }) {
  const { label, icon: Icon } = props.section;
  const isCurrent = isSectionPath(props.section, useLocation().pathname);
  return (
    <li>
      <Link
        to={sectionPath(props.section)}
        aria-current={isCurrent ? "page" : undefined}
        className={clsx(
          "group flex items-center gap-2.5 rounded-md px-2 font-medium text-ink-2 hover:bg-hover aria-[current=page]:bg-selected aria-[current=page]:font-semibold aria-[current=page]:text-ink",
          props.className,
        )}
      >
        <Icon size={16} aria-hidden className="text-ink-3 group-aria-[current=page]:text-ink" />
        <span className="flex-1 truncate">{label}</span>
        <Count
          tone="quiet"
          label={t({ message: "waiting", context: "after a number" })}
          value={props.count}
        />
      </Link>
    </li>
  );
}
