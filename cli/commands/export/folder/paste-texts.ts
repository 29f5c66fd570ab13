import type { ExportedFile, ExportedObject, ExportedProgram } from "../../../export/exported-program.js";
import { isDeclaredIn } from "./declared-in.js";

/** The text to paste into each file, so that it declares the new objects. */
export function pasteTexts(
  whole: ExportedProgram,
  notWritten: readonly ExportedObject[],
  textOf: (file: string) => string | undefined,
): ExportedFile[] {
  const inFiles = [...Map.groupBy(notWritten, ({ file }) => file)].map(([path, objects]) => {
    const parts = [
      headLines(fileIn(whole, path), textOf(path)).join("\n"),
      ...lackingConstants(whole, path, objects, textOf(path)),
      ...objects.map(({ text }) => text),
    ];
    return { path, text: parts.filter((part) => part !== "").join("\n\n") };
  });
  // A new file counts only if another one imports it.
  const beside = whole.files.flatMap(({ path }): ExportedFile[] => {
    const lacking = importsOf(fileIn(whole, path), inFiles).filter((line) => !textOf(path)?.includes(line));
    return lacking.length === 0 ? [] : [{ path, text: lacking.join("\n") }];
  });
  return [...beside, ...inFiles];
}

function fileIn({ files }: ExportedProgram, wanted: string): string {
  return files.find(({ path }) => path === wanted)?.text ?? "";
}

/** The first lines, such as imports, that the file lacks now. */
function headLines(text: string, now = ""): string[] {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => /^(const \S+ = )?new gateway\./.test(line));
  return lines.slice(0, end).filter((line) => line !== "" && !now.split("\n").includes(line));
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
