import { t } from "@lingui/core/macro";
import {
  ArrowUpRight,
  FileText,
  Keyboard,
  Languages,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  SquarePen,
  Sun,
  UsersRound,
} from "lucide-react";
import type { Me } from "../../api/types.ts";
import { isLanguage, LANGUAGE_NAMES } from "../../language/languages.ts";
import { useApp } from "../../shell/app.ts";
import type { PaletteParts } from "../../shell/search-parts.ts";
import { useThemeChoice } from "../../shell/theme-choice.tsx";
import { signOut } from "../accounts/session.ts";
import { sectionList } from "../settings/section-list.ts";
import { useLanguageChoice } from "../settings/queries.ts";
import { useOtherSites } from "../transfer/use-sites.ts";

/** Something that the palette does. */
export interface PaletteAction {
  id: string;
  label: string;
  icon: LucideIcon;
  /** The screen that it opens, or what it does. */
  does: string | (() => void);
  /** Offered only for typed text. */
  isSecondary?: true;
}

/** The actions that this person may do on this site. */
export function useActions(me: Me, parts: PaletteParts): PaletteAction[] {
  const { boot, navPaths } = useApp();
  const has = (screen: string) => navPaths.has(screen);
  return [
    // A view as a member is read-only.
    ...(me.viewedAs == null ? writingActions(has, parts) : []),
    ...useThemeActions(me),
    ...usePortalActions(),
    ...useLanguageActions(me),
    { id: "shortcuts", label: t`Keyboard shortcuts`, icon: Keyboard, does: parts.onShortcuts },
    { id: "log-out", label: t`Log Out`, icon: LogOut, does: () => void signOut() },
    ...(has("settings") ? settingsActions(boot.portal !== null) : []),
  ];
}

function writingActions(has: (screen: string) => boolean, parts: PaletteParts): PaletteAction[] {
  const actions: (PaletteAction & { needs: string })[] = [
    {
      id: "new-community",
      label: t`New community`,
      icon: UsersRound,
      does: parts.onNewCommunity,
      needs: "communities",
    },
    {
      id: "write-insight",
      label: t`Write an Insight`,
      icon: FileText,
      does: "/articles/new",
      needs: "articles",
    },
    {
      id: "new-message",
      label: t`New message`,
      icon: SquarePen,
      does: "/messages/new",
      needs: "messages",
    },
  ];
  return actions.filter(({ needs }) => has(needs));
}

/** The themes other than the current one. */
function useThemeActions(me: Me): PaletteAction[] {
  const [theme, choose] = useThemeChoice(me);
  const themes = [
    { value: "light", label: t`Light theme`, icon: Sun },
    { value: "dark", label: t`Dark theme`, icon: Moon },
    { value: "system", label: t`System theme`, icon: Monitor },
  ] as const;
  return themes
    .filter(({ value }) => value !== theme)
    .map(({ value, label, icon }) => ({
      id: `theme-${value}`,
      label,
      icon,
      does: () => choose(value),
    }));
}

function usePortalActions(): PaletteAction[] {
  return useOtherSites().map(({ key, label, switchToSite }) => ({
    id: `site-${key}`,
    label,
    icon: ArrowUpRight,
    does: switchToSite,
  }));
}

/** Each language is named in itself. */
function useLanguageActions(me: Me): PaletteAction[] {
  const { mutate } = useLanguageChoice();
  return Object.entries(LANGUAGE_NAMES).flatMap(([tag, name]) =>
    tag !== me.language && isLanguage(tag)
      ? [
          {
            id: `language-${tag}`,
            label: t`Switch language to ${name}`,
            icon: Languages,
            does: () => mutate(tag),
          },
        ]
      : [],
  );
}

function settingsActions(isPortal: boolean): PaletteAction[] {
  return sectionList(isPortal).map(({ slug, label, icon }) => ({
    id: `settings-${slug}`,
    label: t`Settings: ${label}`,
    icon,
    does: `/settings/${slug}`,
    isSecondary: true,
  }));
}
