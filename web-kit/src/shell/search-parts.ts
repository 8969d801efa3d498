import type { Me } from "../api/types.ts";
import { providedPart } from "../ui/provided-part.ts";

/** What the search opens outside itself. */
export interface PaletteParts {
  onNewCommunity: () => void;
  onShortcuts: () => void;
}

export interface SearchPaletteProps {
  me: Me;
  /** Text typed before the palette was loaded. */
  words: string;
  parts: PaletteParts;
  onClose: () => void;
}

export const searchPalette = providedPart<SearchPaletteProps>();
export const newCommunity = providedPart<{ onClose: () => void }>();
/** Records the visited places for the search. */
export const visitRecorder = providedPart<{ me: Me }>();
