import {
  hidden,
  type Imported,
  type Kind,
  loader,
  nativeToken,
  settingNames,
  shellWord,
  typeToken,
  type Values,
} from "pulumi-workspace-gateway/tools";
import type { NewFile } from "../files.js";
import type { Declarable, Stray } from "../live/live-account.js";
import type { Mask } from "../text/mask.js";

export interface ExportInput {
  readonly project: string;
  readonly kinds: readonly Kind[];
  readonly objects: readonly Declarable[];
  readonly strays: readonly Stray[];
  /** Resources of an existing program. Their names are taken, and declarations may refer to them. */
  readonly known?: readonly KnownObject[];
  /** `required`: keys that the gateway never shows become config secrets. `left`: they stay unchanged. */
  readonly keys: "required" | "left";
  /** Secrets that must not appear in the program. Each becomes a secret in the stack's config. */
  readonly secrets?: ProgramSecrets;
  /** Writes everything, including long text values, into one file that can be pasted. */
  readonly oneFile?: true;
}

export interface ProgramSecrets {
  readonly mask: Mask;
  /** Config keys of the program, by secret. */
  readonly keys: ReadonlyMap<string, string>;
}

export interface KnownObject {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  readonly variable: string;
  readonly declared: Values;
  readonly outputs: Values;
}

/** `path` is relative to the program's folder, with `/` separators. */
export type ExportedFile = NewFile;

export interface ExportedObject {
  readonly spec: Kind;
  readonly kind: string;
  readonly id: string;
  readonly workspaceId?: string;
  readonly name: string;
  /** The constant, written only if something refers to it. */
  readonly variable: string;
  readonly file: string;
  readonly declared: Values;
  readonly imported: Imported;
  readonly text: string;
  readonly keys: readonly RequiredKey[];
  readonly prose: readonly ExportedFile[];
}

/** A key that the user must set. The gateway does not show it, or it must not appear in a program. */
export interface RequiredKey {
  /** The config key without the project's name. */
  readonly configKey: string;
  readonly name: string;
  readonly kind: string;
  readonly property: string;
}

export interface Remark {
  readonly what: string;
  readonly workspace?: string;
  readonly id: string;
  readonly why: string;
}

export const importFile = "import.json";

/** For an import file, older versions of pulumi send dynamic providers a query that they do not support. */
export const importingCli = "3.254.0";

export const whatImports = `pulumi ${importingCli} or newer, or the native plugin in Pulumi.yaml`;

export function importArguments(file: string, stack: readonly string[] = []): string[] {
  return ["import", "--file", file, ...stack, "--generate-code=false", "--protect=false", "--yes"];
}

export interface ShellStep {
  readonly command: string;
  readonly why?: string;
}

/** Sets the gateway's URL, because `pulumi` has no `--base-url` option. */
export function urlStep(url: string, connection: string | undefined): ShellStep {
  return { command: `export ${settingNames("baseUrl", connection).variable}=${shellWord(url)}` };
}

/** The commands prompt for the values, which keeps them out of the shell history. */
export function keySteps(keys: readonly RequiredKey[]): ShellStep[] {
  return keys.map(({ configKey, property, kind, name }) => ({
    command: `pulumi config set --secret ${shellWord(configKey)}`,
    why: `${property} of ${kind} ${name}`,
  }));
}

export function firstSteps(
  stack: string,
  url: ShellStep | undefined,
  keys: readonly RequiredKey[],
): ShellStep[] {
  const importing = `pulumi ${importArguments(importFile).join(" ")}`;
  return [
    { command: "npm install" },
    { command: `pulumi stack select --create ${shellWord(stack)}` },
    ...(url === undefined ? [] : [url]),
    ...keySteps(keys),
    { command: importing, why: "imports the objects into the stack, without changing the gateway" },
    ...lastSteps(keys),
  ];
}

/** An import file has no dependencies. Without an `up`, a destroy would start by deleting a workspace. */
export const upStep: ShellStep = {
  command: "pulumi up",
  why: "required before a destroy, because the update records the dependencies",
};

export function lastSteps(keys: readonly RequiredKey[]): ShellStep[] {
  const preview: ShellStep =
    keys.length === 0
      ? { command: "pulumi preview --expect-no-changes" }
      : {
          command: "pulumi preview",
          why: "shows only the updates that set the keys",
        };
  return [preview, upStep];
}

export function stepLines(steps: readonly ShellStep[]): string[] {
  return steps.map(({ command, why }) => (why === undefined ? command : `${command}   # ${why}`));
}

/** If the entry contains outputs, the engine accepts the resource without reading it. */
export function importEntry(
  { kind, name, id }: Pick<ExportedObject, "kind" | "name" | "id">,
  { declared, outputs }: Pick<Imported, "declared" | "outputs">,
  hasPlugin: boolean,
) {
  const type = hasPlugin ? nativeToken(kind) : typeToken(kind);
  const text = hasPlugin ? {} : { [hidden.provider]: loader(kind) };
  const inputs = { ...declared, [hidden.imported]: true, ...text };
  return { type, name, id, inputs, outputs: { ...outputs, ...text } };
}

export function importText(objects: readonly ExportedObject[], hasPlugin: boolean): string {
  const resources = objects.map((object) => importEntry(object, object.imported, hasPlugin));
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}
