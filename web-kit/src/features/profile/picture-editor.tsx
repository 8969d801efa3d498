import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { ImageUp, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { keys } from "../../api/keys.ts";
import type { Me } from "../../api/types.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { kindFault, PICTURE_ACCEPT } from "../../ui/picture-file.ts";
import { toast } from "../../ui/toast-store.ts";
import { meQuery } from "../accounts/queries.ts";
import { type ChosenPicture, CropDialog } from "./crop-dialog.tsx";
import { pictureErrorMessage } from "./picture-messages.ts";
import { removePicture, uploadPicture } from "./queries.ts";

/** The viewer's picture with buttons to change and remove it. */
export function PictureEditor({ me }: { me: Me }) {
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const keep = useApplySavedProfile();
  const remove = useSingleFlightMutation({
    mutationFn: removePicture,
    onSuccess: async (saved) => {
      await keep(saved);
      toast.success(t`Your picture was removed.`);
    },
    onError: (error) => setFault(pictureErrorMessage(error)),
  });
  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const refused = kindFault(chosen);
    setFault(refused);
    if (refused === null) setPicture({ file: chosen, url: URL.createObjectURL(chosen) });
  };
  const close = () => {
    if (picture !== null) URL.revokeObjectURL(picture.url);
    setPicture(null);
  };
  return (
    <section aria-label={t`Your picture`} className="mt-4 flex flex-col gap-3">
      <div className="flex items-center gap-4">
        <Avatar name={me.displayName} src={me.profilePictureLarge} size={88} />
        <div className="flex flex-wrap gap-2">
          <Button icon={<ImageUp size={15} aria-hidden />} onClick={() => input.current?.click()}>
            {me.profilePicture === null ? t`Add a picture` : t`Change picture`}
          </Button>
          {me.profilePicture !== null && (
            <Button
              variant="quiet"
              icon={<Trash2 size={15} aria-hidden />}
              busy={remove.isPending}
              onClick={() => remove.mutate()}
            >{t`Remove picture`}</Button>
          )}
        </div>
        <FileInput
          ref={input}
          label={t`Picture file`}
          accept={PICTURE_ACCEPT}
          onChoose={([file]) => choose(file)}
        />
      </div>
      <FormAlert>{fault}</FormAlert>
      {picture !== null && (
        <CropDialog
          picture={picture}
          send={uploadPicture}
          onClose={close}
          onUnreadable={(words) => {
            close();
            setFault(words);
          }}
          onSaved={async (saved) => {
            await keep(saved);
            close();
            toast.success(t`Your picture was saved.`);
          }}
        />
      )}
    </section>
  );
}

function useApplySavedProfile() {
  const cache = useQueryClient();
  return async (saved: Me) => {
    cache.setQueryData(meQuery.queryKey, saved);
    await cache.invalidateQueries({ queryKey: keys.users });
  };
}
