import type { ExportChoice } from "./export-choice.js";
import type { ExportMemory } from "./folder/export-memory.js";
import type { AccountForExport } from "./read-for-export.js";

/** What the export is about from now on, and whether this run has only looked at a part of it. */
export interface ExportScope {
  /** The ids of the workspaces; undefined for all that there are. */
  readonly workspaces?: readonly string[];
  readonly without: readonly string[];
  readonly isPart: boolean;
}

/**
 * An export that is added to is about more, never about less.
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
    return { ...(areNamed ? { workspaces: ids } : {}), without, isPart: false };
  }
  const { workspaces } = memory;
  const isLess = areNamed && (workspaces === undefined || workspaces.some((id) => !ids.includes(id)));
  return {
    ...(workspaces === undefined ? {} : { workspaces: [...new Set([...workspaces, ...ids])] }),
    without: memory.without.filter((word) => without.includes(word)),
    isPart: isLess || without.some((word) => !memory.without.includes(word)),
  };
}
