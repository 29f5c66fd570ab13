import { everyKind, howMany } from "pulumi-workspace-gateway/tools";
import { withBaseUrl } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import { type ExportOptions, meantExport, stackOf, usualStack } from "./export-options.js";
import { exportJson } from "./export-result.js";
import { openExportFolder } from "./folder/export-folder.js";
import { type Exporter, type ExportMerge, isMerged } from "./folder/merge-export.js";
import { putFiles } from "./folder/put-files.js";
import { withoutImported } from "./import/import-files.js";
import { importIntoStack, type StackImport } from "./import/import-stack.js";
import { readStack } from "./import/read-stack.js";
import { tellExport, tellImport, tellNextSteps } from "./tell-export.js";
import { writeExport } from "./write-export.js";

/** Reads an account, and writes the program that declares it. With `import` also takes it into a stack. */
export async function exportAccount(
  folder: string,
  options: ExportOptions,
  terminal: Terminal,
  exporter: Exporter,
): Promise<void> {
  const kinds = await everyKind();
  const memory = openExportFolder(folder, options);
  const meant = meantExport(folder, options, memory);
  const { json, into } = options;
  const name = stackOf(options, memory);
  const isMeant = options.stack !== undefined && !options.import;
  const stack = into && (await readStack({ folder, stack: name, isMeant, kinds }, terminal));
  const result = await writeExport({ folder, options, meant, memory, stack, kinds }, terminal, exporter);
  if (!json) {
    tellExport(result, terminal);
  }
  let imported: StackImport | undefined;
  try {
    if (options.import) {
      const { program, notFound } = result.merge;
      const objects = program.objects.filter((object) => !notFound.includes(object));
      imported = await importIntoStack(
        {
          folder,
          stack: name ?? usualStack,
          kinds,
          objects,
          isMerged: (object) => isMerged(result.merge, object),
          asksForKeys: program.keys.length > 0,
        },
        // Pulumi knows the URL only from its settings.
        {
          ...terminal,
          env: withBaseUrl(terminal.env, { baseUrl: options.baseUrl, connection: meant.connection }),
        },
      );
      await putFiles(folder, [withoutImported(folder, objects)]);
    }
  } finally {
    if (json) {
      terminal.out(exportJson(result, imported));
    }
  }
  if (!json && imported !== undefined) {
    tellImport(imported, result, terminal);
  } else if (!json) {
    tellNextSteps(result, name ?? usualStack, terminal);
  }
  assertComplete(result.merge, imported);
}

/** Throws if something is left for people to do, so that a pipeline stops there. */
function assertComplete(
  { notWritten, changed, keptFiles }: ExportMerge,
  imported: StackImport | undefined,
): void {
  const waiting = changed.filter((each) => each.waiting.length > 0).length;
  if (notWritten.length + waiting > 0) {
    const what = [
      ...(notWritten.length > 0 ? [howMany(notWritten.length, "object")] : []),
      ...(waiting > 0 ? [`new values of ${howMany(waiting, "object")}`] : []),
    ].join(" and ");
    throw new Error(
      `${what} could not be written, because somebody has edited ${keptFiles.join(", ")}: ` +
        "paste what is printed, or add --force.",
    );
  }
  if (imported !== undefined && imported.leftOut.length > 0) {
    throw new Error(`${howMany(imported.leftOut.length, "object")} could not be imported.`);
  }
}
