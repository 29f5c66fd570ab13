import { jsonIn } from "pulumi-workspace-gateway/tools";
import type { KnownObject } from "../../../export/exported-program.js";

type Named = Pick<KnownObject, "kind" | "name">;

/** Whether a program declares a resource of this kind and logical name, as the engine tells resources apart. */
export function isDeclaredIn(program: string, named: Named): boolean {
  return placeAfter(program, named) !== undefined;
}

/**
 * The properties with which a program declares a resource, each with the code of its value, in a form that does not depend
 * on spaces, comments and quotes. Undefined if the program does not declare it. What it spreads (`...common`) is not among
 * them.
 */
export function declaredCode(program: string, named: Named): ReadonlyMap<string, string> | undefined {
  const after = placeAfter(program, named);
  if (after === undefined) {
    return undefined;
  }
  const properties = new Map<string, string>();
  let depth = 0;
  let signs: string[] = [];
  for (const sign of signsOf(program.slice(after))) {
    depth += "{[(".includes(sign) ? 1 : "}])".includes(sign) ? -1 : 0;
    if (depth < 1 || (depth === 1 && sign === ",")) {
      const [key, between, ...value] = signs;
      if (key !== undefined) {
        properties.set(String(jsonIn(key) ?? key), between === ":" ? value.join(" ") : signs.join(" "));
      }
      signs = [];
    } else if (depth > 1 || sign !== "{") {
      signs.push(sign);
    }
    if (depth < 0 || (depth === 0 && sign === "}")) {
      break;
    }
  }
  return properties;
}

/** Code in the same form. */
export function plainCode(code: string): string {
  return [...signsOf(code)].join(" ");
}

/** The place behind the logical name in the declaration of a resource. */
function placeAfter(program: string, { kind, name }: Named): number | undefined {
  const literal = [JSON.stringify(name), `'${name}'`, `\`${name}\``].map(escaped).join("|");
  const found = new RegExp(`new\\s+(?:\\w+\\.)?${kind}\\(\\s*(?:${literal})`).exec(program);
  return found === null ? undefined : found.index + found[0].length;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

const comment = /^\/[/*]/;

const anySign =
  /\/\/.*|\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`|[\p{ID_Continue}$]+|\S/gu;

/** The signs of code, without comments and without a comma that nothing follows. */
function* signsOf(code: string): Generator<string> {
  let comma = false;
  for (const [text] of code.matchAll(anySign)) {
    if (!comment.test(text)) {
      if (comma && !"}])".includes(text)) {
        yield ",";
      }
      comma = text === ",";
      if (!comma) {
        yield spelled(text);
      }
    }
  }
}

/** A text in the quotes that an export writes, a number without marks between its digits. */
function spelled(sign: string): string {
  const inside = sign.slice(1, -1);
  if (sign.startsWith('"')) {
    return JSON.stringify(jsonIn(sign) ?? sign);
  }
  if ((sign.startsWith("'") || sign.startsWith("`")) && !/\\|\$\{/.test(inside)) {
    return JSON.stringify(inside);
  }
  return /^\d/.test(sign) ? sign.replaceAll("_", "") : sign;
}
