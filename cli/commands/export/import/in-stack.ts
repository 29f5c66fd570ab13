import { sameValue } from "pulumi-workspace-gateway/tools";
import type { ExportedObject } from "../../../export/exported-program.js";
import { plainState } from "../../../stack/plain-state.js";
import type { StackResource } from "../../../stack/stack-state.js";

/** What a stack has of an object: nothing, the object, or something in its way. */
export type InStack =
  | { readonly is: "missing" }
  | {
      readonly is: "there";
      readonly urn: string;
      /** Whether it has another value there than on the gateway. */
      readonly isOld: boolean;
    }
  | { readonly is: "blocked"; readonly why: string };

/** Looks for an object in the resources of its program's stack. */
export function inStack(object: ExportedObject, resources: readonly StackResource[]): InStack {
  const alike = resources.filter(({ kind, leaving }) => kind.name === object.kind && !leaving);
  const called = alike.find(({ name }) => name === object.name);
  const same = alike.find(({ id, external }) => id === object.id && !external);
  if (called !== undefined && called.id === object.id && !called.external) {
    return { is: "there", urn: called.urn, isOld: !hasValues(called, object) };
  }
  const label = `${object.kind} ${JSON.stringify(object.name)}`;
  if (called !== undefined) {
    const other = called.external ? "an object that it only reads" : `the object ${called.id}`;
    const why = `${label} was not imported: the stack has this name for ${other}. Run \`pulumi refresh\`, and this again.`;
    return { is: "blocked", why };
  }
  return same === undefined
    ? { is: "missing" }
    : {
        is: "blocked",
        why: `${label} was not imported: the stack has it as ${JSON.stringify(same.name)}. Take one of the two declarations out of the program.`,
      };
}

function hasValues({ inputs }: StackResource, { spec, declared }: ExportedObject): boolean {
  const { values } = plainState(inputs);
  return [...spec.fields.values()].every(
    (field) =>
      declared[field.name] === undefined || sameValue(field, values[field.name], declared[field.name]),
  );
}
