import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { Navigate, NavLink, useParams } from "react-router";
import { useBoot } from "../../shell/app.ts";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { Title } from "../../shell/title.tsx";
import { useMe } from "../accounts/queries.ts";
import { type Section, settingsSections } from "./sections.ts";

/** Two columns on wide screens; on a phone the list of sections, then one section. */
export function SettingsScreen() {
  const { section: slug } = useParams();
  const me = useMe();
  const sections = settingsSections(useBoot().portal !== null);
  const chosen = sections.find((section) => section.slug === slug);
  if (slug !== undefined && chosen === undefined) return <Navigate to="/settings" replace />;
  if (me === null) return null;
  const shown = chosen ?? sections[0];
  return (
    <ReadingPage
      title={chosen?.label ?? t`Settings`}
      {...(chosen !== undefined && { back: "/settings" })}
    >
      <Title>
        {chosen === undefined ? t`Settings` : t`${{ section: chosen.label }} · Settings`}
      </Title>
      <h1 className="display text-24 max-md:sr-only md:text-30">{t`Settings`}</h1>
      <div className="md:mt-6 md:grid md:grid-cols-[220px_1fr] md:gap-10">
        <SectionList
          sections={sections}
          shown={shown}
          className={clsx(chosen !== undefined && "max-md:hidden")}
        />
        <div className={clsx("min-w-0 max-w-[620px]", chosen === undefined && "max-md:hidden")}>
          <h2 className="text-20 font-semibold max-md:sr-only">{shown.label}</h2>
          <p className="mt-1 mb-6 text-14 text-ink-2">{shown.text}</p>
          <div>
            <shown.Content me={me} />
          </div>
        </div>
      </div>
    </ReadingPage>
  );
}

interface SectionListProps {
  sections: readonly Section[];
  shown: Section;
  className: string;
}

function SectionList({ sections, shown, className }: SectionListProps) {
  return (
    <nav aria-label={t`Settings`} className={className}>
      <ul className="flex flex-col gap-0.5 max-md:-mx-2">
        {sections.map((section) => (
          <li key={section.slug}>
            <NavLink
              to={`/settings/${section.slug}`}
              aria-current={section === shown ? "page" : undefined}
              className={clsx(
                "flex items-center gap-3 rounded-sm px-2.5 text-14 text-ink-2 hover:bg-hover hover:text-ink max-md:min-h-[62px] max-md:text-ink md:h-9 md:text-13",
                section === shown && "md:bg-selected md:font-semibold md:text-ink",
              )}
            >
              <section.icon size={17} aria-hidden className="shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1">
                <span className="block max-md:text-16 max-md:font-medium">{section.label}</span>
                <span className="block text-13 text-ink-3 md:hidden">{section.text}</span>
              </span>
              <ChevronRight
                size={18}
                aria-hidden
                className="text-ink-3 md:hidden rtl:-scale-x-100"
              />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
