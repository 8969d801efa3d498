import { t } from "@lingui/core/macro";
import type { Me } from "../../api/types.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { useSetting } from "./queries.ts";
import { SettingsGroup } from "./section.tsx";

/**
 * Turns single-key shortcuts off, for users of speech input or who press keys by accident (WCAG
 * 2.1.4).
 */
export function KeyboardSection({ me }: { me: Me }) {
  const setting = useSetting();
  const chosen = setting.isPending ? setting.variables.singleKeyShortcuts : null;
  return (
    <SettingsGroup>
      <Checkbox
        label={t`Use single-key shortcuts`}
        checked={chosen ?? me.singleKeyShortcuts}
        onChange={(event) => setting.mutate({ singleKeyShortcuts: event.target.checked })}
      />
      <p className="ms-7 mt-1 text-13 text-ink-3">{t`With this on, single keys move between posts, answer them and open screens, and a question mark lists them. The list is also in the account menu. Key combinations, and the arrow keys within a list, always work.`}</p>
    </SettingsGroup>
  );
}
