import { textOf } from "../../account/account-object.js";
import type { ExpectedWorkspace } from "../format.js";
import { judge, type LineOutcome, worst } from "../line-outcome.js";
import {
  boundedProperties,
  type ExpectedProperty,
  providerHost,
  providerName,
  type ServedModel,
  servedModels,
  textProperty,
} from "../model-properties.js";
import type { Room } from "../workspace-room.js";
import { aboutObject, type ExpectedLine } from "./line.js";

/** What is expected of all models and providers of a workspace. */
export function modelLines(expected: NonNullable<ExpectedWorkspace["models"]>, room: Room): ExpectedLine[] {
  const models = [...servedModels(room).values()];
  const ofModels = [
    ...boundedProperties(expected),
    ...textProperty("types", "type", expected.types, ({ model }) => textOf(model, "type")),
  ];
  const ofProviders = [
    ...textProperty("providers", "provider", expected.providers, providerName),
    ...textProperty("hosts", "host", expected.hosts, providerHost),
  ];
  return [
    ...ofModels.map((property) =>
      lineOf(
        property,
        models.map((served) => ofModel(property, served)),
        "model",
      ),
    ),
    ...ofProviders.map((property) => {
      // A provider without a model here may serve others by its `modelOptions`.
      const providers = room.of("ModelProvider").map((provider) => {
        const isMet = property.isMet({ model: provider, provider });
        const found = property.shown({ model: provider, provider }) ?? `${property.key} not known`;
        return judge({ isMet, found: `\`${provider.name}\` has ${found}`, ...aboutObject(provider) });
      });
      const lost = models.filter(({ provider }) => provider === undefined);
      return lineOf(property, [...providers, ...lost.map((served) => ofModel(property, served))], "provider");
    }),
  ];
}

function ofModel({ isMet, shown }: ExpectedProperty, served: ServedModel): LineOutcome {
  const found = shown(served) ?? "a value or a provider that is not known here";
  return judge({
    isMet: isMet(served),
    found: `\`${served.model.name}\` has ${found}`,
    ...aboutObject(served.model),
  });
}

function lineOf(
  { key, expected }: ExpectedProperty,
  all: readonly LineOutcome[],
  what: string,
): ExpectedLine {
  const found = all.length === 0 ? `there is no ${what}` : `all ${all.length} have it`;
  const most = worst(all);
  const isHeld = most === undefined || most.status === "held";
  return { path: ["models", key], expected, judgement: isHeld ? judge({ isMet: true, found }) : most };
}
