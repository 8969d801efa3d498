import { t } from "@lingui/core/macro";
import { LookChoices, SegmentChoices } from "./look-choices.tsx";
import type { BrandEditor } from "./use-brand-editor.ts";

const headings = [
  { value: "plain", label: t`Plain`, letters: t`Ag` },
  { value: "serif", label: t`Serif`, letters: t`Ag` },
  { value: "poster", label: t`Poster`, letters: "AG" },
  { value: "typed", label: t`Typed`, letters: t`Ag` },
] as const;

/** Brand settings other than the colour. */
export function ChoicesSection({ editor }: { editor: BrandEditor }) {
  const { register } = editor.form;
  return (
    <>
      <LookChoices
        label={t`Headings`}
        control={register("headings")}
        choices={headings.map(({ value, label, letters }) => ({
          value,
          label,
          sample: (
            <span data-type={value} className="text-20">
              <span
                // The font of the sample, not that of the page.
                style={{ fontFamily: "var(--display-family, var(--font-sans))" }}
                className="display"
              >
                {letters}
              </span>
            </span>
          ),
        }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SegmentChoices
          label={t`Corners`}
          control={register("corners")}
          choices={[
            { value: "square", label: t`Square` },
            { value: "soft", label: t`Soft` },
            { value: "round", label: t`Round` },
          ]}
        />
        <SegmentChoices
          label={t`Top bar`}
          control={register("topBar")}
          choices={[
            { value: "paper", label: t`Paper` },
            { value: "deep", label: t`Deep` },
            { value: "brand", label: t`Brand` },
          ]}
        />
      </div>
    </>
  );
}
