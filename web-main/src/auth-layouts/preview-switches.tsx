import { Segments } from "@guildhall/web-kit/ui/segments.tsx";

/** The theme and size of a preview. */
export interface PreviewSettings {
  theme: "light" | "dark";
  device: "desktop" | "phone";
}

export const DEFAULT_PREVIEW: PreviewSettings = { theme: "light", device: "desktop" };

/** The two switches next to a preview. */
export function PreviewSwitches(props: {
  look: PreviewSettings;
  onChange: (look: PreviewSettings) => void;
}) {
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
