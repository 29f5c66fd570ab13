import type { Imported, Kind, Values } from "pulumi-workspace-gateway/tools";
import type { Declarable } from "../live/declarable.js";
import type { Stray } from "../live/live-account.js";

/** What a program is made from. */
export interface ExportInput {
  /** Name of the Pulumi project. */
  readonly project: string;
  /** All kinds that there are. */
  readonly kinds: readonly Kind[];
  /** The objects of the account. Every run has them in the order that it likes. */
  readonly objects: readonly Declarable[];
  readonly strays: readonly Stray[];
  /** What earlier exports have declared: it keeps its name and its file. What is gone keeps its declaration, too. */
  readonly known?: readonly KnownObject[];
  /**
   * What becomes of keys that the gateway never shows: `required` declares them as secrets of the stack's config, `left`
   * does not declare them, so that the gateway keeps those that it has.
   */
  readonly keys: "required" | "left";
  /** All stands in one file, long texts too: no two constants have one name, and what is pasted is whole. */
  readonly oneFile?: true;
}

/** An object that an export has declared, as it is remembered for the next one. Without secrets. */
export interface KnownObject {
  readonly kind: string;
  readonly id: string;
  /** The id of its workspace, if it belongs to one. */
  readonly workspaceId?: string;
  /** Logical name of the resource in the program. */
  readonly name: string;
  /** The constant that holds it. Also kept while nothing uses it and so no constant is written. */
  readonly variable: string;
  /** The file of the program that declares it, such as `support.ts`. */
  readonly file: string;
  readonly declared: Values;
  /** The outputs by which other objects may refer to it, such as the gateway name of a model; not its id. */
  readonly referredBy?: Values;
}

export interface ExportedFile {
  /** Below the folder of the program, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A program that declares an account as it is. */
export interface ExportedProgram {
  /** All files of the project, sorted by path, apart from the import file and what exports remember. */
  readonly files: readonly ExportedFile[];
  /** Everything that the program declares, in the order in which it does: what others refer to comes first. */
  readonly objects: readonly ExportedObject[];
  /** The keys that the program asks the stack's config for. */
  readonly keys: readonly RequiredKey[];
  /** What of the account is not in the program, and why. */
  readonly remarks: readonly Remark[];
}

export interface ExportedObject extends KnownObject {
  readonly spec: Kind;
  /** Its form in a stack. Undefined if it is only known from an earlier export. */
  readonly imported?: Imported;
  /** The declaration, as it stands in the program: for people who paste it. */
  readonly text: string;
  readonly properties: readonly ExportedProperty[];
}

/** A property of a declaration, and the code that its value is. */
export interface ExportedProperty {
  readonly name: string;
  readonly code: string;
  /** The file with its value, if that is a long text. */
  readonly file?: string;
}

/** A key that nobody can read, so that somebody has to give it. */
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
  /** What people call it, such as `Member ada@example.com` or `workflow "triage"`. */
  readonly what: string;
  /** The name of its workspace. */
  readonly workspace?: string;
  readonly id: string;
  readonly why: string;
}
