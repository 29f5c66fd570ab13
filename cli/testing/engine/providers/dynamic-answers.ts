import {
  dynamicProvider,
  hidden,
  type Kind,
  kindOfType,
  PartialFailure,
  type Session,
  type Values,
} from "pulumi-workspace-gateway/tools";
import type { ProviderAnswers, ResourceSubject } from "./answering.js";

/**
 * What the SDK's process for dynamic providers does with our resources: it keeps the text that loads a provider with all that a
 * provider says, and copies all values.
 */
export function dynamicAnswers(kinds: readonly Kind[], session: Session): ProviderAnswers {
  const made = new Map<string, ReturnType<typeof dynamicProvider>>();
  const providerOf = ({ type }: ResourceSubject) => {
    const kind = kindOfType(type, kinds);
    if (kind === undefined) {
      throw new Error(`pulumi-workspace-gateway does not know the kind of ${type}.`);
    }
    const provider = made.get(type) ?? dynamicProvider(kind, session);
    made.set(type, provider);
    return provider;
  };
  return {
    check: async (subject, olds, news) => {
      const { inputs = news, failures = [] } =
        (await providerOf(subject).check?.(structuredClone(olds), structuredClone(news))) ?? {};
      return { inputs: loadable(inputs, news), failures };
    },
    diff: async (subject, id, olds, news) => {
      const found = await providerOf(subject).diff?.(id, structuredClone(olds), structuredClone(news));
      const { changes = false, replaces = [], deleteBeforeReplace = false } = found ?? {};
      return { changes, replaces, deleteBeforeReplace };
    },
    create: async (subject, inputs) => {
      try {
        const { id, outs } = await providerOf(subject).create(structuredClone(inputs));
        return { id, outputs: loadable(outs ?? {}, inputs) };
      } catch (error) {
        if (error instanceof PartialFailure) {
          return { id: error.id, outputs: error.properties, initErrors: error.reasons };
        }
        throw error;
      }
    },
    read: async (subject, id, state) => {
      const found = await providerOf(subject).read?.(id, structuredClone(state));
      if (found?.id === undefined || found.id === "") {
        return undefined;
      }
      return { id: found.id, outputs: loadable(found.props ?? {}, state) };
    },
    // A dynamic provider knows nothing of previews: the engine takes the inputs for the outputs.
    known: async (_subject, _olds, news) => news,
  };
}

function loadable(values: Values, like: Values): Values {
  const copy: Values = JSON.parse(JSON.stringify(values));
  const { [hidden.provider]: text } = like;
  return text === undefined ? copy : { ...copy, [hidden.provider]: text };
}
