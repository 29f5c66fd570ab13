import { everyKind, howMany } from "pulumi-workspace-gateway/tools";
import { withBaseUrl } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import { type ExportOptions, meantExport } from "./export-options.js";
import { exportJson } from "./export-result.js";
import { openExportFolder } from "./folder/export-folder.js";
import type { Exporter, ExportMerge } from "./folder/merge-export.js";
import { importIntoStack, type StackImport } from "./import/import-stack.js";
import { tellExport, tellImport, tellNextSteps } from "./tell-export.js";
import { writeExport } from "./write-export.js";

/** The stack that an import goes to, if nobody names one. */
const usualStack = "dev";

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
  const result = await writeExport({ folder, options, meant, memory, kinds }, terminal, exporter);
  const { json, stack = usualStack } = options;
  if (!json) {
    tellExport(result, terminal);
  }
  let imported: StackImport | undefined;
  try {
    if (options.import) {
      imported = await importIntoStack(
        {
          folder,
          stack,
          kinds,
          objects: result.merge.program.objects,
          asksForKeys: result.merge.program.keys.length > 0,
        },
        // Pulumi knows the URL only from its settings.
        {
          ...terminal,
          env: withBaseUrl(terminal.env, { baseUrl: options.baseUrl, connection: meant.connection }),
        },
      );
    }
  } finally {
    if (json) {
      terminal.out(exportJson(result, imported));
    }
  }
  if (!json && imported !== undefined) {
    tellImport(imported, result, terminal);
  } else if (!json) {
    tellNextSteps(result, stack, terminal);
  }
  assertComplete(result.merge, imported);
}

/** Throws if something is left for people to do, so that a pipeline stops there. */
function assertComplete({ notWritten, keptFiles }: ExportMerge, imported: StackImport | undefined): void {
  if (notWritten.length > 0) {
    throw new Error(
      `${howMany(notWritten.length, "object")} could not be written, because somebody has edited ${keptFiles.join(", ")}: ` +
        "paste what is printed, or add --force.",
    );
  }
  if (imported !== undefined && imported.leftOut.length > 0) {
    throw new Error(`${howMany(imported.leftOut.length, "object")} could not be imported.`);
  }
}
