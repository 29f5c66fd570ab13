import type { Imported, Kind, Values } from "pulumi-workspace-gateway/tools";
import type { Declarable } from "../live/declarable.js";
import type { Stray } from "../live/live-account.js";
import type { Mask } from "../text/mask.js";

export interface ExportInput {
  /** Name of the Pulumi project. */
  readonly project: string;
  readonly kinds: readonly Kind[];
  /** The objects of the account, in any order. */
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
  /** All files of the project except the import file, sorted by path. */
  readonly files: readonly ExportedFile[];
  /** Everything that the program declares. Objects that others refer to come first. */
  readonly objects: readonly ExportedObject[];
  /** The known resources that the declarations refer to. */
  readonly used: readonly KnownObject[];
  /** The keys that the program reads from the stack's config. */
  readonly keys: readonly RequiredKey[];
  /** The parts of the account that the program does not declare, and why. */
  readonly remarks: readonly Remark[];
}

export interface ExportedObject {
  readonly spec: Kind;
  readonly kind: string;
  readonly id: string;
  /** The id of its workspace, if it belongs to one. */
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
  /** The text of the declaration. */
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
  /** The name of its workspace. */
  readonly workspace?: string;
  readonly id: string;
  readonly why: string;
}
