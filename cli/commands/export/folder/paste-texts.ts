import type { ExportedFile, ExportedObject, ExportedProgram } from "../../../export/exported-program.js";
import { keyText } from "../../../export/print/literal.js";
import type { GatewayChange } from "./changed-objects.js";
import { isDeclaredIn } from "./declared-code.js";

interface Pasting {
  readonly notWritten: readonly ExportedObject[];
  readonly changed: readonly GatewayChange[];
  /** Whether a file was edited, and stays as it is. */
  isStuck(file: string): boolean;
  /** The text that a file has now. */
  textOf(file: string): string | undefined;
}

/** The text to paste into each file, so that it declares the new objects and the new values. */
export function pasteTexts(whole: ExportedProgram, pasting: Pasting): ExportedFile[] {
  const { notWritten, changed, isStuck, textOf } = pasting;
  const lacking = changed
    .map((each) => ({ ...each, lines: newLines(each, isStuck) }))
    .filter(({ lines }) => lines !== "");
  const paths = [...lacking.map(({ object }) => object.file), ...notWritten.map(({ file }) => file)];
  const inFiles = [...new Set(paths)].map((path) => {
    const objects = notWritten.filter(({ file }) => file === path);
    const values = lacking.filter(({ object }) => object.file === path).map(({ lines }) => lines);
    const head = headLines(fileIn(whole, path), textOf(path));
    const isRead = (line: string) => objects.length > 0 || values.some((text) => isImportedFor(text, line));
    const parts = [
      head.filter(isRead).join("\n"),
      ...lackingConstants(whole, path, objects, textOf(path)),
      ...values,
      ...objects.map(({ text }) => text),
    ];
    return { path, text: parts.filter((part) => part !== "").join("\n\n") };
  });
  // A new file counts only if another one imports it.
  const beside = whole.files.flatMap(({ path }): ExportedFile[] => {
    const imports = importsOf(fileIn(whole, path), inFiles).filter((line) => !textOf(path)?.includes(line));
    return imports.length === 0 ? [] : [{ path, text: imports.join("\n") }];
  });
  return [...beside, ...inFiles, ...newTexts(whole, pasting), ...lackingRules(whole, pasting)];
}

/** The ignore rules that a file with somebody's own lacks. */
function lackingRules(whole: ExportedProgram, { isStuck, textOf }: Pasting): ExportedFile[] {
  return whole.files
    .filter(({ path }) => path.endsWith(".yaml") && textOf(path) !== undefined && isStuck(path))
    .map(({ path, text }) => ({ path, text: linesNotIn(text, textOf(path)).join("\n") }));
}

function linesNotIn(text: string, now = ""): string[] {
  const there = now.split("\n");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#") && !there.includes(line));
}

/** The properties that a declaration has to get. Those whose value is a text of its own stand there. */
function newLines({ object, waiting }: GatewayChange, isStuck: (file: string) => boolean): string {
  const lines = waiting.flatMap((name) => {
    const property = object.properties.find((each) => each.name === name);
    if (property?.file !== undefined && isStuck(property.file)) {
      return [];
    }
    return property === undefined ? [`// without ${keyText(name)}`] : [`${keyText(name)}: ${property.code},`];
  });
  return lines.length === 0 ? "" : [`// In ${placeOf(object)}:`, ...lines].join("\n");
}

function placeOf({ kind, name }: ExportedObject): string {
  return `new gateway.${kind}(${JSON.stringify(name)}, …)`;
}

/** The new texts for files that are read, and that somebody has edited. */
function newTexts(whole: ExportedProgram, { changed, isStuck }: Pasting): ExportedFile[] {
  return changed.flatMap(({ object, waiting }) =>
    object.properties.flatMap(({ name, file }) =>
      waiting.includes(name) && file !== undefined && isStuck(file)
        ? [{ path: file, text: fileIn(whole, file) }]
        : [],
    ),
  );
}

function fileIn({ files }: ExportedProgram, wanted: string): string {
  return files.find(({ path }) => path === wanted)?.text ?? "";
}

/** The first lines, such as imports, that the file lacks now. */
function headLines(text: string, now = ""): string[] {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => /^(const \S+ = )?new gateway\./.test(line));
  return linesNotIn(lines.slice(0, end).join("\n"), now);
}

/** Whether lines use what another line imports by its name. */
function isImportedFor(lines: string, head: string): boolean {
  const [, name] = /^import \{ (\w+) \}/.exec(head) ?? [];
  return name !== undefined && lines.includes(`${name}(`);
}

/** The lines that import one of the files. */
function importsOf(text: string, files: readonly ExportedFile[]): string[] {
  return text.split("\n").filter((line) => files.some(({ path }) => line === `import "./${path}";`));
}

/** The objects that only the new declarations refer to: each needs a constant, which it did not have before. */
function lackingConstants(
  whole: ExportedProgram,
  path: string,
  fresh: readonly ExportedObject[],
  now = "",
): string[] {
  return whole.objects
    .filter((object) => object.file === path && !fresh.includes(object))
    .filter(({ text, variable }) => text.startsWith(`const ${variable} = `))
    .filter((object) => isDeclaredIn(now, object) && !isConstant(now, object))
    .map(
      ({ variable, kind, name }) =>
        `// Put \`const ${variable} = \` before \`new gateway.${kind}(${JSON.stringify(name)}\`.`,
    );
}

function isConstant(text: string, { variable }: ExportedObject): boolean {
  return text.includes(`const ${variable} =`);
}
