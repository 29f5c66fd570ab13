import type { Values } from "pulumi-workspace-gateway/tools";

/** What an object is after a write: its id, and all that its provider says of it. */
export interface MadeObject {
  readonly id: string;
  readonly outputs: Values;
  /** The object is there, but the work on it was not finished. */
  readonly initErrors?: readonly string[];
}

/** How resources compare. */
export interface Difference {
  readonly changes: boolean;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** By property, only from a provider that compares them one by one. */
  readonly detailed?: Readonly<Record<string, object>>;
}

/** A resource that a provider is asked about. */
export interface ResourceSubject {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
}

/** What answers for the resources of a package, in the place of its plugin. Values are plain: secrets are in no envelopes. */
export interface ProviderAnswers {
  check(
    subject: ResourceSubject,
    olds: Values,
    news: Values,
  ): Promise<{
    readonly inputs: Values;
    readonly failures: readonly { readonly property: string; readonly reason: string }[];
  }>;
  diff(subject: ResourceSubject, id: string, olds: Values, news: Values): Promise<Difference>;
  create(subject: ResourceSubject, inputs: Values): Promise<MadeObject>;
  /** Undefined if there is no such object. */
  read(
    subject: ResourceSubject,
    id: string,
    state: Values,
  ): Promise<(MadeObject & { readonly inputs?: Values }) | undefined>;
  /** The outputs that a preview knows of what will be created, or updated. */
  known(subject: ResourceSubject, olds: Values | undefined, news: Values): Promise<Values>;
}
