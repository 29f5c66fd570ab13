import { defined } from "pulumi-workspace-gateway/tools";
import type { ExportChoice } from "./export-choice.js";
import type { ExportMemory } from "./folder/export-memory.js";
import type { AccountForExport } from "./read-for-export.js";

/** What the export covers from now on, and whether this run has read only a part of it. */
export interface ExportScope {
  /** The ids of the workspaces; undefined for all that there are. */
  readonly workspaces?: readonly string[];
  readonly without: readonly string[];
  readonly isPart: boolean;
}

/**
 * What an export covers grows with each run, and never shrinks.
 *
 * @param areNamed - whether the user names workspaces now
 */
export function scopeOf(
  { chosen }: AccountForExport,
  { without }: ExportChoice,
  areNamed: boolean,
  memory: ExportMemory | undefined,
): ExportScope {
  const ids = chosen.map(({ id }) => id);
  if (memory === undefined) {
    return { ...defined({ workspaces: areNamed ? ids : undefined }), without, isPart: false };
  }
  const { workspaces } = memory;
  const isLess = areNamed && (workspaces === undefined || workspaces.some((id) => !ids.includes(id)));
  return {
    ...defined({ workspaces: workspaces && [...new Set([...workspaces, ...ids])] }),
    without: memory.without.filter((word) => without.includes(word)),
    isPart: isLess || without.some((word) => !memory.without.includes(word)),
  };
}
