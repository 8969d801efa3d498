import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { Hallmark } from "@guildhall/web-kit/ui/mark.tsx";
import { PictureField } from "../../../ui/picture-field.tsx";
import { PictureFault } from "@guildhall/web-kit/ui/picture-file.ts";
import { shrinkPicture } from "@guildhall/web-kit/ui/shrink-picture.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { affiliationBrand } from "@guildhall/web-kit/features/affiliations/brand.ts";
import { updateCachedAffiliation } from "@guildhall/web-kit/features/affiliations/queries.ts";
import { logoReduction } from "./compress.ts";
import { removeLogo, uploadLogo } from "./queries.ts";
import { UPDATE_FAILED } from "./messages.ts";

/**
 * The affiliation's logo. Like a member's picture it is saved immediately, independently of the
 * form.
 */
export function LogoField({ affiliation }: { affiliation: Affiliation }) {
  const [fault, setFault] = useState<string | null>(null);
  const upload = useLogoChange(
    async (file: File) => uploadLogo(affiliation.id, await shrinkPicture(file, logoReduction)),
    t`The logo was saved.`,
    setFault,
  );
  const remove = useLogoChange(
    () => removeLogo(affiliation.id),
    t`The logo was removed.`,
    setFault,
  );
  const hasLogo = affiliation.logo !== null;
  return (
    <PictureField
      label={t`Logo`}
      hint={t`Square works best, 5 MB at most.`}
      fault={fault}
      sample={
        <Hallmark name={affiliation.name} {...affiliationBrand(affiliation)} size={64} tinted />
      }
      choose={hasLogo ? t`Replace` : t`Upload logo`}
      // Accepts every format the browser can decode; it is re-encoded to one that the server
      // accepts.
      accept="image/*"
      sending={upload.isPending}
      removing={remove.isPending}
      onChoose={upload.mutate}
      onRemove={hasLogo ? () => remove.mutate() : undefined}
    />
  );
}

function useLogoChange<Chosen>(
  mutationFn: (chosen: Chosen) => Promise<Affiliation>,
  said: string,
  onFault: (words: string | null) => void,
) {
  const cache = useQueryClient();
  return useSingleFlightMutation({
    mutationFn,
    onMutate: () => onFault(null),
    onSuccess: (saved) => {
      updateCachedAffiliation(cache, saved);
      toast.success(said);
    },
    onError: (error) =>
      onFault(error instanceof PictureFault ? error.message : errorMessage(error, UPDATE_FAILED)),
  });
}
