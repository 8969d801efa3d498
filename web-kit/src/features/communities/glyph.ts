import {
  Anchor,
  Banknote,
  BookOpen,
  Bus,
  CableCar,
  Camera,
  Carrot,
  Church,
  Compass,
  Flame,
  GraduationCap,
  Hammer,
  HardHat,
  HeartPulse,
  Landmark,
  Leaf,
  Link2,
  Moon,
  Music,
  Palette,
  Phone,
  Recycle,
  Scale,
  Shield,
  Soup,
  Sprout,
  Sunrise,
  Tent,
  Trees,
  Trophy,
  Waypoints,
  Wrench,
} from "lucide-react";
import { type Hue, hueFor } from "../../ui/hue.ts";

type Glyph = typeof Anchor;

/** Icons by keywords in the community's name; the first match wins. */
const SIGNS: readonly (readonly [RegExp, Glyph, Hue])[] = [
  [/\bbridge team\b|\bteam\b/i, Link2, "teal"],
  [/\b(bridge|cable|structure)s?\b.*\b(tall|structure|tower)/i, CableCar, "teal"],
  [/\bclass of\b|\balumn/i, Trees, "rose"],
  [/\bsafety\b/i, HardHat, "amber"],
  [/\bwomen\b|\bsisters?\b/i, Tent, "violet"],
  [/\bkitchen\b|\bfood\b|\bcook/i, Soup, "brick"],
  [/\bretrofit\b|\breuse\b|\brecycl|\brepair\b/i, Recycle, "green"],
  [/\bmentor|\bearly.career\b|\bstarter/i, Sprout, "blue"],
  [/\breturn|\bleave\b/i, Sunrise, "amber"],
  [/\bphone\b|\bcall\b/i, Phone, "slate"],
  [/\bquay\b|\bharbour\b|\bdock|\bport\b|\bsail/i, Anchor, "amber"],
  [/\bcasework\b|\blegal\b|\bethic/i, Scale, "slate"],
  [/\bdepot\b|\bdriver|\bbus\b|\btram\b/i, Bus, "blue"],
  [/\bpay\b|\bclaim\b|\bbudget\b|\btreasur/i, Banknote, "rose"],
  [/\bapprentic|\bworkshop\b/i, Wrench, "green"],
  [/\bofficer|\bstewards?\b|\bboard\b/i, Shield, "slate"],
  [/\bnight\b/i, Moon, "blue"],
  [/\bgarden|\ballotment|\bgrow/i, Carrot, "green"],
  [/\bbook|\breading\b|\blibrary\b/i, BookOpen, "violet"],
  [/\bphoto|\bfilm\b/i, Camera, "slate"],
  [/\bmusic|\bchoir\b|\bsing/i, Music, "violet"],
  [/\bschool|\bteach|\bstud(y|ent)/i, GraduationCap, "blue"],
  [/\bparish\b|\bchurch\b|\bfellowship\b/i, Church, "violet"],
  [/\bhealth|\bwelfare\b|\bcare\b/i, HeartPulse, "rose"],
  [/\bsport|\brun(ning)?\b|\bfootball\b/i, Trophy, "amber"],
  [/\bart\b|\bdesign\b/i, Palette, "violet"],
];

const PLAIN: readonly Glyph[] = [Compass, Landmark, Leaf, Hammer, Waypoints, Flame];

/** Returns the same icon and colour for the same name. */
export function glyphFor(name: string): { Glyph: Glyph; hue: Hue } {
  const fitting = SIGNS.find(([pattern]) => pattern.test(name));
  if (fitting !== undefined) return { Glyph: fitting[1], hue: fitting[2] };
  let sum = 0;
  for (const character of name) sum = (sum * 33 + (character.codePointAt(0) ?? 0)) % 99_991;
  return { Glyph: PLAIN[sum % PLAIN.length] ?? Compass, hue: hueFor(name) };
}
