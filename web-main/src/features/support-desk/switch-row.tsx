import { Checkbox } from "@guildhall/web-kit/ui/checkbox.tsx";

export interface SwitchRowProps {
  name: string;
  hint?: string;
  on: boolean;
  busy: boolean;
  onSwitch: (on: boolean) => void;
}

/** One switch of a list; it changes when the server has stored it. */
export function SwitchRow({ name, hint, on, busy, onSwitch }: SwitchRowProps) {
  return (
    <li className="py-3">
      <Checkbox
        checked={on}
        disabled={busy}
        onChange={(event) => onSwitch(event.target.checked)}
        label={
          <>
            <span className="block font-medium">{name}</span>
            {hint !== undefined && <span className="block text-12 text-ink-2">{hint}</span>}
          </>
        }
      />
    </li>
  );
}
