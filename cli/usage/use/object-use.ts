import { type AccountObject, flagOf, textOf, workspaceKey } from "../../account/account-object.js";
import type { Called, ObjectUse, TellableUsage } from "./tellable-usage.js";

/** Who used a provider, a model, or by its model a mapping; undefined of what no row can tell. */
type UseOf = (object: AccountObject) => ObjectUse | undefined;

/** Tells of the objects of an account who used them, however many they are. */
export function objectUses(objects: readonly AccountObject[], usage: TellableUsage): UseOf {
  const calledBy = calledIn(objects);
  return (object) => {
    const called = calledBy(object);
    return called && usage.useOf(called);
  };
}

/** What rows name of the requests that an object has. */
function calledIn(objects: readonly AccountObject[]): (object: AccountObject) => Called | undefined {
  const models = Map.groupBy(
    objects.filter(({ kind }) => kind === "Model"),
    placeOf("gatewayName"),
  );
  const leading = Map.groupBy(objects.filter(isLeading), placeOf("targetModel"));
  return (object) => {
    const { kind, id, gateway } = object;
    if (kind === "Model" || kind === "ModelProvider") {
      return id === undefined ? undefined : { what: kind === "Model" ? "model" : "provider", id, gateway };
    }
    if (!isLeading(object)) {
      return undefined;
    }
    const place = placeOf("targetModel")(object);
    const model = models.get(place)?.[0]?.id;
    const isAtMost = (leading.get(place) ?? []).length > 1 || undefined;
    return model === undefined ? undefined : { what: "model", id: model, gateway, isAtMost };
  };
}

function isLeading(object: AccountObject): boolean {
  const isOn = object.kind === "Mapping" && flagOf(object, "enabled") !== false;
  return isOn && textOf(object, "targetModel") !== undefined;
}

/** A gateway name means a model of its own workspace. */
function placeOf(field: string): (object: AccountObject) => string {
  return (object) => JSON.stringify([object.gateway, workspaceKey(object), textOf(object, field)]);
}
