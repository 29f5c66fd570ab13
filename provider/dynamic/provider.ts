import type { dynamic } from "@pulumi/pulumi";
import { afterImport } from "../lifecycle/changes.js";
import { type Handlers, handlersOf, isOurs, PartialFailure } from "../lifecycle/handlers.js";
import { retainedFrom } from "../lifecycle/outputs.js";
import type { Session } from "../lifecycle/session.js";
import { sameValue } from "../spec/compare.js";
import type { Kind } from "../spec/kind.js";
import { decodeCheckHints, hidden, type Values } from "../spec/values.js";

export function dynamicProvider(kind: Kind, session: Session): dynamic.ResourceProvider<Values, Values> {
  const handlers = handlersOf(kind, session);
  return {
    configure: async ({ config }) => session.configure((key) => config.get(key)),
    check: (olds, news) => check(handlers, olds, news),
    diff: withoutStack(async (id, olds, news) => {
      const diff = await handlers.diff(id, olds, news);
      // State written by the native plugin lacks the code that loads this package. A refresh needs that code.
      const isOfPlugin = olds[hidden.provider] === undefined && news[hidden.provider] !== undefined;
      return { ...diff, changes: diff.changes || isOfPlugin };
    }),
    create: withoutStack(async (inputs) => {
      const { id, outputs } = await loadable(inputs, handlers.create(inputs));
      return { id, outs: outputs };
    }),
    read: withoutStack(async (id, state = {}) => {
      const { outputs = {}, inputs, id: found = "" } = (await handlers.read(id, state)) ?? {};
      // Only the engine knows whether a program now declares the object, so unchanged inputs are not
      // returned.
      const isKept = state[hidden.imported] === true && isUnchanged(state, inputs);
      const retained = inputs && !isKept && { inputs: { ...inputs, ...retainedFrom(outputs) } };
      return { id: found, props: outputs, ...retained };
    }),
    update: withoutStack(async (id, olds, news) => ({
      outs: await loadable(news, handlers.update(id, olds, news)),
    })),
    delete: withoutStack((id, state) => handlers.delete(id, state)),
  };
}

/** A preview knows only the checked inputs of an update, so the retained outputs are added to them. */
async function check(
  handlers: Handlers,
  olds: Values,
  declared: Values,
): Promise<dynamic.CheckResult<Values>> {
  const { inputs: stated, name, used } = decodeCheckHints(declared);
  const news = afterImport(olds, stated);
  const { isSound, failures } = await handlers.check(name, olds, news);
  const inputs = isSound ? { ...news, ...(await handlers.retainedOutputs(olds, news, used)) } : news;
  handlers.expect(inputs);
  // If `property` named a property, the engine would print the value of that property.
  return { inputs, failures: failures.map((reason) => ({ property: "", reason })) };
}

function isUnchanged(state: Values, inputs: Values = {}): boolean {
  return Object.keys(inputs).every((name) => sameValue({}, inputs[name], state[name]));
}

/** Adds the package-loading code to a partial failure, because the SDK adds it only to successful results. */
async function loadable<R>(inputs: Values, work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PartialFailure) {
      error.properties[hidden.provider] = inputs[hidden.provider] ?? null;
    }
    throw error;
  }
}

/** Removes the stack trace of our own errors. The engine would print it, and our messages are sufficient. */
function withoutStack<A extends unknown[], R>(call: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      if (isOurs(error)) {
        error.stack = "";
      }
      throw error;
    }
  };
}
