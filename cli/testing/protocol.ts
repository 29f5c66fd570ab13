import type { MockCallArgs, MockResourceArgs } from "@pulumi/pulumi/runtime/mocks.js";
import type { Values } from "pulumi-workspace-gateway/tools";

/** A resource that the program declares or reads. Secret inputs are in envelopes. */
export type Declared = Omit<MockResourceArgs, "inputs"> & {
  readonly inputs: Values;
  readonly urn: string;
  /** Only read: `X.get`. */
  readonly external: boolean;
  /** Names of outputs that are secret. */
  readonly secretOutputs: readonly string[];
};

/** What the process of the program sends. Questions have a number, and get an answer. */
export type Message =
  | { readonly is: "resource"; readonly number: number; readonly declared: Declared }
  | { readonly is: "call"; readonly number: number; readonly called: MockCallArgs }
  | { readonly is: "outputs"; readonly outputs: Values }
  | { readonly is: "log"; readonly severity: number; readonly message: string; readonly urn: string }
  | { readonly is: "unsupported"; readonly feature: string };

export interface Answer<Result = unknown> {
  readonly number: number;
  readonly result?: Result;
  readonly error?: string;
}
