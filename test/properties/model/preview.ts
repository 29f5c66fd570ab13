import type { Values } from "../../../provider/spec/values.js";
import { previewed } from "../../contract/support/engine/plans.ts";
import { kindNamed, type Plugin } from "../../contract/support/engine/plugin.ts";
import type { Program } from "../../contract/support/engine/program.ts";
import type { State } from "../../contract/support/engine/state.ts";
import { entryOf } from "./deployment.ts";

/** What `pulumi preview --json` prints of a program on a state: secrets are covered, and what is still to come is unknown. */
export async function previewOf(program: Program, state: State, plugin: Plugin): Promise<string> {
  const steps = (await previewed(program, state.resources, plugin)).map(({ goal, plan }) => {
    const newState = entryOf({ ...goal, inputs: covered(goal.kind, plan.inputs) });
    return { op: plan.does, urn: goal.urn, newState };
  });
  return JSON.stringify({ steps });
}

function covered(kind: string, inputs: Values): Values {
  const { fields } = kindNamed(kind);
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, fields.get(name)?.secret ? "[secret]" : value]),
  );
}
