import { t } from "@lingui/core/macro";
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
        label={t`Theme`}
        value={look.theme}
        onChange={(theme) => onChange({ ...look, theme })}
        segments={[
          { value: "light", label: t`Light` },
          { value: "dark", label: t`Dark` },
        ]}
      />
      <Segments
        label={t`Size`}
        value={look.device}
        onChange={(device) => onChange({ ...look, device })}
        segments={[
          { value: "desktop", label: t`Desktop` },
          { value: "phone", label: t`Phone` },
        ]}
      />
    </>
  );
}
