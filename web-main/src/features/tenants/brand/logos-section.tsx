import { t } from "@lingui/core/macro";
import { Hallmark } from "@guildhall/web-kit/ui/mark.tsx";
import { previewBrand } from "./fields.ts";
import { UploadField } from "./upload-field.tsx";
import type { BrandEditor } from "./use-brand-editor.ts";

/** The brand's mark, from which the icons are generated, and its logo. */
export function LogosSection({ editor }: { editor: BrandEditor }) {
  const { values, edited } = editor;
  const brand = previewBrand(values, edited);
  return (
    <>
      <UploadField
        which="mark"
        label={t({ message: "Mark", context: "picture of a brand" })}
        hint={t`A square picture. Phone icons are made from it; without one the initial is used.`}
        url={edited?.markUrl ?? null}
        crop
        editor={editor}
        sample={
          <Hallmark
            name={brand.name}
            initial={brand.initial}
            logo={brand.markUrl ?? null}
            colour={values.colour}
            size={56}
            tinted
          />
        }
      />
      <UploadField
        which="logo"
        label={t`Logo`}
        hint={t`The picture keeps its own width.`}
        url={edited?.logoUrl ?? null}
        editor={editor}
        sample={
          <span className="edge-line grid size-14 shrink-0 place-items-center overflow-hidden rounded-md bg-sunken">
            {edited?.logoUrl ? (
              <img src={edited.logoUrl} alt="" className="max-h-12 max-w-12 object-contain" />
            ) : (
              <span className="text-11 text-ink-3">
                {t({ message: "None", context: "no logo" })}
              </span>
            )}
          </span>
        }
      />
    </>
  );
}
