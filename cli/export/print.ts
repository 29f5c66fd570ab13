import type { Json } from "pulumi-workspace-gateway/tools";
import { cells } from "../text/table.js";

/** This repository's line width. The printed code matches the output of Prettier and Biome at this width. */
const width = 110;

/** An expression that is not JSON: `team.id`, or a call with one string such as `promptText("tone.md")`. */
export class Code {
  constructor(
    readonly text: string,
    readonly argument?: string,
  ) {}
}

export function interpolation(parts: readonly (string | Code)[]): Code {
  const inside = parts.map((part) => {
    if (part instanceof Code) {
      return `\${${piece(part).flat}}`;
    }
    const escaped = JSON.stringify(part).replace(unseen, escapeSequence).slice(1, -1);
    return escaped.replaceAll('\\"', '"').replace(/`|\$\{/g, "\\$&");
  });
  return new Code(`pulumi.interpolate\`${inside.join("")}\``);
}

export type Property = readonly [name: string, value: Json | Code];

export interface Declaration {
  readonly kind: string;
  readonly name: string;
  readonly properties: readonly Property[];
  /** The constant for the resource, if something refers to it. */
  readonly variable?: string | undefined;
  readonly parent?: string | undefined;
}

export function declarationText({ kind, name, properties, variable, parent }: Declaration): string {
  const args = [
    text(name),
    object(properties),
    ...(parent === undefined ? [] : [object([["parent", new Code(parent)]])]),
  ];
  const head = `${variable === undefined ? "" : `const ${variable} = `}new gateway.${kind}(`;
  const flat = `${head}${args.map((each) => each.flat).join(", ")});`;
  if (fits(flat) && !args.some(({ breaks }) => breaks)) {
    return flat;
  }
  const opening = `${head}${text(name).flat}, `;
  if (parent === undefined && properties.length > 0 && fits(`${opening}{`)) {
    return `${opening}${object(properties).broken("")});`;
  }
  return `${head}\n${args.map((each) => `  ${laidOut(each, "  ", "  ")},\n`).join("")});`;
}

interface Piece {
  readonly flat: string;
  /** Whether the value stays next to its key, even if the line becomes too long. */
  readonly stays: boolean;
  /** Whether the code is never printed on one line. */
  readonly breaks: boolean;
  /** The first line continues the current line, and the other lines start with `indent`. */
  broken(indent: string): string;
  /** The shortest part that must fit on the line where it starts. */
  readonly start: string;
}

function piece(value: Json | Code): Piece {
  if (value instanceof Code) {
    return value.argument === undefined ? atom(value.text) : call(value.text, value.argument);
  }
  if (Array.isArray(value)) {
    return array(value);
  }
  if (typeof value === "object" && value !== null) {
    return object(Object.entries(value));
  }
  const code = typeof value === "number" ? numberText(value) : String(value);
  return typeof value === "string" ? text(value) : atom(code, value !== null && !code.startsWith("-"));
}

function atom(code: string, stays = false): Piece {
  return { flat: code, stays, breaks: false, broken: () => code, start: `${code},` };
}

function text(value: string): Piece {
  return atom(stringText(value));
}

function call(name: string, argument: string): Piece {
  const inner = stringText(argument);
  return {
    ...atom(`${name}(${inner})`),
    broken: (indent) => `${name}(\n${indent}  ${inner},\n${indent})`,
    start: `${name}(`,
  };
}

function object(properties: readonly Property[]): Piece {
  if (properties.length === 0) {
    return atom("{}");
  }
  const entries = properties.map(([name, value]) => ({ key: keyText(name), value: piece(value) }));
  return {
    flat: `{ ${entries.map(({ key, value }) => `${key}: ${value.flat}`).join(", ")} }`,
    stays: false,
    breaks: entries.some(({ value }) => value.breaks),
    broken: (indent) =>
      `{\n${entries.map(({ key, value }) => `${indent}  ${property(key, value, `${indent}  `)},\n`).join("")}${indent}}`,
    start: "{",
  };
}

/** A value moves to the next line if even its start does not fit next to its key. */
function property(key: string, value: Piece, indent: string): string {
  const beside = `${indent}${key}: `;
  return cells(key) < shortKey || value.stays || fits(`${beside}${value.start}`)
    ? `${key}: ${laidOut(value, beside, indent)}`
    : `${key}:\n${indent}  ${laidOut(value, `${indent}  `, `${indent}  `)}`;
}

const shortKey = 5;

function array(values: readonly Json[]): Piece {
  if (values.length === 0) {
    return atom("[]");
  }
  const pieces = values.map(piece);
  const isLong = (value: Json) =>
    typeof value === "object" && value !== null && Object.keys(value).length > 1;
  const isTable =
    values.length > 1 && values.every(isLong) && (values.every(Array.isArray) || !values.some(Array.isArray));
  const isOfNumbers = values.length > 1 && values.every((value) => typeof value === "number");
  return {
    flat: `[${pieces.map(({ flat }) => flat).join(", ")}]`,
    stays: false,
    breaks: isTable || pieces.some(({ breaks }) => breaks),
    broken: (indent) => {
      const inner = `${indent}  `;
      const lines = isOfNumbers
        ? filled(pieces, inner)
        : pieces.map((each) => `${inner}${laidOut(each, inner, inner)},\n`).join("");
      return `[\n${lines}${indent}]`;
    },
    start: "[",
  };
}

function filled(pieces: readonly Piece[], indent: string): string {
  const lines: string[] = [];
  for (const { flat } of pieces) {
    const line = lines.at(-1);
    if (line !== undefined && fits(`${line} ${flat},`)) {
      lines[lines.length - 1] = `${line} ${flat},`;
    } else {
      lines.push(`${indent}${flat},`);
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}

function laidOut(each: Piece, before: string, indent: string): string {
  return each.breaks || !fits(`${before}${each.flat},`) ? each.broken(indent) : each.flat;
}

function fits(line: string): boolean {
  return cells(line.slice(0, 10 * width)) <= width; // longer lines never fit, and measuring is slow
}

/** Characters that are invisible or misleading are printed as escape sequences, so that readers see them. */
const unseen =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}\u17a4\u17d8\u2d7f]|(?! )\p{Zs}/gu;

/** Prefers the quotes that need fewer escapes, and double quotes if there is a tie. */
function stringText(value: string): string {
  const quoted = JSON.stringify(value).replace(unseen, escapeSequence);
  if (value.split('"').length <= value.split("'").length) {
    return quoted;
  }
  const inner = quoted
    .slice(1, -1)
    .replace(/\\.|'/g, (found) => ({ '\\"': '"', "'": "\\'" })[found] ?? found);
  return `'${inner}'`;
}

function escapeSequence(character: string): string {
  const units = character.split("");
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}

const longNumber = 10_000;

function numberText(value: number): string {
  if (Object.is(value, -0)) {
    return "-0";
  }
  const text = JSON.stringify(value).replace("e+", "e");
  const isGrouped = Math.abs(value) >= longNumber && /^-?\d+$/.test(text);
  return isGrouped ? value.toLocaleString("en-US").replaceAll(",", "_") : text;
}

/** Not every tool knows all scripts, so keys with letters outside `knownLetters` keep their quotes. */
const plainKey = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const knownLetters = /^[\w$\u00aa-\u07ff\u3041-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/;

/** In an object literal, `__proto__` is a property only if the key is computed. */
function keyText(key: string): string {
  if (key === "__proto__") {
    return '["__proto__"]';
  }
  const quoted = stringText(key);
  return plainKey.test(key) && knownLetters.test(key) && !quoted.includes("\\") ? key : quoted;
}
