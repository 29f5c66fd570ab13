import { codeOf, defined, everyKind } from "pulumi-workspace-gateway/tools";
import { lookForProject } from "../../doctor/pulumi.js";
import { exportProgram } from "../../export/export-program.js";
import type { ProgramSecrets } from "../../export/exported-program.js";
import { importFile, urlStep } from "../../export/first-steps.js";
import { importEntries, importText } from "../../export/import-text.js";
import { type GatewayOptions, withBaseUrl } from "../gateway.js";
import { assertNoSecrets, programSecrets, unmaskedBecause } from "../masking.js";
import { readStackConfig } from "../stacks.js";
import { type Terminal, UsageError } from "../terminal.js";
import { driftFile } from "./drift-rules.js";
import { assertEmpty, projectName, writeFiles } from "./export-folder.js";
import { importIntoStack, type StackImport } from "./import-stack.js";
import { exportChoice, readForExport } from "./read-account.js";
import { type ExportResult, exportJson, tellExport, tellImport, tellNextSteps } from "./report.js";

export interface ExportOptions extends GatewayOptions {
  /** Names or ids. */
  readonly workspace?: readonly string[];
  readonly without?: readonly string[];
  readonly import?: true;
  readonly stack?: string;
  readonly leaveKeys?: true;
  readonly project?: string;
}

/** Reads an account, and writes the program that declares it. With `import` also takes it into a stack. */
export async function exportAccount(
  folder: string,
  options: ExportOptions,
  terminal: Terminal,
): Promise<void> {
  const { json, stack = "dev" } = options;
  const result = await writeExport(folder, options, terminal);
  if (!json) {
    tellExport(result, terminal);
  }
  let imported: StackImport | undefined;
  try {
    if (options.import) {
      const { objects, keys } = result.program;
      imported = await importIntoStack(
        { folder, stack, kinds: result.kinds, objects: objects.length, asksForKeys: keys.length > 0 },
        // Pulumi reads the URL from its settings only.
        { ...terminal, env: withBaseUrl(terminal.env, options) },
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
}

/** Reads everything, and then writes all files or none. */
async function writeExport(
  folder: string,
  options: ExportOptions,
  terminal: Terminal,
): Promise<ExportResult> {
  const { baseUrl, connection, leaveKeys, workspace } = options;
  if (options.stack !== undefined && !options.import) {
    throw new UsageError("--stack says which stack the objects go into: it needs --import");
  }
  assertEmpty(folder);
  const project = projectName(options.project, folder);
  const kinds = await everyKind();
  const choice = exportChoice(options, kinds);
  // While pulumi runs, this process waits for it after a Ctrl-C: so nothing else runs meanwhile.
  const secrets = await secretsHere(terminal);
  const account = await readForExport({ kinds, choice, workspaces: workspace, options }, terminal);
  const { objects, strays } = account;
  const program = exportProgram({
    project,
    kinds,
    objects,
    strays,
    keys: leaveKeys ? "left" : "required",
    secrets,
  });
  const files = [
    ...program.files,
    ...(await driftFile({ account, choice, kinds, isPart: workspace !== undefined })),
    { path: importFile, text: importText(importEntries(program.objects, false)) },
  ];
  assertNoSecrets(files, secrets.mask);
  await writeFiles(folder, files);
  return {
    folder,
    kinds,
    program,
    account,
    written: files.map(({ path }) => path),
    leftOut: choice.leftOut,
    ...defined({ url: baseUrl === undefined ? undefined : urlStep(baseUrl, connection) }),
  };
}

/** The secrets of the stack that is selected in the current folder: the account may have what it declares. Without pulumi, none are known. */
async function secretsHere(terminal: Terminal): Promise<ProgramSecrets> {
  const project = await lookForProject(process.cwd());
  if (project === undefined || "wrong" in project) {
    return programSecrets(terminal, undefined);
  }
  try {
    await readStackConfig([], { ...terminal, note: () => {} });
  } catch (error) {
    if (codeOf(error instanceof Error ? error.cause : undefined) !== "ENOENT") {
      terminal.note(unmaskedBecause(error));
    }
  }
  return programSecrets(terminal, project.name);
}
