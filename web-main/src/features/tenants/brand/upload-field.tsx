import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { PictureField } from "../../../ui/picture-field.tsx";
import { kindFault, PICTURE_ACCEPT } from "@guildhall/web-kit/ui/picture-file.ts";
import { BACKDROP_REDUCTION, shrinkPicture } from "@guildhall/web-kit/ui/shrink-picture.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import {
  type ChosenPicture,
  CropDialog,
} from "@guildhall/web-kit/features/profile/crop-dialog.tsx";
import { pictureErrorMessage } from "@guildhall/web-kit/features/profile/picture-messages.ts";
import { useTenant } from "../page/tenant-context.ts";
import { removeBrandPicture, uploadBrandPicture } from "../queries.ts";
import type { BrandPicture } from "../types.ts";
import type { BrandEditor } from "./use-brand-editor.ts";

export interface UploadFieldProps {
  which: BrandPicture;
  label: string;
  hint: string;
  url: string | null;
  /** The current picture, if there is one. */
  sample: ReactNode;
  /** True if the picture is cropped to a square, otherwise it is used whole. */
  crop?: boolean;
  editor: BrandEditor;
}

const TEXTS: Readonly<Record<BrandPicture, { saved: string; removed: string }>> = {
  mark: { saved: t`Mark saved in the draft`, removed: t`Mark removed from the draft` },
  logo: { saved: t`Logo saved in the draft`, removed: t`Logo removed from the draft` },
  picture: {
    saved: t`Your own picture saved in the draft`,
    removed: t`Your own picture removed from the draft`,
  },
};

/** Uploads, crops and removes a picture of the brand. */
export function UploadField(props: UploadFieldProps) {
  const { which, label, hint, url, editor, crop = false } = props;
  const { tenant } = useTenant();
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const texts = TEXTS[which];
  const send = (file: Blob) => uploadBrandPicture(tenant.id, which, file);
  const sendWhole = async (file: File) => send(await shrinkPicture(file, BACKDROP_REDUCTION));
  const upload = useSingleFlightMutation({
    mutationFn: sendWhole,
    onSuccess: async (draft) => {
      await editor.onDraft(draft);
      toast.success(texts.saved);
    },
    onError: (error) => setFault(pictureErrorMessage(error)),
  });
  const remove = useSingleFlightMutation({
    mutationFn: () => removeBrandPicture(tenant.id, which),
    onSuccess: async (draft) => {
      await editor.onDraft(draft);
      toast.success(texts.removed);
    },
    onError: (error) => setFault(pictureErrorMessage(error)),
  });
  const choose = (file: File) => {
    const refused = kindFault(file);
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
    <>
      <PictureField
        {...{ label, hint, fault }}
        several
        sample={props.sample}
        choose={url === null ? t`Upload` : t({ message: "Change", context: "button" })}
        accept={PICTURE_ACCEPT}
        sending={upload.isPending}
        removing={remove.isPending}
        onChoose={choose}
        onRemove={url === null ? undefined : () => remove.mutate()}
      />
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
            toast.success(texts.saved);
          }}
        />
      )}
    </>
  );
}
