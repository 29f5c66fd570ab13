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
  /** Logical name of the resource in the program. */
  readonly name: string;
  /** The constant that declarations refer to it by. */
  readonly variable: string;
  readonly declared: Values;
  readonly outputs: Values;
}

export interface ExportedFile {
  /** Below the folder of the program, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A program that declares an account as it is. */
export interface ExportedProgram {
  readonly files: readonly ExportedFile[];
  /** Everything that the program declares. Objects that others refer to come first. */
  readonly objects: readonly ExportedObject[];
  /** The known resources that the declarations refer to. */
  readonly used: readonly KnownObject[];
  /** The keys that the program reads from the stack's config. */
  readonly keys: readonly RequiredKey[];
  readonly remarks: readonly Remark[];
}

export interface ExportedObject {
  readonly spec: Kind;
  readonly kind: string;
  readonly id: string;
  readonly workspaceId?: string;
  /** Logical name of the resource in the program. */
  readonly name: string;
  /** Its constant, which is only written if something refers to it. */
  readonly variable: string;
  /** The file of the program that declares it, such as `support.ts`. */
  readonly file: string;
  readonly declared: Values;
  /** Its form in a stack. */
  readonly imported: Imported;
  readonly text: string;
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

/** The file in which an export writes what `pulumi import --file` takes. */
export const importFile = "import.json";

/** Older ones ask the provider about a dynamic resource that such a file describes, which it cannot answer. */
export const importingCli = "3.254.0";

/** What imports such a file. */
export const whatImports = `pulumi ${importingCli} or newer, or the native plugin in Pulumi.yaml`;

/** The arguments of pulumi that import such a file. */
export function importArguments(file: string): string[] {
  return ["import", "--file", file, "--generate-code=false", "--protect=false", "--yes"];
}

/** A line of a shell, and what is to be said of it. */
export interface ShellStep {
  readonly command: string;
  readonly why?: string;
}

/** The command line that sets a key. It asks for the value, so that no history of a shell has it. */
export function keyCommandLine({ configKey }: RequiredKey): string {
  return `pulumi config set --secret ${shellWord(configKey)}`;
}

/** Says which gateway is meant: an option of an export is not known to pulumi. */
export function urlStep(url: string, connection: string | undefined): ShellStep {
  return { command: `export ${settingNames("baseUrl", connection).variable}=${shellWord(url)}` };
}

/** What makes the stack, once. */
export function stackSteps(stack: string): ShellStep[] {
  return [{ command: "npm install" }, { command: `pulumi stack select --create ${shellWord(stack)}` }];
}

export function keySteps(keys: readonly RequiredKey[]): ShellStep[] {
  return keys.map((key) => ({
    command: keyCommandLine(key),
    why: `${key.property} of ${key.kind} ${key.name}`,
  }));
}

export function importStep(why: string): ShellStep {
  return { command: `pulumi ${importArguments(importFile).join(" ")}`, why };
}

export const firstImport = "takes the objects into the stack, and writes nothing to the gateway";

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

/** The lines, as people copy them. */
export function stepLines(steps: readonly ShellStep[]): string[] {
  return steps.map(({ command, why }) => (why === undefined ? command : `${command}   # ${why}`));
}

/** A resource in a file for `pulumi import --file`. With its outputs, the engine takes it as it is and reads nothing. */
interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

/** The entry of an object, for a project whose plugin makes its resources, or for the dynamic provider. */
export function importEntry(
  { kind, name, id }: Pick<ExportedObject, "kind" | "name" | "id">,
  { declared, outputs }: Pick<Imported, "declared" | "outputs">,
  hasPlugin: boolean,
): ImportEntry {
  const type = hasPlugin ? nativeToken(kind) : typeToken(kind);
  const text = hasPlugin ? {} : { [hidden.provider]: loader(kind) };
  const inputs = { ...declared, [hidden.imported]: true, ...text };
  return { type, name, id, inputs, outputs: { ...outputs, ...text } };
}

export function importEntries(objects: readonly ExportedObject[], hasPlugin: boolean): ImportEntry[] {
  return objects.map((object) => importEntry(object, object.imported, hasPlugin));
}

export function importText(resources: readonly object[]): string {
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}
