import { defined } from "pulumi-workspace-gateway/tools";
import { type AccountObject, workspaceKey } from "../../../account/account-object.js";
import { compareKeys } from "../../../routing/route.js";
import { type RoutedMapping, routedSetup } from "../../../routing/setup.js";
import { isUncertain, settledValue } from "./settled-value.js";

/** A model that a prompt may meet. */
export interface MetModel {
  /** The name of its provider, and the name by which that knows it: `openai/gpt-4.1-mini`. */
  readonly id: string;
  /** Undefined while it is not known, and for what is no model of the account. */
  readonly gatewayName?: string;
}

/** The models that a prompt may meet. */
export interface MetModels {
  /** By their ids, each once. */
  readonly models: readonly MetModel[];
  /** Whether there may be others, which nobody knows yet. */
  readonly isOpen: boolean;
}

type Place = Pick<MetModels, "isOpen"> & { readonly model?: MetModel };

const open: Place = { isOpen: true };

/**
 * Says which models a prompt may meet: its own, or, if it is for the whole workspace or for no model, every model of that, and what
 * a mapping leads to. The API leaves open whether a model answers to its own gateway name before any mapping, so each may be met.
 */
export function metModels(objects: readonly AccountObject[]): (prompt: AccountObject) => MetModels {
  const { models, mappings } = routedSetup(objects);
  const objectOf = new Map(objects.map((object) => [object.urn, object]));
  const byId = new Map(objects.flatMap((object) => (object.id === undefined ? [] : [[object.id, object]])));
  const named = new Set(models.map(({ workspace, gatewayName }) => placeKey(workspace, gatewayName)));
  const placeOf = (model: AccountObject | undefined): Place =>
    model === undefined ? open : modelPlace(model, referred(model, "providerId", objectOf, byId));
  const beside = ({ workspace, targetModel, targetUrn }: RoutedMapping): Place[] => {
    if (targetModel === undefined) {
      return targetUrn === undefined ? [open] : [];
    }
    return named.has(placeKey(workspace, targetModel)) ? [] : [{ model: { id: targetModel }, isOpen: false }];
  };
  const ofWorkspace = kept((workspace: string) =>
    together([
      ...models.filter((model) => model.workspace === workspace).map(({ urn }) => placeOf(objectOf.get(urn))),
      ...mappings
        .filter((mapping) => mapping.workspace === workspace && mapping.enabled !== false)
        .flatMap(beside),
    ]),
  );
  return (prompt) => {
    const own = settledValue(prompt, "modelId") ?? undefined;
    const isGlobal = settledValue(prompt, "isGlobal");
    const whole = ofWorkspace(workspaceKey(prompt));
    if (own === undefined) {
      return whole;
    }
    const model = referred(prompt, "modelId", objectOf, byId);
    const place = model === undefined ? unknownModel(own) : placeOf(model);
    return isGlobal === true || isUncertain(isGlobal)
      ? together([
          place,
          { isOpen: whole.isOpen },
          ...whole.models.map((each) => ({ model: each, isOpen: false })),
        ])
      : together([place]);
  };
}

function placeKey(workspace: string, name: string | undefined): string {
  return JSON.stringify([workspace, name]);
}

/** The object that a property names: by its id, or by the resource that the program takes it from. */
function referred(
  object: AccountObject,
  field: string,
  byUrn: ReadonlyMap<string, AccountObject>,
  byId: ReadonlyMap<string, AccountObject>,
): AccountObject | undefined {
  const id = settledValue(object, field);
  return (typeof id === "string" ? byId.get(id) : undefined) ?? byUrn.get(object.from?.[field]?.[0] ?? "");
}

function modelPlace(model: AccountObject, provider: AccountObject | undefined): Place {
  const names = [
    provider === undefined ? settledValue(model, "providerId") : settledValue(provider, "name"),
    settledValue(model, "apiName") ?? settledValue(model, "name"),
  ];
  const gatewayName = settledValue(model, "gatewayName");
  return names.some((name) => typeof name !== "string" || isUncertain(name))
    ? open
    : {
        model: {
          id: names.join("/"),
          ...defined({
            gatewayName:
              typeof gatewayName === "string" && !isUncertain(gatewayName) ? gatewayName : undefined,
          }),
        },
        isOpen: false,
      };
}

/** A model that is not to be seen here has no other name than its id. */
function unknownModel(id: unknown): Place {
  return typeof id === "string" && !isUncertain(id) ? { model: { id }, isOpen: false } : open;
}

function together(places: readonly Place[]): MetModels {
  const models = new Map(places.flatMap(({ model }) => (model === undefined ? [] : [[model.id, model]])));
  return {
    models: [...models.values()].toSorted((a, b) => compareKeys([a.id], [b.id])),
    isOpen: places.some(({ isOpen }) => isOpen),
  };
}

function kept<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
}
