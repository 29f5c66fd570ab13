import type { Field, Json } from "pulumi-workspace-gateway/tools";
import type { ExportedFile } from "../exported-program.js";
import type { NamedObject } from "../names/named-objects.js";
import { dashed } from "../names/spelled-names.js";
import { stringText } from "../print/literal.js";

/** A text of up to so many lines stands in the program. */
const mostLines = 3;

/** Has a folder for each workspace. */
const folder = "prompts";

/** Reads the files; named in `reservedFiles` and `reservedVariables`. */
export const proseReader: ExportedFile = {
  path: "prompt-text.ts",
  text: `import { readFileSync } from "node:fs";

/** Long prompts are files of their own: who reviews a text need not read a program. */
export function promptText(file: string): string {
  return readFileSync(new URL(\`${folder}/\${file}\`, import.meta.url), "utf8");
}
`,
};

/** The file for a text that people review as a document. Undefined if it stands in the program. */
export function proseFile(object: NamedObject, field: Field, value: Json): ExportedFile | undefined {
  if (!field.prose || typeof value !== "string" || !isDocument(value)) {
    return undefined;
  }
  const workspace = object.file.replace(/\.ts$/, "");
  return { path: `${folder}/${workspace}/${dashed(object.variable)}.md`, text: value };
}

/** Reads the file in the program. */
export function proseCode({ path }: ExportedFile): string {
  return `promptText(${stringText(path.slice(folder.length + 1))})`;
}

/** More than a few lines, of which a file keeps every byte, and git sees no binary file. */
function isDocument(text: string): boolean {
  const lines = text.replace(/(\r\n|\r|\n)$/, "").split(/\r\n|\r|\n/);
  return lines.length > mostLines && text.isWellFormed() && !/(?![\t\r\n])\p{Cc}/u.test(text);
}
