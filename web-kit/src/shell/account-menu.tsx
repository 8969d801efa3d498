import { t } from "@lingui/core/macro";
import { ArrowUpRight, ChevronDown, Keyboard, LogOut } from "lucide-react";
import { Link } from "react-router";
import type { Me } from "../api/types.ts";
import { signOut } from "../features/accounts/session.ts";
import { useOtherSites } from "../features/transfer/use-sites.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Count } from "../ui/count.tsx";
import { Kbd } from "../ui/kbd.tsx";
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuRadioGroup,
  MenuRadioTile,
  MenuSeparator,
  MenuTrigger,
} from "../ui/menu.tsx";
import { PersonName } from "../ui/person-name.tsx";
import { shortCount } from "../ui/short-count.ts";
import { type PendingCounts, pendingCount, totalPending } from "./badges.ts";
import { type NavItem, useNav } from "./nav-items.ts";
import { isTheme, themes, useThemeChoice } from "./theme-choice.tsx";

/** The badge has space for one digit. */
const SHOWN_MAX = 9;

export interface AccountMenuProps {
  me: Me;
  waiting: PendingCounts;
  onShortcuts: () => void;
}

export function AccountMenu({ me, waiting, onShortcuts }: AccountMenuProps) {
  const sites = useOtherSites();
  const items = useNav("account", me);
  const sum = totalPending(items, waiting);
  const count = shortCount(sum, SHOWN_MAX);
  return (
    <Menu>
      <MenuTrigger className="inline-flex h-9 items-center gap-1.5 rounded-sm ps-1 pe-1.5 text-bar-ink-2 hover:bg-bar-hover focus-visible:outline-current data-[state=open]:bg-bar-selected">
        <span aria-hidden className="relative">
          <Avatar name={me.displayName || me.email} src={me.profilePicture} size={28} />
          <Count
            value={sum}
            tone="bar"
            cap={SHOWN_MAX}
            className="absolute -end-2 -top-2 shadow-[0_0_0_2px_var(--bar)]"
          />
        </span>
        <span className="sr-only">
          {sum > 0 ? t`Account menu, ${count} waiting` : t`Account menu`}
        </span>
        <ChevronDown size={14} aria-hidden />
      </MenuTrigger>
      <MenuContent className="w-64">
        <div className="flex items-center gap-3 px-2 py-2.5">
          <Avatar name={me.displayName || me.email} src={me.profilePicture} size={36} />
          <div className="min-w-0">
            <p className="truncate text-14 font-semibold">
              <PersonName name={me.displayName} />
            </p>
            <p className="truncate text-12 text-ink-3">{me.email}</p>
          </div>
        </div>
        <MenuSeparator />
        {items.map((item) => (
          <Entry key={item.to} item={item} waiting={pendingCount(item, waiting)} />
        ))}
        {items.length > 0 && <MenuSeparator />}
        <ThemeRow me={me} />
        <MenuItem
          icon={<Keyboard size={16} />}
          trailing={me.singleKeyShortcuts && <Kbd name="?" />}
          onSelect={onShortcuts}
        >{t`Keyboard shortcuts`}</MenuItem>
        {sites.map((site) => (
          <MenuItem
            key={site.key}
            icon={<ArrowUpRight size={16} className="rtl:-scale-x-100" />}
            onSelect={site.switchToSite}
          >
            {site.label}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem
          icon={<LogOut size={16} />}
          onSelect={() => void signOut()}
        >{t`Log Out`}</MenuItem>
      </MenuContent>
    </Menu>
  );
}

function Entry({ item, waiting }: { item: NavItem; waiting: number }) {
  const Icon = item.icon;
  return (
    <MenuItem asChild>
      <Link to={item.to}>
        <Icon size={16} aria-hidden className="text-ink-3" />
        <span className="flex-1">{item.label}</span>
        <Count
          value={waiting}
          tone="tint"
          label={t({ message: "waiting", context: "after a number" })}
        />
      </Link>
    </MenuItem>
  );
}

function ThemeRow({ me }: { me: Me }) {
  const [theme, choose] = useThemeChoice(me);
  return (
    <MenuRadioGroup
      value={theme}
      onValueChange={(value) => isTheme(value) && choose(value)}
      aria-label={t`Theme`}
      className="flex h-9 items-center justify-between px-2 text-13 text-ink-2"
    >
      <span aria-hidden>{t`Theme`}</span>
      <span className="inline-flex gap-0.5 rounded-sm bg-selected p-0.5">
        {themes.map(({ value, label, icon: Icon }) => (
          <MenuRadioTile key={value} value={value} label={label} icon={<Icon size={13} />} />
        ))}
      </span>
    </MenuRadioGroup>
  );
}
