import type { Values } from "pulumi-workspace-gateway/tools";

/** A resource as the state of a stack keeps it, under the names that stand there. */
export interface ResourceRecord {
  readonly urn: string;
  readonly type: string;
  readonly custom: boolean;
  /** The program only reads it. */
  readonly external: boolean;
  readonly id?: string;
  /** Secrets are in envelopes, with their values. */
  readonly inputs: Values;
  readonly outputs: Values;
  readonly parent?: string;
  /** The reference of the provider that the program has declared for it. */
  readonly provider?: string;
  readonly dependencies: readonly string[];
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  readonly deletedWith?: string;
  readonly ignoreChanges: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
  /** The URN that it was found by, if that is not its own. */
  readonly aliases: readonly string[];
  readonly initErrors?: readonly string[];
  /** What the option of this name has, as JSON: another value replaces the resource. */
  readonly replacementTrigger?: string;
  /** Where the program declares it. */
  readonly sourcePosition?: string;
}
