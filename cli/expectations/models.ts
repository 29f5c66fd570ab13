import { type AccountObject, amountOf, textOf } from "../account/account-object.js";
import { hostOf } from "../account/host-of.js";
import type { ExpectedWorkspace } from "./format.js";
import {
  aboutObject,
  boundsIn,
  type ExpectedLine,
  fitsOne,
  isInBounds,
  type Outcome,
  orWords,
  outcomeOf,
  overall,
} from "./outcome.js";
import type { Room } from "./workspaces.js";

/** A model with its provider, as far as that is known. */
export interface ServedModel {
  readonly model: AccountObject;
  readonly provider: AccountObject | undefined;
}

/** One property that is expected of a model. */
export interface ExpectedProperty {
  /** The key in the file. */
  readonly key: string;
  readonly expected: string;
  /** The value of the model, in words; undefined if it is not known. */
  shown(served: ServedModel): string | undefined;
  /** Undefined if it is not known. */
  isMet(served: ServedModel): boolean | undefined;
}

export function boundedProperties(expected: {
  readonly maxInputCost?: number | undefined;
  readonly maxOutputCost?: number | undefined;
  readonly minContextWindow?: number | undefined;
}): ExpectedProperty[] {
  const { maxInputCost, maxOutputCost, minContextWindow } = expected;
  const fields = [
    { key: "maxInputCost", field: "inputCost", bounds: { atMost: maxInputCost } },
    { key: "maxOutputCost", field: "outputCost", bounds: { atMost: maxOutputCost } },
    { key: "minContextWindow", field: "contextWindow", bounds: { atLeast: minContextWindow } },
  ];
  return fields.flatMap(({ key, field, bounds }) =>
    boundsIn(bounds).map(({ words, bound }) => ({
      key,
      expected: `${field} ${words} ${bound}`,
      shown: ({ model }) => shown(field, amountOf(model, field)),
      isMet: ({ model }) => isInBounds(bounds, amountOf(model, field)),
    })),
  );
}

/** A property that is one of some texts. */
export function textProperty(
  key: string,
  noun: string,
  patterns: string | readonly string[] | undefined,
  textIn: (served: ServedModel) => string | undefined,
): ExpectedProperty[] {
  const texts = patterns === undefined ? [] : [patterns].flat();
  const property = {
    key,
    expected: `${noun} ${orWords(texts)}`,
    shown: (served: ServedModel) => shown(noun, textIn(served)),
    isMet: (served: ServedModel) => fitsOne(texts, textIn(served)),
  };
  return texts.length === 0 ? [] : [property];
}

function shown(noun: string, value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : `${noun} \`${value}\``;
}

/** The models of a workspace, by their URNs. */
export function servedModels(room: Room): Map<string, ServedModel> {
  const byMark = new Map(
    room.of("ModelProvider").flatMap((each) => [each.urn, each.id].map((mark) => [mark, each])),
  );
  return new Map(
    room.of("Model").map((model) => {
      const marks = [textOf(model, "providerId"), ...(model.from?.providerId ?? [])];
      const provider = marks.flatMap((mark) => (mark === undefined ? [] : (byMark.get(mark) ?? [])))[0];
      return [model.urn, { model, provider }];
    }),
  );
}

export function providerName({ provider }: Pick<ServedModel, "provider">): string | undefined {
  return provider && textOf(provider, "name");
}

export function providerHost({ provider }: Pick<ServedModel, "provider">): string | undefined {
  const url = provider && textOf(provider, "baseUrl");
  return url && hostOf(url);
}

/** The expectations of all models and providers of a workspace. */
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
  const unknown = "a value or a provider that is not known here";
  return [
    ...ofModels.map((property) =>
      lineOf(
        property,
        models.map((served) => outcomeFor(served.model, property, served, unknown)),
        "model",
      ),
    ),
    ...ofProviders.map((property) => {
      // A provider without a model here may serve others by its `modelOptions`.
      const providers = room
        .of("ModelProvider")
        .map((provider) =>
          outcomeFor(provider, property, { model: provider, provider }, `${property.key} not known`),
        );
      const lost = models
        .filter(({ provider }) => provider === undefined)
        .map((served) => outcomeFor(served.model, property, served, unknown));
      return lineOf(property, [...providers, ...lost], "provider");
    }),
  ];
}

function outcomeFor(
  object: AccountObject,
  property: ExpectedProperty,
  served: ServedModel,
  unknown: string,
): Outcome {
  const found = `\`${object.name}\` has ${property.shown(served) ?? unknown}`;
  return outcomeOf({ isMet: property.isMet(served), found, ...aboutObject(object) });
}

function lineOf({ key, expected }: ExpectedProperty, all: readonly Outcome[], noun: string): ExpectedLine {
  const found = all.length === 0 ? `there is no ${noun}` : `all ${all.length} have it`;
  return { path: ["models", key], expected, outcome: overall(all, found) };
}
