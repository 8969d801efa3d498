import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { ArrowUpRight, ChevronRight, LogOut, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import type { Me } from "../api/types.ts";
import { signOut } from "../features/accounts/session.ts";
import { useOtherSites } from "../features/transfer/use-sites.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Count } from "../ui/count.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { VerifiedTick } from "../ui/mark.tsx";
import { PersonName } from "../ui/person-name.tsx";
import { type PendingCounts, pendingCount } from "./badges.ts";
import { type NavItem, useNav } from "./nav-items.ts";
import { themes, useThemeChoice } from "./theme-choice.tsx";

export interface MoreSheetProps {
  me: Me;
  waiting: PendingCounts;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The phone's menu for entries that do not fit into the bottom bar. */
export function MoreSheet({ me, waiting, open, onOpenChange }: MoreSheetProps) {
  const items = useNav("more", me);
  const sites = useOtherSites();
  const close = () => onOpenChange(false);
  const then = (run: () => void) => () => {
    close();
    run();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t({ message: "More", context: "further entries of the navigation" })}
      titleHidden
    >
      <div className="-mx-2">
        <SheetHeader me={me} onGo={close} />
        <div className="mx-3 h-px bg-line-soft" />
        <ul className="pt-2">
          {items.map((item) => (
            <Entry key={item.to} item={item} waiting={pendingCount(item, waiting)} onGo={close} />
          ))}
          {sites.map((site) => (
            <Row
              key={site.key}
              icon={ArrowUpRight}
              label={site.label}
              onSelect={then(site.switchToSite)}
            />
          ))}
        </ul>
        <ThemeRow me={me} />
        <ul>
          <Row icon={LogOut} label={t`Log Out`} danger onSelect={then(() => void signOut())} />
        </ul>
      </div>
    </Dialog>
  );
}

/** The member, with a link to their profile. */
function SheetHeader({ me, onGo }: { me: Me; onGo: () => void }) {
  const [page] = useNav("name", me);
  const face = (
    <>
      <Avatar name={me.displayName || me.email} src={me.profilePicture} size={46} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-16 font-semibold">
          <PersonName name={me.displayName} /> {me.isVerified && <VerifiedTick size={15} />}
        </span>
        <span className="block truncate text-13 text-ink-3">
          {me.handle === null ? me.email : `@${me.handle}`}
        </span>
      </span>
    </>
  );
  const look = "flex items-center gap-3.5 px-3 pt-1 pb-3.5";
  if (page === undefined) return <div className={look}>{face}</div>;
  return (
    <Link to={page.to} onClick={onGo} className={clsx(look, "rounded-md")}>
      {face}
      <ChevronRight size={20} aria-hidden className="text-ink-3 rtl:-scale-x-100" />
    </Link>
  );
}

const row =
  "flex h-[50px] w-full items-center gap-4 rounded-md px-3 text-start text-16 font-medium hover:bg-hover";

function Entry({ item, waiting, onGo }: { item: NavItem; waiting: number; onGo: () => void }) {
  const Icon = item.icon;
  return (
    <li>
      <Link to={item.to} onClick={onGo} className={row}>
        <Icon size={22} aria-hidden className="text-ink-2" />
        <span className="flex-1">{item.label}</span>
        <Count value={waiting} label={t({ message: "waiting", context: "after a number" })} />
      </Link>
    </li>
  );
}

interface RowProps {
  icon: LucideIcon;
  label: string;
  danger?: boolean;
  onSelect: () => void;
}

function Row({ icon: Icon, label, danger = false, onSelect }: RowProps) {
  return (
    <li>
      <button type="button" onClick={onSelect} className={clsx(row, danger && "text-danger-text")}>
        <Icon
          size={22}
          aria-hidden
          className={clsx(!danger && "text-ink-2", Icon === ArrowUpRight && "rtl:-scale-x-100")}
        />
        {label}
      </button>
    </li>
  );
}

function ThemeRow({ me }: { me: Me }) {
  const [theme, choose] = useThemeChoice(me);
  return (
    <fieldset className="flex h-[50px] items-center justify-between px-3 text-16 font-medium">
      <legend className="float-start">{t`Theme`}</legend>
      <span className="inline-flex gap-0.5 rounded-sm bg-selected p-0.5">
        {themes.map(({ value, label, icon: Icon }) => (
          <button
            key={value}
            type="button"
            aria-label={label}
            aria-pressed={theme === value}
            onClick={() => choose(value)}
            className="grid h-9 w-11 place-items-center rounded-sm text-ink-2 aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--line-soft),var(--e1)]"
          >
            <Icon size={17} aria-hidden />
          </button>
        ))}
      </span>
    </fieldset>
  );
}
