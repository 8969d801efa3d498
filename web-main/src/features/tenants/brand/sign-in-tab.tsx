import { t } from "@lingui/core/macro";
import { brandStyle } from "@guildhall/web-kit/theme/in-brand.ts";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { Engraving } from "@guildhall/web-kit/ui/engraving.tsx";
import type { BrandState, EngravingMotif } from "../types.ts";
import { BrandLoader } from "./brand-loader.tsx";
import { EditorFrame } from "./editor-frame.tsx";
import { LookChoices } from "./look-choices.tsx";
import { UploadField } from "./upload-field.tsx";
import { type BrandEditor, useBrandEditor } from "./use-brand-editor.ts";
import { useDerivedLooks } from "./use-derived-looks.ts";

const titleMax = 80;
const textMax = 240;

/** The settings of the portal's sign-in page. */
export function SignInTab() {
  return <BrandLoader>{(state) => <Editor state={state} />}</BrandLoader>;
}

function Editor({ state }: { state: BrandState }) {
  const editor = useBrandEditor(state);
  const { values, edited } = editor;
  const looks = useDerivedLooks(values.colour, edited);
  const css = looks?.css ?? "";
  return (
    <EditorFrame editor={editor} looks={looks} first="sign-in" only>
      <Layouts editor={editor} css={css} />
      <Pictures editor={editor} css={css} />
      <SignInTexts editor={editor} />
    </EditorFrame>
  );
}

/** Miniatures of the picture and form positions. */
const layouts = [
  {
    value: "panel",
    label: t({ message: "Panel", context: "layout" }),
    sample: "grid-cols-2 [&>:first-child]:bg-deep",
  },
  {
    value: "split",
    label: t({ message: "Split", context: "layout" }),
    sample: "grid-cols-[2fr_3fr] [&>:last-child]:bg-deep p-1",
  },
  {
    value: "poster",
    label: t({ message: "Poster", context: "layout" }),
    sample: "grid-cols-[3fr_2fr] bg-brand p-1.5 [&>:last-child]:bg-surface",
  },
] as const;

function Layouts({ editor, css }: { editor: BrandEditor; css: string }) {
  return (
    <LookChoices
      label={t`Layout`}
      covering
      className="grid-cols-3"
      control={editor.form.register("signInLayout")}
      choices={layouts.map(({ value, label, sample }) => ({
        value,
        label,
        sample: (
          <span {...brandStyle(css)} className={`absolute inset-0 grid ${sample}`}>
            <span className="rounded-xs" />
            <span className="rounded-xs" />
          </span>
        ),
      }))}
    />
  );
}

const pictures: readonly { value: EngravingMotif; label: string }[] = [
  { value: "nave", label: t({ message: "Nave", context: "motif" }) },
  { value: "oculus", label: t({ message: "Oculus", context: "motif" }) },
  { value: "stair", label: t({ message: "Stair", context: "motif" }) },
  { value: "square", label: t({ message: "Square", context: "motif" }) },
];

function Pictures({ editor, css }: { editor: BrandEditor; css: string }) {
  const url = editor.edited?.pictureUrl ?? null;
  return (
    <>
      <LookChoices
        label={t`Picture`}
        covering
        className={url === null ? "grid-cols-4" : "grid-cols-5"}
        control={editor.form.register("picture")}
        choices={[
          ...pictures.map(({ value, label }) => ({
            value,
            label,
            sample: (
              <span {...brandStyle(css)} className="absolute inset-0 bg-deep text-deep-accent">
                <Engraving picture={value} className="size-full" />
              </span>
            ),
          })),
          ...(url === null
            ? []
            : [
                {
                  value: "upload",
                  label: t({ message: "Yours", context: "picture" }),
                  sample: (
                    <img src={url} alt="" className="absolute inset-0 size-full object-cover" />
                  ),
                },
              ]),
        ]}
      />
      <UploadField
        which="picture"
        label={t`Your own picture`}
        hint={t`It is darkened so that text on it is readable.`}
        url={url}
        editor={editor}
        sample={null}
      />
    </>
  );
}

const lengthHint = (text: string | null, most: number) =>
  t`${{ length: (text ?? "").length }} of ${most} characters`;

function SignInTexts({ editor }: { editor: BrandEditor }) {
  const { register, formState } = editor.form;
  const { signInTitle, signInText } = editor.values;
  return (
    <>
      <TextField
        label={t`Title`}
        hint={lengthHint(signInTitle, titleMax)}
        maxLength={titleMax}
        autoComplete="off"
        error={formState.errors.signInTitle?.message}
        {...register("signInTitle")}
      />
      <TextAreaField
        label={t`Text`}
        hint={lengthHint(signInText, textMax)}
        maxLength={textMax}
        error={formState.errors.signInText?.message}
        {...register("signInText")}
      />
    </>
  );
}
