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
  /** Resources that another program declares. Their names are taken, and declarations refer to them. */
  readonly known?: readonly KnownObject[];
  /**
   * What to do about keys that the gateway never shows: `required` declares them as secrets of the stack's config, `left`
   * does not declare them, so that the gateway keeps those that it has.
   */
  readonly keys: "required" | "left";
  /** The secrets that no text may show: each becomes a secret of the stack's config. */
  readonly secrets?: ProgramSecrets;
  /** Everything goes into one file, long texts too, to be pasted: no two constants have the same name. */
  readonly oneFile?: true;
}

/** What a program may not have in plain text. */
export interface ProgramSecrets {
  readonly mask: Mask;
  /** The keys of the program's own config, by the secret text that each stands for. */
  readonly keys: ReadonlyMap<string, string>;
}

/** A resource that another program declares, without its secrets. */
export interface KnownObject {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  readonly variable: string;
  readonly declared: Values;
  readonly outputs: Values;
}

/** Its path is below the folder of the program, with `/`. */
export type ExportedFile = NewFile;

export interface ExportedObject {
  readonly spec: Kind;
  readonly kind: string;
  readonly id: string;
  readonly workspaceId?: string;
  readonly name: string;
  /** Its constant, which is only written if something refers to it. */
  readonly variable: string;
  readonly file: string;
  readonly declared: Values;
  /** Its form in a stack. */
  readonly imported: Imported;
  readonly text: string;
  readonly keys: readonly RequiredKey[];
  readonly prose: readonly ExportedFile[];
}

/** A key that the gateway does not show, or that no program may show, so that somebody has to set it. */
export interface RequiredKey {
  /** The key of the stack's config, without the project. */
  readonly configKey: string;
  /** The logical name of the resource, its kind and the property. */
  readonly name: string;
  readonly kind: string;
  readonly property: string;
}

/** An object, or a part of one, that the program does not declare. */
export interface Remark {
  /** A label such as `Member ada@example.com` or `workflow "triage"`. */
  readonly what: string;
  readonly workspace?: string;
  readonly id: string;
  readonly why: string;
}

export const importFile = "import.json";

/** Older ones ask the provider about a dynamic resource that such a file describes, which it cannot answer. */
export const importingCli = "3.254.0";

export const whatImports = `pulumi ${importingCli} or newer, or the native plugin in Pulumi.yaml`;

export function importArguments(file: string, stack: readonly string[] = []): string[] {
  return ["import", "--file", file, ...stack, "--generate-code=false", "--protect=false", "--yes"];
}

export interface ShellStep {
  readonly command: string;
  readonly why?: string;
}

/** Sets the URL of the gateway: pulumi does not know the option of an export. */
export function urlStep(url: string, connection: string | undefined): ShellStep {
  return { command: `export ${settingNames("baseUrl", connection).variable}=${shellWord(url)}` };
}

/** The commands ask for the values, so that they are in no shell history. */
export function keySteps(keys: readonly RequiredKey[]): ShellStep[] {
  return keys.map(({ configKey, property, kind, name }) => ({
    command: `pulumi config set --secret ${shellWord(configKey)}`,
    why: `${property} of ${kind} ${name}`,
  }));
}

/** Everything from a new stack to its first `up`. */
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
    { command: importing, why: "takes the objects into the stack, and writes nothing to the gateway" },
    ...lastSteps(keys),
  ];
}

/** An import file cannot say what depends on what: a destroy that goes by it alone begins with a workspace. */
export const upStep: ShellStep = {
  command: "pulumi up",
  why: "once before any destroy: it records what depends on what",
};

/** What shows that the import is right, and what completes it. */
export function lastSteps(keys: readonly RequiredKey[]): ShellStep[] {
  const preview: ShellStep =
    keys.length === 0
      ? { command: "pulumi preview --expect-no-changes" }
      : {
          command: "pulumi preview",
          why: "shows nothing but the keys: setting a key is the only update of its object",
        };
  return [preview, upStep];
}

export function stepLines(steps: readonly ShellStep[]): string[] {
  return steps.map(({ command, why }) => (why === undefined ? command : `${command}   # ${why}`));
}

/**
 * A resource in a file for `pulumi import --file`, for a project whose plugin makes its resources, or for the dynamic provider. With
 * its outputs, the engine takes it as it is and reads nothing.
 */
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
