import type { ExportedFile } from "../exported-program.js";
import type { WrittenObject } from "../written-objects.js";
import { proseReader } from "./prose-files.js";

/** The files that declare the objects, what they read, and the one that imports them all. */
export function programFiles(declared: readonly WrittenObject[]): ExportedFile[] {
  const byFile = Map.groupBy(declared, ({ exported }) => exported.file);
  const modules = [...byFile].map(([path, inside]) => ({ path, text: moduleText(inside) }));
  const prose = declared.flatMap((each) => each.prose);
  const imports = modules
    .map(({ path }) => path)
    .sort()
    .map((path) => `import "./${path}";\n`);
  return [
    { path: "index.ts", text: imports.length === 0 ? "export {};\n" : imports.join("") },
    ...modules,
    ...prose,
    ...(prose.length === 0 ? [] : [proseReader]),
  ];
}

function moduleText(declared: readonly WrittenObject[]): string {
  const asks = declared.some(({ keys }) => keys.length > 0);
  const reads = declared.some(({ prose }) => prose.length > 0);
  const imports = [
    ...(asks ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    'import * as gateway from "pulumi-workspace-gateway";',
    ...(reads ? [`import { promptText } from "./${proseReader.path}";`] : []),
  ];
  const head = `${imports.join("\n")}\n${asks ? "\nconst config = new pulumi.Config();\n" : ""}`;
  return `${head}${declared.map((each, index) => `${gap(declared[index - 1], each)}${each.exported.text}\n`).join("")}`;
}

/** Lines of one kind stand together, like the rows of a table. */
function gap(before: WrittenObject | undefined, { exported }: WrittenObject): string {
  const isRow = ({ text }: { readonly text: string }) => !text.includes("\n");
  return before !== undefined &&
    before.exported.kind === exported.kind &&
    isRow(before.exported) &&
    isRow(exported)
    ? ""
    : "\n";
}
