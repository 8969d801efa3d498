import { t } from "@lingui/core/macro";
import { locale } from "@guildhall/web-kit/language/format.ts";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { parseColour } from "../rules.ts";
import type { Contrast, DerivedLooks } from "../types.ts";
import type { BrandEditor } from "./use-brand-editor.ts";

/** The brand colour and the palette derived from it. */
export function ColourSection(props: { editor: BrandEditor; looks: DerivedLooks | null }) {
  const { editor, looks } = props;
  const { register, formState } = editor.form;
  return (
    <>
      <TextField
        label={t`Name`}
        maxLength={60}
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register("name")}
      />
      <section aria-label={t`Colour`}>
        <ColourField editor={editor} />
        {looks !== null && (
          <>
            <div aria-hidden className="mt-2.5 flex overflow-hidden rounded-xs">
              {looks.swatches.map((swatch, index) => (
                <span
                  // A palette may contain the same colour twice.
                  // oxlint-disable-next-line react/no-array-index-key -- always the same nine positions
                  key={index}
                  title={swatch}
                  style={{ background: swatch }}
                  className="h-6 flex-1"
                />
              ))}
            </div>
            {looks.advice != null && (
              <Note tone="info" className="mt-2.5">
                {looks.advice}
              </Note>
            )}
          </>
        )}
      </section>
      {looks !== null && <Contrasts looks={looks} />}
    </>
  );
}

function ColourField({ editor }: { editor: BrandEditor }) {
  const { setValue, formState } = editor.form;
  const { colour } = editor.values;
  const [typed, setTyped] = useState(colour);
  const [shown, setShown] = useState(colour);
  // The value was changed elsewhere: discarded, or replaced by another admin's.
  if (shown !== colour) {
    setShown(colour);
    setTyped(colour);
  }
  const choose = (text: string) => {
    setTyped(text);
    const chosen = parseColour(text);
    if (chosen === null) return;
    setShown(chosen);
    setValue("colour", chosen, { shouldDirty: true });
  };
  const unread = parseColour(typed) === null ? t`A colour has the form #rrggbb.` : undefined;
  return (
    <div className="grid grid-cols-[auto_1fr] items-end gap-2">
      <input
        type="color"
        aria-label={t`Choose a colour`}
        value={colour}
        onChange={(event) => choose(event.target.value)}
        className="size-10 appearance-none rounded-sm bg-transparent max-md:size-12 [&::-webkit-color-swatch]:rounded-sm [&::-webkit-color-swatch]:border-line [&::-webkit-color-swatch-wrapper]:p-0"
      />
      <TextField
        label={t`Brand colour`}
        className="col-start-2 [&_input]:font-mono"
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        error={unread ?? formState.errors.colour?.message}
        value={typed}
        onChange={(event) => choose(event.target.value)}
      />
    </div>
  );
}

function Contrasts({ looks }: { looks: DerivedLooks }) {
  const all = looks.pairs === looks.pairsPassing;
  return (
    <section aria-label={t`Contrast`}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-13 font-strong">{t`Contrast`}</h2>
        <p className={`text-12 font-medium ${all ? "text-success-text" : "text-danger-text"}`}>
          {all
            ? t`All colours are readable`
            : t`${{ passing: looks.pairsPassing }} of ${{ pairs: looks.pairs }} colour pairs are readable`}
        </p>
      </div>
      <ul className="mt-1">
        {looks.contrasts.map((contrast) => (
          <ContrastRow key={contrast.pair} contrast={contrast} />
        ))}
      </ul>
    </section>
  );
}

const graphic = 3;

/** With one decimal: "4.5". */
const formatRatio = (ratio: number) =>
  new Intl.NumberFormat(locale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(ratio);

function ContrastRow({ contrast }: { contrast: Contrast }) {
  const { pair, foreground, background, ratio, needs, passes } = contrast;
  const Sign = passes ? Check : X;
  return (
    <li className="flex items-center gap-3 py-[5px] text-13">
      <span
        aria-hidden
        style={{ background, color: foreground }}
        className="edge-line grid h-[22px] w-9 place-items-center rounded-xs text-12 font-semibold"
      >
        {needs <= graphic ? <span className="size-3 rounded-full border-2 border-current" /> : "Aa"}
      </span>
      <span className="flex-1">{needs <= graphic ? t`${pair}, needs ${needs}:1` : pair}</span>
      <span className="text-ink-2 tabular-nums">{formatRatio(ratio)}:1</span>
      <Sign
        size={15}
        role="img"
        aria-label={passes ? t`passes` : t`fails`}
        className={passes ? "text-success-text" : "text-danger-text"}
      />
    </li>
  );
}
