import { defined } from "pulumi-workspace-gateway/tools";
import { type AccountObject, flagOf, textOf, workspaceKey } from "../../account/account-object.js";
import { type Callers, callersIn } from "../cost/callers.js";
import type { Usage } from "../usage.js";
import { useWords } from "./use-words.js";

/** Usage that was read, and whether the ids of keys may be told. */
export interface TellableUsage {
  readonly usage: Usage;
  readonly showsKeys: boolean;
}

/** Who used an object of an account, as facts and in words. */
export interface ObjectUse extends Omit<Callers, "keyIds"> {
  /** Only if somebody asks for them. */
  readonly keyIds?: readonly string[];
  /** Rows name the model and not the name that was asked: where several mappings lead to it, each has at most so many. */
  readonly isAtMost?: true;
  readonly words: string;
}

/** Who used a provider, a model, or by its model a mapping; undefined of what no row can tell. */
type UseOf = (object: AccountObject) => ObjectUse | undefined;

/** Tells of the objects of an account who used them, however many they are. */
export function objectUses(objects: readonly AccountObject[], { usage, showsKeys }: TellableUsage): UseOf {
  const callers = { model: callersIn(usage, "model"), provider: callersIn(usage, "provider") };
  const calledBy = calledIn(objects);
  return (object) => {
    const called = calledBy(object);
    if (called?.id === undefined) {
      return undefined;
    }
    const { keyIds, ...counts } = callers[called.what](called.id);
    const use = { ...counts, ...defined({ isAtMost: called.isShared || undefined }) };
    const ids = showsKeys && keyIds.length > 0 ? keyIds : undefined;
    const words = [useWords(use, usage.until), ...(ids === undefined ? [] : [ids.join(", ")])].join(": ");
    return { ...use, ...defined({ keyIds: ids }), words };
  };
}

interface Called {
  readonly what: "model" | "provider";
  readonly id: string | undefined;
  /** Other mappings lead there, too. */
  readonly isShared?: boolean;
}

/** What rows name of the requests that an object has. */
function calledIn(objects: readonly AccountObject[]): (object: AccountObject) => Called | undefined {
  const models = Map.groupBy(
    objects.filter(({ kind }) => kind === "Model"),
    placeOf("gatewayName"),
  );
  const leading = Map.groupBy(objects.filter(isLeading), placeOf("targetModel"));
  return (object) => {
    if (object.kind === "Model" || object.kind === "ModelProvider") {
      return { what: object.kind === "Model" ? "model" : "provider", id: object.id };
    }
    if (!isLeading(object)) {
      return undefined;
    }
    const place = placeOf("targetModel")(object);
    const isShared = (leading.get(place) ?? []).length > 1;
    return { what: "model", id: models.get(place)?.[0]?.id, isShared };
  };
}

function isLeading(object: AccountObject): boolean {
  const isOn = object.kind === "Mapping" && flagOf(object, "enabled") !== false;
  return isOn && textOf(object, "targetModel") !== undefined;
}

/** A gateway name means a model of its own workspace. */
function placeOf(field: string): (object: AccountObject) => string {
  return (object) => JSON.stringify([workspaceKey(object), textOf(object, field)]);
}
