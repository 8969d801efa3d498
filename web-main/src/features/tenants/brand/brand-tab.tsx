import { useTenant } from "../page/tenant-context.ts";
import type { BrandState } from "../types.ts";
import { BrandLoader } from "./brand-loader.tsx";
import { ChoicesSection } from "./choices-section.tsx";
import { ColourSection } from "./colour-section.tsx";
import { CommitteeLinkSection } from "./committee-link.tsx";
import { EditorFrame } from "./editor-frame.tsx";
import { MailSection } from "./mail-section.tsx";
import { LogosSection } from "./logos-section.tsx";
import { useBrandEditor } from "./use-brand-editor.ts";
import { useDerivedLooks } from "./use-derived-looks.ts";
import { VersionsSection } from "./versions-section.tsx";

/** The portal's brand: an editor next to a preview. */
export function BrandTab() {
  return <BrandLoader>{(state) => <Editor state={state} />}</BrandLoader>;
}

function Editor({ state }: { state: BrandState }) {
  const { tenant } = useTenant();
  const editor = useBrandEditor(state);
  const { values, edited } = editor;
  const looks = useDerivedLooks(values.colour, edited);
  return (
    <EditorFrame editor={editor} looks={looks} first="communities">
      <ColourSection editor={editor} looks={looks} />
      <ChoicesSection editor={editor} />
      <LogosSection editor={editor} />
      <MailSection editor={editor} />
      {tenant.state !== "archived" && <CommitteeLinkSection hasDraft={state.draft !== null} />}
      <VersionsSection editor={editor} />
    </EditorFrame>
  );
}
