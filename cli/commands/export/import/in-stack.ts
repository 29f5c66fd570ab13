import type { ExportedObject } from "../../../export/exported-program.js";
import { differing } from "../../../review/facts/differences.js";
import { plainState } from "../../../stack/plain-state.js";
import type { StackResource } from "../../../stack/stack-state.js";

/** What a stack has of an object: nothing, the object, or something in its way. */
export type InStack =
  | { readonly is: "missing" }
  | {
      readonly is: "there";
      readonly urn: string;
      /** The declared properties that have another value there than on the gateway. */
      readonly old: ReadonlySet<string>;
    }
  | { readonly is: "blocked"; readonly why: string };

/** Looks for an object in the resources of its program's stack. */
export function inStack(object: ExportedObject, resources: readonly StackResource[]): InStack {
  const alike = resources.filter(({ kind, leaving }) => kind.name === object.kind && !leaving);
  const called = alike.find(({ name }) => name === object.name);
  const same = alike.find(({ id, external }) => id === object.id && !external);
  if (called !== undefined && called.id === object.id && !called.external) {
    return { is: "there", urn: called.urn, old: oldIn(called, object) };
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

function oldIn({ inputs }: StackResource, { spec, declared }: ExportedObject): ReadonlySet<string> {
  const fields = [...spec.fields.values()].filter(({ name }) => declared[name] !== undefined);
  return new Set(differing(fields, plainState(inputs).values, declared).map(({ field }) => field.name));
}
