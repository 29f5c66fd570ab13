import type { Pin } from "../../../cli/pin/format.js";
import { type Subject, subjectOf } from "../../../cli/pin/subject.js";
import { makePin } from "../../../cli/pin/write.js";
import type { Operation, Plan, Snapshot, Step } from "../../../cli/review/plan/plan.js";
import { sha256 } from "../../../cli/text/own-version.js";
import { kinds } from "../../../provider/every-kind.js";
import { typeToken } from "../../../provider/spec/token.js";
import type { Values } from "../../../provider/spec/values.js";

const salt = "00ff".repeat(8);

export function snapshot(inputs: Values, outputs: Values = {}, id = "id-1"): Snapshot {
  return { id, inputs, outputs: { ...inputs, ...outputs }, from: {} };
}

export function step(operation: Operation, kind: string, name: string, parts: Partial<Step> = {}): Step {
  const type = typeToken(kind);
  return {
    operation,
    urn: `urn:pulumi:prod::shop::${type}::${name}`,
    type,
    kind,
    name,
    replaceReasons: [],
    ...parts,
  };
}

export function plan(steps: readonly Step[]): Plan {
  return {
    project: "shop",
    stack: "prod",
    steps,
    optionChanges: [],
    isWhole: true,
    isRefreshed: true,
    errors: [],
    warnings: [],
  };
}

export function subject(steps: readonly Step[], settings: Partial<Subject> = {}): Subject {
  return { ...subjectOf(plan(steps), kinds, { config: {}, secrets: {}, recorded: new Map() }), ...settings };
}

export function pin(of: Subject): Pin {
  const plan = { file: "gateway.pin.plan.json", sha256: sha256("{}") };
  const made = { at: "2026-11-22T10:00:00.000Z", package: "1.0.0" };
  return makePin({ subject: of, maxAgeDays: 7, pulumi: [], unmet: [] }, { made, salt, plan });
}
