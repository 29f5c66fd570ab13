import { dynamicProvider } from "../../../provider/dynamic/provider.js";
import type { Session } from "../../../provider/lifecycle/session.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { hidden, type Values } from "../../../provider/spec/values.js";
import { isJsonObject } from "../../../provider/text/json.js";
import { type Adapter, chosenAdapter } from "../../harness/adapter.ts";
import { nativeProvider } from "./native-provider.ts";
import type { Provider } from "./provider.ts";

/** Whether the laws are tried on the native plugin. */
export const isNative = chosenAdapter() === "native";

/** The lists that a check asks for, so that a preview knows the outputs that stay: a native plugin has them at hand. */
export function listsOfCheck(...lists: string[]): string[] {
  return isNative ? [] : lists;
}

/** `name`: that of the resource in the program. */
export function providerOf(kind: Kind, session: Session, name: string, by: Adapter): Provider {
  return by === "native" ? nativeProvider(kind, session, name) : dynamicOf(kind, session);
}

function dynamicOf(kind: Kind, session: Session): Provider {
  const { check, diff, create, read, update, delete: remove } = dynamicProvider(kind, session);
  if (!(check && diff && read && update && remove)) throw new Error("a dynamic provider has all calls");
  const knownOutputs = async (_id: string, _olds: Values, news: Values) => {
    const retained = news[hidden.retained];
    return { ...news, ...(isJsonObject(retained) ? retained : {}) };
  };
  return { check, diff, create, read, update, delete: remove, knownOutputs };
}
