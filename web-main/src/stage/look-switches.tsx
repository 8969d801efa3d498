import { Segments } from "@guildhall/web-kit/ui/segments.tsx";

/** The theme and size of a preview. */
export interface Look {
  theme: "light" | "dark";
  device: "desktop" | "phone";
}

export const FIRST_LOOK: Look = { theme: "light", device: "desktop" };

/** The two switches next to a preview. */
export function LookSwitches(props: { look: Look; onChange: (look: Look) => void }) {
  const { look, onChange } = props;
  return (
    <>
      <Segments
        label="Theme"
        value={look.theme}
        onChange={(theme) => onChange({ ...look, theme })}
        segments={[
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
      <Segments
        label="Size"
        value={look.device}
        onChange={(device) => onChange({ ...look, device })}
        segments={[
          { value: "desktop", label: "Desktop" },
          { value: "phone", label: "Phone" },
        ]}
      />
    </>
  );
}
