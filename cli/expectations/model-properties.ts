import { type AccountObject, amountOf, textOf } from "../account/account-object.js";
import { fitsOne, isInBounds, orWords } from "./lines/line.js";
import type { Room } from "./workspace-room.js";

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
  /** What the model has, in words; undefined if it is not known. */
  shown(served: ServedModel): string | undefined;
  /** Undefined if it is not known. */
  isMet(served: ServedModel): boolean | undefined;
}

/** What the file may expect of a model, wherever it does so. */
export interface ModelBounds {
  readonly maxInputCost?: number | undefined;
  readonly maxOutputCost?: number | undefined;
  readonly minContextWindow?: number | undefined;
}

/** The properties with a bound that are expected. */
export function boundedProperties(expected: ModelBounds): ExpectedProperty[] {
  const { maxInputCost, maxOutputCost, minContextWindow } = expected;
  return [
    ...bounded("maxInputCost", "inputCost", { atMost: maxInputCost }),
    ...bounded("maxOutputCost", "outputCost", { atMost: maxOutputCost }),
    ...bounded("minContextWindow", "contextWindow", { atLeast: minContextWindow }),
  ];
}

function bounded(key: string, field: string, bounds: Parameters<typeof isInBounds>[0]): ExpectedProperty[] {
  const { atMost, atLeast } = bounds;
  const bound = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
  return (atMost ?? atLeast) === undefined
    ? []
    : [
        {
          key,
          expected: `${field} ${bound}`,
          shown: ({ model }) => shown(field, amountOf(model, field)),
          isMet: ({ model }) => isInBounds(bounds, amountOf(model, field)),
        },
      ];
}

/** A property that is one of some texts. */
export function textProperty(
  key: string,
  what: string,
  patterns: string | readonly string[] | undefined,
  textIn: (served: ServedModel) => string | undefined,
): ExpectedProperty[] {
  const texts = patterns === undefined ? [] : [patterns].flat();
  return texts.length === 0
    ? []
    : [
        {
          key,
          expected: `${what} ${orWords(texts)}`,
          shown: (served) => shown(what, textIn(served)),
          isMet: (served) => fitsOne(texts, textIn(served)),
        },
      ];
}

function shown(what: string, value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : `${what} \`${value}\``;
}

/** The models of a workspace, by their URNs. */
export function servedModels(room: Room): Map<string, ServedModel> {
  const providers = room.of("ModelProvider");
  const byMark = new Map(providers.flatMap((each) => [[each.urn, each] as const, [each.id, each] as const]));
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

/** The host that a provider sends requests to. */
export function providerHost({ provider }: Pick<ServedModel, "provider">): string | undefined {
  const url = provider && textOf(provider, "baseUrl");
  return url !== undefined && URL.canParse(url) ? new URL(url).host : url;
}
