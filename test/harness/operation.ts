/**
 * How to run `up`, `preview`, `refresh` or `destroy`. The command itself refuses a flag that it does not
 * know.
 */
export interface Operation {
  expectNoChanges?: boolean;
  skipPreview?: boolean;
  previewOnly?: boolean;
  json?: boolean;
  diff?: boolean;
  refresh?: boolean;
  runProgram?: boolean;
  clearPendingCreates?: boolean;
  parallel?: number;
  target?: readonly string[];
  /** Any other flags. */
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** The flags of the CLI for these options. */
export function operationFlags({ parallel, target = [], args = [], ...operation }: Operation): string[] {
  const switches = {
    "--expect-no-changes": operation.expectNoChanges,
    "--skip-preview": operation.skipPreview,
    "--preview-only": operation.previewOnly,
    "--json": operation.json,
    "--diff": operation.diff,
    "--refresh": operation.refresh,
    "--run-program": operation.runProgram,
    "--clear-pending-creates": operation.clearPendingCreates,
  };
  return [
    ...Object.entries(switches).flatMap(([flag, on]) => (on ? [flag] : [])),
    ...(parallel === undefined ? [] : ["--parallel", String(parallel)]),
    ...target.flatMap((urn) => ["--target", urn]),
    ...args,
  ];
}
