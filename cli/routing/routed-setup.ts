import { defined, isUnknown } from "pulumi-workspace-gateway/tools";
import { type AccountObject, amountOf, flagOf, textOf, workspaceKey } from "../account/account-object.js";
import { hostOf } from "../account/host-of.js";
import { workspaceTitles } from "../account/workspace-titles.js";
import type { RoutedMapping, RoutedModel, Setup } from "./setup.js";

/** What of the declared objects decides where requests end. */
export function routedSetup(objects: readonly AccountObject[]): Setup {
  const of = (kind: string) => objects.filter((object) => object.kind === kind);
  const [models, mappings] = [of("Model"), of("Mapping")];
  const modelUrns = new Set(models.map(({ urn }) => urn));
  const providers = new Map(
    of("ModelProvider").flatMap((each) => [each.id ?? each.urn, each.urn].map((key) => [key, each])),
  );
  return {
    models: models.map((model) => modelFrom(model, providers)),
    mappings: mappings.map((mapping) => mappingFrom(mapping, modelUrns)),
    workspaces: Object.fromEntries(workspaceTitles([...models, ...mappings, ...of("Workspace")])),
  };
}

type Providers = ReadonlyMap<string | undefined, AccountObject>;

function modelFrom(model: AccountObject, providers: Providers): RoutedModel {
  const provider = providers.get(textOf(model, "providerId")) ?? providers.get(model.from?.providerId?.[0]);
  return {
    urn: model.urn,
    name: model.name,
    workspace: workspaceKey(model),
    ...defined({
      gatewayName: textOf(model, "gatewayName"),
      modelName: textOf(model, "name"),
      inputCost: amountOf(model, "inputCost"),
      outputCost: amountOf(model, "outputCost"),
      provider: provider && (textOf(provider, "name") ?? provider.name),
      host: provider && (hostOf(textOf(provider, "baseUrl")) || undefined),
    }),
  };
}

/** Of a mapping that may be switched off, or come first or last, it is not known where names end that it takes. */
function mappingFrom(mapping: AccountObject, models: ReadonlySet<string>): RoutedMapping {
  const { inputs, from } = mapping;
  const isOpen = [inputs.enabled, inputs.priority, inputs.isPattern].some(isUnknown);
  return {
    urn: mapping.urn,
    name: mapping.name,
    workspace: workspaceKey(mapping),
    ...defined({
      sourceName: textOf(mapping, "sourceName"),
      targetModel: isOpen ? undefined : textOf(mapping, "targetModel"),
      targetUrn: isOpen ? undefined : from?.targetModel?.find((urn) => models.has(urn)),
      priority: amountOf(mapping, "priority"),
      enabled: flagOf(mapping, "enabled"),
      isPattern: flagOf(mapping, "isPattern"),
    }),
  };
}
