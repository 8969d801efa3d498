import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { useTenant } from "../page/tenant-context.ts";
import type { DerivedLooks } from "../types.ts";
import { EditorBar } from "./editor-bar.tsx";
import { previewBrand } from "./fields.ts";
import { Preview, type PreviewProps } from "./preview.tsx";
import type { BrandEditor } from "./use-brand-editor.ts";

export interface EditorFrameProps extends Pick<PreviewProps, "first" | "only"> {
  editor: BrandEditor;
  looks: DerivedLooks | null;
  /** The fields of the editor. */
  children: ReactNode;
}

/** An editor for a part of the brand next to its preview. */
export function EditorFrame({ editor, looks, children, ...shown }: EditorFrameProps) {
  const { values, edited } = editor;
  const { tenant } = useTenant();
  const isArchived = tenant.state === "archived";
  return (
    <div className="flex-1 lg:grid lg:grid-cols-[400px_1fr]">
      <div className="flex min-w-0 flex-col border-line-soft lg:border-e">
        {isArchived && (
          <Note className="mx-4 mt-5 md:mx-6">{t`This portal is archived. Its brand can no longer be changed.`}</Note>
        )}
        <fieldset
          disabled={isArchived}
          className="flex min-w-0 flex-1 flex-col gap-6 px-4 py-5 md:px-6"
        >
          {children}
        </fieldset>
        <EditorBar editor={editor} />
      </div>
      <div className="min-w-0 bg-canvas max-lg:border-t max-lg:border-line-soft">
        {looks !== null && (
          <div className="lg:sticky lg:top-0">
            <Preview
              brand={previewBrand(values, edited)}
              css={looks.css}
              mail={values}
              {...shown}
            />
          </div>
        )}
      </div>
    </div>
  );
}
