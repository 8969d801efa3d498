import { t } from "@lingui/core/macro";
import { LookChoices, SegmentChoices } from "./look-choices.tsx";
import type { BrandEditor } from "./use-brand-editor.ts";

const headings = [
  { value: "plain", label: t`Plain`, letters: "Ag" },
  { value: "serif", label: t`Serif`, letters: "Ag" },
  { value: "poster", label: t({ message: "Poster", context: "headings" }), letters: "AG" },
  { value: "typed", label: t({ message: "Typed", context: "headings" }), letters: "Ag" },
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
            { value: "square", label: t({ message: "Square", context: "corners" }) },
            { value: "soft", label: t({ message: "Soft", context: "corners" }) },
            { value: "round", label: t({ message: "Round", context: "corners" }) },
          ]}
        />
        <SegmentChoices
          label={t`Top bar`}
          control={register("topBar")}
          choices={[
            { value: "paper", label: t({ message: "Paper", context: "top bar" }) },
            { value: "deep", label: t({ message: "Deep", context: "top bar" }) },
            { value: "brand", label: t({ message: "Brand", context: "top bar" }) },
          ]}
        />
      </div>
    </>
  );
}
