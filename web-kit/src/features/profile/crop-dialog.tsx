import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { type ReactNode, useRef, useState } from "react";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { mayNotRender } from "../../ui/picture-file.ts";
import { toCrop, type Framing, CENTRED, moveFraming, type Size, sizeError } from "./crop.ts";
import type { Crop } from "./queries.ts";
import { pictureErrorMessage } from "./picture-messages.ts";
import { reducePicture } from "./reduce.ts";

const FRAME_PX = 256;
const PREVIEW_FAILED = t`This browser cannot display this picture. Its centre will be used.`;

/** A chosen file and its object URL. */
export interface ChosenPicture {
  file: File;
  url: string;
}

export interface CropDialogProps<Saved> {
  picture: ChosenPicture;
  /** The shape in which it will be shown; a circle by default. */
  shape?: string;
  /** Without a square the server crops to the centre. */
  send: (file: File, crop: Crop | null) => Promise<Saved>;
  onClose: () => void;
  onUnreadable: (words: string) => void;
  onSaved: (saved: Saved) => Promise<void>;
}

/** Chooses the square to keep: three sliders for keyboards, dragging otherwise. */
export function CropDialog<Saved>(props: CropDialogProps<Saved>) {
  const { picture, shape = "rounded-full", send, onClose, onUnreadable, onSaved } = props;
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [framing, setFraming] = useState<Framing>(CENTRED);
  const [isUnshown, setIsUnshown] = useState(false);
  const upload = useSingleFlightMutation({
    mutationFn: async (crop: Crop | null) => {
      const part = await reducePicture(image.current, { file: picture.file, crop });
      return send(part.file, part.crop);
    },
    onSuccess: onSaved,
  });
  const measure = (shown: HTMLImageElement) => {
    const found = { width: shown.naturalWidth, height: shown.naturalHeight };
    const fault = sizeError(found);
    if (fault === null) setSize(found);
    else onUnreadable(fault);
  };
  return (
    <FormDialog
      title={t`Choose the part to show`}
      description={isUnshown ? PREVIEW_FAILED : t`Move the picture with the sliders, or drag it.`}
      confirm={t`Save picture`}
      busyLabel={t`Saving...`}
      disabled={size === null && !isUnshown}
      busy={upload.isPending}
      failure={upload.isError ? pictureErrorMessage(upload.error) : null}
      onSubmit={(event) => {
        event.preventDefault();
        if (isUnshown) upload.mutate(null);
        else if (size !== null) upload.mutate(toCrop(size, framing));
      }}
      onClose={onClose}
    >
      {!isUnshown && (
        <div className="flex flex-col items-center gap-4">
          <Frame shape={shape} size={size} framing={framing} onMove={setFraming}>
            <img
              ref={image}
              src={picture.url}
              alt={t`What will be shown`}
              draggable={false}
              style={size === null ? { visibility: "hidden" } : framedStyle(size, framing)}
              className="absolute max-w-none select-none"
              onLoad={(event) => measure(event.currentTarget)}
              onError={() => {
                if (mayNotRender(picture.file)) setIsUnshown(true);
                else onUnreadable(t`This picture cannot be read. Please choose another one.`);
              }}
            />
          </Frame>
          <div className="grid w-full gap-3">
            <Slider
              label={t`Zoom`}
              value={framing.zoom}
              onValue={(zoom) => setFraming({ ...framing, zoom })}
            />
            <Slider
              label={t`Left and right`}
              value={framing.across}
              onValue={(across) => setFraming({ ...framing, across })}
            />
            <Slider
              label={t`Up and down`}
              value={framing.down}
              onValue={(down) => setFraming({ ...framing, down })}
            />
          </div>
        </div>
      )}
    </FormDialog>
  );
}

/** The whole picture, scaled and shifted so that the frame shows the chosen square. */
function framedStyle(size: Size, framing: Framing) {
  const { x, y, side } = toCrop(size, framing);
  const scale = FRAME_PX / side;
  return {
    width: size.width * scale,
    height: size.height * scale,
    left: -x * scale,
    top: -y * scale,
  };
}

function Frame(props: {
  shape: string;
  size: Size | null;
  framing: Framing;
  onMove: (framing: Framing) => void;
  children: ReactNode;
}) {
  const { size, framing, onMove } = props;
  return (
    <div
      style={{ width: FRAME_PX, height: FRAME_PX }}
      className={clsx("relative cursor-move touch-none overflow-hidden bg-sunken", props.shape)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (size === null || event.buttons !== 1) return;
        const scale = toCrop(size, framing).side / FRAME_PX;
        onMove(
          moveFraming(size, framing, { x: event.movementX * scale, y: event.movementY * scale }),
        );
      }}
    >
      {props.children}
    </div>
  );
}

function Slider(props: { label: string; value: number; onValue: (value: number) => void }) {
  return (
    <label className="grid grid-cols-[7rem_1fr] items-center gap-3 text-13 font-strong">
      {props.label}
      <input
        type="range"
        min={0}
        max={100}
        value={Math.round(props.value * 100)}
        onChange={(event) => props.onValue(Number(event.target.value) / 100)}
        className="w-full accent-(--brand-line)"
      />
    </label>
  );
}
