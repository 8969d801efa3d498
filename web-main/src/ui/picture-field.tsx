import { t } from "@lingui/core/macro";
import { ImageUp, Trash2 } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { FileInput } from "@guildhall/web-kit/ui/file-input.tsx";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";

export interface PictureFieldProps {
  label: string;
  hint: string;
  /** The current picture or its placeholder. */
  sample: ReactNode;
  /** Label of the button that chooses a file. */
  choose: string;
  /** True if the page has several such fields; then the buttons name theirs. */
  several?: boolean;
  accept: string;
  sending: boolean;
  onChoose: (file: File) => void;
  /** Undefined if there is no picture to remove. */
  onRemove?: (() => void) | undefined;
  removing: boolean;
  /** The error message. */
  fault: string | null;
}

/** A picture that is saved as soon as it is chosen, and can be removed. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, choose, several = false, onRemove } = props;
  const input = useRef<HTMLInputElement>(null);
  const named = (action: string) => (several ? `${action}: ${label}` : undefined);
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
              busy={props.sending}
              aria-label={named(choose)}
              onClick={() => input.current?.click()}
            >
              {choose}
            </Button>
            {onRemove !== undefined && (
              <Button
                size="sm"
                variant="quiet"
                icon={<Trash2 size={14} aria-hidden />}
                busy={props.removing}
                aria-label={named(t`Remove`)}
                onClick={onRemove}
              >{t`Remove`}</Button>
            )}
          </div>
        </div>
      </div>
      <FileInput
        ref={input}
        label={t`${label} file`}
        accept={props.accept}
        onChoose={([file]) => file && props.onChoose(file)}
      />
      <FormAlert>{props.fault}</FormAlert>
    </section>
  );
}
