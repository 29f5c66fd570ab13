import { randomUUID } from "node:crypto";
import { defined, type Values } from "pulumi-workspace-gateway/tools";
import type { Mocks } from "../../api.js";
import type { ProviderAnswers, ResourceSubject } from "./answering.js";

/** What the mocks of a test say. A resource is the same until its inputs change, and then it is updated. */
export function mockedAnswers({ newResource }: Mocks): ProviderAnswers {
  const made = async ({ type, name }: ResourceSubject, inputs: Values, id?: string) => {
    if (newResource === undefined) {
      throw new Error(
        `${type} "${name}" is of another package, whose plugin a test does not start: say what it is by the option ` +
          "`mocks: { newResource }`, such as `({ name, inputs }) => ({ id: name, state: inputs })`.",
      );
    }
    const found = await newResource({ type, name, inputs, ...defined({ id }) });
    const outputs: Values = JSON.parse(JSON.stringify(found.state));
    return { id: found.id ?? id ?? `${name}-id`, outputs };
  };
  return {
    check: async (_subject, _olds, inputs) => ({ inputs, failures: [] }),
    diff: async (_subject, _id, olds, news) => {
      const differs = Object.entries(news).some(
        ([name, value]) => JSON.stringify(olds[name]) !== JSON.stringify(value),
      );
      return { changes: differs, replaces: [], deleteBeforeReplace: false };
    },
    create: (subject, inputs) => made(subject, inputs),
    read: (subject, id, state) => made(subject, state, id),
    known: async (_subject, _olds, news) => news,
  };
}

/** A provider resource of any package: its settings are all that there is of it. */
export const declaredProviders: ProviderAnswers = {
  check: async (_subject, _olds, inputs) => ({ inputs, failures: [] }),
  diff: async () => ({ changes: false, replaces: [], deleteBeforeReplace: false }),
  create: async (_subject, inputs) => ({ id: randomUUID(), outputs: inputs }),
  read: async (_subject, id, outputs) => ({ id, outputs }),
  known: async (_subject, _olds, news) => news,
};
