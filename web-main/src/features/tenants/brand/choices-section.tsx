import { LookChoices, SegmentChoices } from "./look-choices.tsx";
import type { BrandEditor } from "./use-brand-editor.ts";

const headings = [
  { value: "plain", label: "Plain", letters: "Ag" },
  { value: "serif", label: "Serif", letters: "Ag" },
  { value: "poster", label: "Poster", letters: "AG" },
  { value: "typed", label: "Typed", letters: "Ag" },
] as const;

/** Brand settings other than the colour. */
export function ChoicesSection({ editor }: { editor: BrandEditor }) {
  const { register } = editor.form;
  return (
    <>
      <LookChoices
        label="Headings"
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
          label="Corners"
          control={register("corners")}
          choices={[
            { value: "square", label: "Square" },
            { value: "soft", label: "Soft" },
            { value: "round", label: "Round" },
          ]}
        />
        <SegmentChoices
          label="Top bar"
          control={register("topBar")}
          choices={[
            { value: "paper", label: "Paper" },
            { value: "deep", label: "Deep" },
            { value: "brand", label: "Brand" },
          ]}
        />
      </div>
    </>
  );
}
