import { t } from "@lingui/core/macro";
import type { Me } from "../../api/types.ts";
import { isLanguage } from "../../language/languages.ts";
import { isTheme, useThemeChoice } from "../../shell/theme-choice.tsx";
import { Choices } from "../../ui/choices.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { languageOptions } from "./languages.ts";
import { useLanguageChoice } from "./queries.ts";
import { SettingsGroup } from "./section.tsx";

const THEMES = [
  { value: "light", title: t`Light` },
  { value: "dark", title: t`Dark` },
  { value: "system", title: t`System`, text: t`Match the device` },
] as const;

export function AppearanceSection({ me }: { me: Me }) {
  const [theme, choose] = useThemeChoice(me);
  const language = useLanguageChoice();
  return (
    <>
      <SettingsGroup>
        <Choices
          label={t`Theme`}
          name="theme"
          choices={THEMES}
          value={theme}
          onChange={(event) => isTheme(event.target.value) && choose(event.target.value)}
        />
      </SettingsGroup>
      <SettingsGroup>
        <SelectField
          label={t`Language`}
          hint={t`More languages appear here as their translations are complete.`}
          value={language.isPending ? language.variables : me.language}
          onChange={({ target }) => isLanguage(target.value) && language.mutate(target.value)}
        >
          {languageOptions(me.language).map(({ tag, name, isPast }) => (
            <option key={tag} value={tag} lang={tag} disabled={isPast}>
              {name}
            </option>
          ))}
        </SelectField>
      </SettingsGroup>
    </>
  );
}
