// Generates the Android and iOS projects of an installation's store apps:
//   GUILDHALL_NATIVE_ORIGIN=https://example.org npm run prepare-shells -w native
import { fileURLToPath } from "node:url";
import { prepareShells } from "./generate.ts";
import { readSettings } from "./settings.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
prepareShells(here, readSettings(process.env));
