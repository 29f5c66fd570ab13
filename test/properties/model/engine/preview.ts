import type { Values } from "../../../../provider/spec/values.js";
import type { Json } from "../../../../provider/text/json.js";
import type { Program, Ref } from "../program/program.ts";
import { entryOf } from "./deployment.ts";
import { goalOf, inputsOf, type Plan, planOf, unknownValue } from "./plans.ts";
import { kindNamed, type Plugin } from "./plugin.ts";
import { formerIn, type State } from "./state.ts";

/** What `pulumi preview --json` prints of a program on a state: secrets are covered, and what is still to come is unknown. */
export async function previewOf(program: Program, state: State, plugin: Plugin): Promise<string> {
  const plans = new Map<string, Plan>();
  const valueFor = ({ ref, output }: Ref): Json => {
    const plan = plans.get(ref);
    if (plan === undefined || plan.does === "create" || plan.does === "replace") return unknownValue;
    if (output === "id") return plan.old.id;
    return (plan.does === "same" ? plan.old.outputs[output] : plan.inputs[output]) ?? unknownValue;
  };
  const steps: object[] = [];
  for (const declared of program) {
    const goal = goalOf(declared, program);
    const old = formerIn(state.resources, [goal.urn, ...declared.aliases]);
    const plan = await planOf(plugin, declared, inputsOf(declared, goal.urn, valueFor), old);
    plans.set(declared.name, plan);
    const newState = entryOf({ ...goal, inputs: covered(goal.kind, plan.inputs) });
    steps.push({ op: plan.does, urn: goal.urn, newState });
  }
  return JSON.stringify({ steps });
}

function covered(kind: string, inputs: Values): Values {
  const { fields } = kindNamed(kind);
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, fields.get(name)?.secret ? "[secret]" : value]),
  );
}
