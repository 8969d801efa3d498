import type { BrandState } from "../types.ts";
import { BrandLoader } from "./brand-loader.tsx";
import { ChoicesSection } from "./choices-section.tsx";
import { ColourSection } from "./colour-section.tsx";
import { CommitteeLinkSection } from "./committee-link.tsx";
import { EditorBar } from "./editor-bar.tsx";
import { brandOf } from "./fields.ts";
import { MailSection } from "./mail-section.tsx";
import { Preview } from "./preview.tsx";
import { SignsSection } from "./signs-section.tsx";
import { useBrandEditor } from "./use-brand-editor.ts";
import { useLooks } from "./use-looks.ts";
import { VersionsSection } from "./versions-section.tsx";

/** What the portal looks like: edited on one side, seen on the other. */
export function BrandTab() {
  return <BrandLoader>{(state) => <Editor state={state} />}</BrandLoader>;
}

function Editor({ state }: { state: BrandState }) {
  const editor = useBrandEditor(state);
  const { values, edited } = editor;
  const looks = useLooks(values.colour, edited);
  return (
    <div className="flex-1 lg:grid lg:grid-cols-[400px_1fr]">
      <div className="flex min-w-0 flex-col border-line-soft lg:border-e">
        <div className="flex flex-1 flex-col gap-6 px-4 py-5 md:px-6">
          <ColourSection editor={editor} looks={looks} />
          <ChoicesSection editor={editor} />
          <SignsSection editor={editor} />
          <MailSection editor={editor} />
          <CommitteeLinkSection hasDraft={state.draft !== null} />
          <VersionsSection editor={editor} />
        </div>
        <EditorBar editor={editor} />
      </div>
      <div className="min-w-0 bg-canvas max-lg:border-t max-lg:border-line-soft">
        {looks !== null && (
          <div className="lg:sticky lg:top-0">
            <Preview
              brand={brandOf(values, edited)}
              css={looks.css}
              mail={values}
              first="communities"
            />
          </div>
        )}
      </div>
    </div>
  );
}
