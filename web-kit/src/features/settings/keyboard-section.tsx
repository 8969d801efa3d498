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
      <p className="ms-7 mt-1 text-13 text-ink-3">{t`With this on, a question mark opens the list of shortcuts; otherwise the list is in the account menu. Key combinations, and the keys that move within a list, always work.`}</p>
    </SettingsGroup>
  );
}
