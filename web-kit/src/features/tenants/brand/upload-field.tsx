import { ImageUp, Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useOnce } from "../../../api/use-once.ts";
import { Button } from "../../../ui/button.tsx";
import { FormAlert } from "../../../ui/note.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { type ChosenPicture, CropDialog } from "../../profile/crop-dialog.tsx";
import { fileFault, PICTURE_TYPES } from "../../profile/crop.ts";
import { pictureWords } from "../../profile/picture-words.ts";
import { useTenant } from "../page/place.ts";
import { removeBrandPicture, uploadBrandPicture } from "../queries.ts";
import type { BrandPicture } from "../types.ts";
import type { BrandEditor } from "./use-brand-editor.ts";

export interface UploadFieldProps {
  which: BrandPicture;
  label: string;
  hint: string;
  url: string | null;
  /** How it is shown while there is one. */
  sample: ReactNode;
  /** A square is cut out of it; otherwise the whole of it is taken. */
  crop?: boolean;
  editor: BrandEditor;
}

/** A picture of the brand: chosen, cut where it must be square, and taken away again. */
export function UploadField(props: UploadFieldProps) {
  const { which, label, hint, url, editor, crop = false } = props;
  const { tenant } = useTenant();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const send = (file: Blob) => uploadBrandPicture(tenant.id, which, file);
  const upload = useOnce({
    mutationFn: send,
    onSuccess: async (draft) => {
      await editor.onDraft(draft);
      toast.success(`${label} saved in the draft`);
    },
    onError: (error) => setFault(pictureWords(error)),
  });
  const remove = useOnce({
    mutationFn: () => removeBrandPicture(tenant.id, which),
    onSuccess: async (draft) => {
      await editor.onDraft(draft);
      toast.success(`${label} removed from the draft`);
    },
    onError: (error) => setFault(pictureWords(error)),
  });
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    const refused = fileFault(file);
    setFault(refused);
    if (refused !== null) return;
    if (crop) setPicture({ file, url: URL.createObjectURL(file) });
    else upload.mutate(file);
  };
  const close = () => {
    if (picture !== null) URL.revokeObjectURL(picture.url);
    setPicture(null);
  };
  return (
    <section aria-label={label}>
      <div className="flex items-center gap-4">
        {props.sample}
        <div className="min-w-0 flex-1">
          <p className="text-13 font-strong">{label}</p>
          <p className="text-12 text-ink-3">{hint}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              size="sm"
              icon={<ImageUp size={14} aria-hidden />}
              busy={upload.isPending}
              aria-label={`${url === null ? "Upload" : "Change"}: ${label}`}
              onClick={() => input.current?.click()}
            >
              {url === null ? "Upload" : "Change"}
            </Button>
            {url !== null && (
              <Button
                size="sm"
                variant="quiet"
                icon={<Trash2 size={14} aria-hidden />}
                busy={remove.isPending}
                aria-label={`Remove: ${label}`}
                onClick={() => remove.mutate()}
              >
                Remove
              </Button>
            )}
          </div>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES.join(",")}
        aria-label={`${label} file`}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
      <FormAlert>{fault}</FormAlert>
      {picture !== null && (
        <CropDialog
          picture={picture}
          shape="hallmark-clip"
          send={(file) => send(file)}
          onClose={close}
          onUnreadable={(words) => {
            close();
            setFault(words);
          }}
          onSaved={async (draft) => {
            await editor.onDraft(draft);
            close();
            toast.success(`${label} saved in the draft`);
          }}
        />
      )}
    </section>
  );
}
