// Compiles the texts of the sources for the two builds and for tests: the macros of Lingui become
// calls that contain the English text, so that English needs no catalogue. The other languages are
// loaded as catalogues.
import { lingui } from "@lingui/vite-plugin";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

/** Our own `Trans` needs no provider around it. */
const trans = ["@guildhall/web-kit/language/trans.tsx", "Trans"] as const;

export function languages(): Plugin[] {
  return [
    ...lingui({
      macroTransform: {
        macro: { descriptorFields: "message", runtimeModules: { Trans: trans } },
      },
      failOnMissing: true,
      failOnCompileError: true,
    }),
    compileTexts(),
  ];
}

interface Literal {
  type: string;
  value?: unknown;
  start: number;
  end: number;
}

/** A property of an object in the syntax tree. */
interface Property {
  key?: { name?: string; value?: unknown };
  value?: Literal;
}

/**
 * Replaces English texts with placeholders or plurals by their compiled form. Without it each page
 * would load a parser of such texts.
 */
function compileTexts(): Plugin {
  return {
    name: "compile-texts",
    enforce: "post",
    transform: {
      filter: { id: /\.tsx?(?:$|\?)/, code: /message: *["'`][^\n]*\{/ },
      handler(code) {
        const found = textsIn(this.parse(code));
        let compiled = code;
        // From the end, so that the earlier positions stay right.
        for (const { start, end, text } of found.toSorted((a, b) => b.start - a.start)) {
          compiled = `${compiled.slice(0, start)}${JSON.stringify(compileMessage(text))}${compiled.slice(end)}`;
        }
        return found.length === 0 ? null : { code: compiled, map: null };
      },
    },
  };
}

/** The texts of the descriptors `{ id: "Ab3_x9", message: "…" }` that contain placeholders. */
function textsIn(program: unknown): { start: number; end: number; text: string }[] {
  const found: { start: number; end: number; text: string }[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) {
      for (const part of node) visit(part);
      return;
    }
    if ("type" in node && node.type === "ObjectExpression") {
      const text = descriptorText(propertiesOf(node));
      if (text !== null) found.push(text);
    }
    for (const part of Object.values(node)) visit(part);
  };
  visit(program);
  return found;
}

function propertiesOf(node: object): readonly Property[] {
  const properties: unknown = Reflect.get(node, "properties");
  return Array.isArray(properties) ? properties.filter((one) => typeof one === "object") : [];
}

function descriptorText(properties: readonly Property[]) {
  const valueOf = (name: string) =>
    properties.find(({ key }) => key?.name === name || key?.value === name)?.value;
  const [id, message] = [valueOf("id"), valueOf("message")];
  if (typeof id?.value !== "string" || !/^[\w-]{6}$/.test(id.value)) return null;
  if (typeof message?.value !== "string" || !message.value.includes("{")) return null;
  return { start: message.start, end: message.end, text: message.value };
}
