import { defined } from "pulumi-workspace-gateway/tools";
import type { GatewayOptions } from "../gateway.js";
import { UsageError } from "../terminal.js";
import type { ExportMemory } from "./folder/export-memory.js";
import { projectName } from "./project-name.js";

export interface ExportOptions extends GatewayOptions {
  /** Names or ids. */
  readonly workspace?: readonly string[];
  readonly without?: readonly string[];
  readonly into?: true;
  readonly force?: true;
  readonly import?: true;
  readonly stack?: string;
  readonly leaveKeys?: true;
  readonly project?: string;
}

/** What the export is called, and how it is made: as the first one was, if there was one. */
export interface MeantExport {
  readonly project: string;
  readonly keys: ExportMemory["keys"];
  readonly connection?: string;
}

/** What the options mean for a new folder, or for one with an earlier export. */
export function meantExport(
  folder: string,
  options: ExportOptions,
  memory: ExportMemory | undefined,
): MeantExport {
  const { connection, force, into, leaveKeys, project, stack } = options;
  if (force && !into) {
    throw new UsageError("--force overwrites edited files of an earlier export: it needs --into");
  }
  if (stack !== undefined && !options.import && !into) {
    throw new UsageError("--stack says which stack the objects go into: it needs --import or --into");
  }
  if (memory === undefined) {
    return {
      project: projectName(project, folder),
      keys: leaveKeys ? "left" : "required",
      ...defined({ connection }),
    };
  }
  if (project !== undefined && project !== memory.project) {
    throw new UsageError(`--project: the export in ${folder} is the project ${memory.project}`);
  }
  if (leaveKeys && memory.keys === "required") {
    throw new UsageError(
      `--leave-keys: the export in ${folder} asks for keys, and so will what is added to it`,
    );
  }
  if (connection !== undefined && connection !== memory.connection) {
    throw new UsageError(
      `--connection: the export in ${folder} ${memory.connection === undefined ? "names none" : `uses ${memory.connection}`}`,
    );
  }
  return memory;
}

/** The stack that an import goes to, if nobody names one. */
export const usualStack = "dev";

/** The stack of the program: the one that is named, or that was imported into. Undefined if nobody has said it. */
export function stackOf(options: ExportOptions, memory: ExportMemory | undefined): string | undefined {
  return options.stack ?? memory?.stack ?? (options.import ? usualStack : undefined);
}
