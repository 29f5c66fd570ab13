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
  clearPendingCreates?: boolean;
  parallel?: number;
  target?: readonly string[];
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** The flags of the CLI for these options: a switch has the name of its flag. */
export function operationFlags({ parallel, target = [], args = [], env, ...switches }: Operation): string[] {
  const on = Object.entries(switches).flatMap(([name, isOn]) => (isOn ? [name] : []));
  return [
    ...on.map((name) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`),
    ...(parallel === undefined ? [] : ["--parallel", String(parallel)]),
    ...target.flatMap((urn) => ["--target", urn]),
    ...args,
  ];
}
