import { defined, type Json, shownOf, type Values } from "pulumi-workspace-gateway/tools";
import {
  type AccountObject,
  amountOf,
  flagOf,
  hostOf,
  isHiddenIn,
  isUnplaced,
  textOf,
  textsIn,
  workspaceKey,
  workspaceTitles,
} from "../account/account-object.js";

export type RoutedModel = Readonly<ReturnType<typeof modelFrom>>;
export type RoutedMapping = Readonly<ReturnType<typeof mappingFrom>>;

interface ServedName {
  readonly workspace: string;
  readonly name: string;
  /** The provider's name, if it is known. */
  readonly provider: string | undefined;
}

export interface Setup {
  readonly models: readonly RoutedModel[];
  readonly mappings: readonly RoutedMapping[];
  /** Display names by workspace key. */
  readonly workspaces: Readonly<Record<string, string>>;
  /** Names that providers serve through `modelOptions`, as far as they are known. */
  readonly options?: readonly ServedName[];
  /** Keys of workspaces in which all names that resolve to a model are known. */
  readonly closed?: ReadonlySet<string>;
  /** Logical names of objects whose workspace is unknown. They are in neither `models` nor `mappings`. */
  readonly unplaced?: readonly string[];
}

/** @param whole - workspaces whose models and providers are all in `objects`: ids, or URNs of new ones */
export function routedSetup(
  objects: readonly AccountObject[],
  whole: ReadonlySet<string> = new Set(),
): Setup {
  const of = (kind: string) => objects.filter((object) => object.kind === kind && !isUnplaced(object));
  const unplaced = objects.filter((object) => routedKinds.has(object.kind) && isUnplaced(object));
  const [models, mappings] = [of("Model"), of("Mapping")];
  const modelUrns = new Set(models.map(({ urn }) => urn));
  const providers = new Map(
    of("ModelProvider").flatMap((each) => [each.id ?? each.urn, each.urn].map((key) => [key, each])),
  );
  return {
    models: models.map((model) => modelFrom(model, providers)),
    mappings: mappings.map((mapping) => mappingFrom(mapping, modelUrns)),
    workspaces: Object.fromEntries(workspaceTitles([...models, ...mappings, ...of("Workspace")])),
    options: of("ModelProvider").flatMap((each) =>
      textsIn(optionsOf(each)).map((name) => ({
        ...{ workspace: workspaceKey(each), name },
        provider: textOf(each, "name"),
      })),
    ),
    closed: new Set(
      (unplaced.length > 0 ? [] : [...whole]).filter((workspace) =>
        [...models, ...of("ModelProvider")].every(
          (each) => workspaceKey(each) !== workspace || isNamed(each),
        ),
      ),
    ),
    ...defined({ unplaced: unplaced.length === 0 ? undefined : unplaced.map(({ name }) => name) }),
  };
}

const routedKinds: ReadonlySet<string> = new Set(["Mapping", "Model", "ModelProvider"]);

/** A provider may also serve the names in its `modelOptions`. */
function isNamed(object: AccountObject): boolean {
  const options = optionsOf(object);
  return object.kind === "Model"
    ? textOf(object, "gatewayName") !== undefined
    : options === undefined || (Array.isArray(options) && options.length === 0);
}

function optionsOf({ inputs, outputs }: AccountObject): Json | undefined {
  const { modelOptions }: Values = { ...shownOf(outputs), ...outputs, ...inputs };
  return modelOptions;
}

function modelFrom(model: AccountObject, providers: ReadonlyMap<string | undefined, AccountObject>) {
  const provider = providers.get(textOf(model, "providerId")) ?? providers.get(model.from?.providerId?.[0]);
  return {
    urn: model.urn,
    name: model.name,
    /** The workspace key: the id, or the URN of a new workspace. */
    workspace: workspaceKey(model),
    ...defined({
      id: model.id,
      gatewayName: textOf(model, "gatewayName"),
      hasLikelyName: model.hasLikelyName,
      modelName: textOf(model, "name"),
      inputCost: amountOf(model, "inputCost"),
      outputCost: amountOf(model, "outputCost"),
      provider: provider && (textOf(provider, "name") ?? provider.name),
      host: provider && (hostOf(textOf(provider, "baseUrl")) || undefined),
    }),
  };
}

/** Omits unknown values and those left to the gateway, because the API does not reveal its defaults. */
function mappingFrom(mapping: AccountObject, models: ReadonlySet<string>) {
  const sourceName = textOf(mapping, "sourceName");
  const isAny = sourceName === undefined || isHiddenIn(mapping, "isPattern");
  const isOpen = ["priority", "enabled"].some((field) => isHiddenIn(mapping, field));
  return {
    urn: mapping.urn,
    name: mapping.name,
    workspace: workspaceKey(mapping),
    ...defined({
      sourceName,
      targetModel: textOf(mapping, "targetModel"),
      /** The URN of the target model, if the program references its `gatewayName`. */
      targetUrn: mapping.from?.targetModel?.find((urn) => models.has(urn)),
      priority: amountOf(mapping, "priority"),
      enabled: flagOf(mapping, "enabled"),
      isPattern: flagOf(mapping, "isPattern"),
      /** `any`: `sourceName` or `isPattern` is unknown. `matching`: `priority` or `enabled` is unknown. */
      mayTake: isAny ? ("any" as const) : isOpen ? ("matching" as const) : undefined,
    }),
  };
}
