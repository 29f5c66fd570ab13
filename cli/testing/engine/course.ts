import type { Values } from "pulumi-workspace-gateway/tools";
import type { Diagnostic } from "../api.js";
import type { Hooks } from "./callbacks/program-hooks.js";
import type { Transforms } from "./callbacks/transforms.js";
import type { Difference, ProviderAnswers } from "./providers/answering.js";
import type { ResourceRecord } from "./resource-record.js";
import type { StackNames } from "./urns.js";

/** What a deployment works with. */
export interface Course {
  readonly stack: StackNames;
  readonly isPreview: boolean;
  /** What the stack has, by URN: nothing, for a first `up`. */
  readonly olds: ReadonlyMap<string, ResourceRecord>;
  readonly transforms: Transforms;
  readonly hooks: Hooks;
  /** Who makes a resource; throws if nobody does. */
  providerOf(type: string, reference: string | undefined): Promise<ProviderAnswers>;
  tell(diagnostic: Diagnostic): void;
}

/** What is to be done about a resource. */
export interface ResourceDecision {
  readonly op: "create" | "update" | "replace" | "same" | "read";
  /** As its provider has checked them. */
  readonly inputs: Values;
  readonly old?: ResourceRecord;
  readonly provider?: ProviderAnswers | undefined;
  /** Why it is replaced. */
  readonly replaces?: readonly string[];
  readonly detailed?: Difference["detailed"];
}

/** What has become of a resource, and what was decided of it. */
export interface ResourceOutcome {
  readonly record: ResourceRecord;
  readonly decision: ResourceDecision;
}
