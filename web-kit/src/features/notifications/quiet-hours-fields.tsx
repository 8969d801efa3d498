import { t } from "@lingui/core/macro";
import { type KeyboardEvent, useState } from "react";
import { TextField } from "../../ui/field.tsx";
import type { QuietHours } from "./contract.ts";

type Times = Pick<QuietHours, "from" | "to">;

interface QuietHoursFieldsProps {
  quietHours: Times;
  onChange: (times: Times) => void;
}

/**
 * Start and end. They are saved when the focus leaves a field, because each digit that is typed is a
 * time of its own.
 */
export function QuietHoursFields({ quietHours, onChange }: QuietHoursFieldsProps) {
  const [typed, setTyped] = useState<Times>({ from: quietHours.from, to: quietHours.to });
  const isSame = typed.from === typed.to;
  const save = () => {
    const isComplete = typed.from !== "" && typed.to !== "";
    const isChanged = typed.from !== quietHours.from || typed.to !== quietHours.to;
    if (isComplete && isChanged && !isSame) onChange(typed);
  };
  const saveOnEnter = ({ key }: KeyboardEvent) => {
    if (key === "Enter") save();
  };
  return (
    <div className="mt-4 grid max-w-[384px] grid-cols-2 items-start gap-4">
      <TextField
        label={t`From`}
        type="time"
        value={typed.from}
        onChange={({ target }) => setTyped({ ...typed, from: target.value })}
        onBlur={save}
        onKeyDown={saveOnEnter}
      />
      <TextField
        label={t({ message: "To", context: "end of a time span" })}
        type="time"
        value={typed.to}
        error={isSame ? t`Quiet hours must begin and end at different times.` : undefined}
        onChange={({ target }) => setTyped({ ...typed, to: target.value })}
        onBlur={save}
        onKeyDown={saveOnEnter}
      />
    </div>
  );
}
