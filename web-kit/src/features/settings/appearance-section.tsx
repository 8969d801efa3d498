import { t } from "@lingui/core/macro";
import type { Me } from "../../api/types.ts";
import { isTheme, useThemeChoice } from "../../shell/theme-choice.tsx";
import { Choices } from "../../ui/choices.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { isLanguage, languages } from "./languages.ts";
import { useSetting } from "./queries.ts";
import { SettingsGroup } from "./section.tsx";

const THEMES = [
  { value: "light", title: t`Light` },
  { value: "dark", title: t`Dark` },
  { value: "system", title: t`System`, text: t`Match the device` },
] as const;

export function AppearanceSection({ me }: { me: Me }) {
  const [theme, choose] = useThemeChoice(me);
  const setting = useSetting();
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
          value={me.language}
          onChange={({ target }) =>
            isLanguage(target.value) && setting.mutate({ language: target.value })
          }
        >
          {languages(me.language).map(({ tag, name, isPast }) => (
            <option key={tag} value={tag} lang={tag} disabled={isPast}>
              {name}
            </option>
          ))}
        </SelectField>
      </SettingsGroup>
    </>
  );
}
