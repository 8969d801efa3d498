import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { activeLanguage } from "../language/active-language.ts";
import { isLanguage, LANGUAGE_NAMES } from "../language/languages.ts";
import { changeLanguage } from "../shell/change-language.ts";

const languages = Object.keys(LANGUAGE_NAMES).filter(isLanguage);

/** The languages for visitors, each by its own name. Members choose theirs in the settings. */
export function LanguageMenu({ className }: { className?: string }) {
  const active = activeLanguage();
  return (
    <div role="group" aria-label={t`Language`} className={clsx("flex gap-x-4 text-12", className)}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === active}
          onClick={() => language !== active && changeLanguage(language)}
          className="py-1 hover:underline aria-pressed:font-semibold"
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </div>
  );
}
