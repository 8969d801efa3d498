import type { Me } from "../../api/types.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { useSetting } from "./queries.ts";
import { SettingsGroup } from "./section.tsx";

export function NotificationsSection({ me }: { me: Me }) {
  const setting = useSetting();
  const chosen = setting.isPending ? setting.variables.notificationsEnabled : null;
  return (
    <SettingsGroup>
      <Checkbox
        label="Notify me about activity in my communities"
        checked={chosen ?? me.notificationsEnabled}
        onChange={(event) => setting.mutate({ notificationsEnabled: event.target.checked })}
      />
      <p className="ms-7 mt-1 text-13 text-ink-3">
        Emails about your account, such as a changed password, are always sent.
      </p>
    </SettingsGroup>
  );
}
