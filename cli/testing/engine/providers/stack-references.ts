import { secretEnvelope, type Values } from "pulumi-workspace-gateway/tools";
import type { OtherStacks } from "../../api.js";
import { Secret } from "../../secret.js";
import type { ProviderAnswers } from "./answering.js";

export const stackReferenceType = "pulumi:pulumi:StackReference";

/** What a reference to another stack shows: what the test says that the stack exports. */
export function stackReferences(stacks: OtherStacks): ProviderAnswers {
  const read: ProviderAnswers["read"] = async (_subject, id, state) => {
    const name = typeof state.name === "string" ? state.name : id;
    const outputs = stacks[name];
    if (outputs === undefined) {
      throw new Error(
        `unknown stack ${JSON.stringify(name)}: say what it exports by the option \`stackReferences: { ${JSON.stringify(name)}: { … } }\`.`,
      );
    }
    const secretOutputNames = Object.keys(outputs)
      .filter((output) => outputs[output] instanceof Secret)
      .toSorted();
    return { id, outputs: { name, outputs: sealedOutputs(outputs), secretOutputNames } };
  };
  return {
    check: async (_subject, _olds, inputs) => ({ inputs, failures: [] }),
    diff: async () => ({ changes: false, replaces: [], deleteBeforeReplace: false }),
    create: async (subject, inputs) =>
      (await read(subject, subject.name, inputs)) ?? { id: subject.name, outputs: inputs },
    read,
    known: async (_subject, _olds, news) => news,
  };
}

function sealedOutputs(outputs: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => {
      const plain = JSON.parse(JSON.stringify(value instanceof Secret ? value.value : (value ?? null)));
      return [name, value instanceof Secret ? secretEnvelope(plain) : plain];
    }),
  );
}
