import { textOf } from "../../account/account-object.js";
import { endWords } from "../../routing/explained/end-words.js";
import type { ExpectedRoute } from "../format.js";
import type { SeenUnder } from "../line-outcome.js";
import {
  boundedProperties,
  type ExpectedProperty,
  providerHost,
  providerName,
  type ServedModel,
  textProperty,
} from "../model-properties.js";
import type { MaybeEnd } from "./routed-room.js";

/** One thing that is expected of a route. */
export interface RouteProperty {
  /** Its key in the file; none for `nowhere`. */
  readonly path: readonly string[];
  readonly expected: string;
  /** What is so if a name ends there. */
  seenAt(end: MaybeEnd, models: ReadonlyMap<string, ServedModel>): SeenUnder;
}

/** All that is expected of a route. */
export function routeProperties(route: ExpectedRoute | "nowhere"): RouteProperty[] {
  if (route === "nowhere") {
    return [nowhere];
  }
  return [
    ...textProperty("model", "model", route.model, ({ model }) => textOf(model, "gatewayName")),
    ...textProperty("name", "name", route.name, ({ model }) => textOf(model, "name")),
    ...textProperty("provider", "provider", route.provider, providerName),
    ...textProperty("host", "host", route.host, providerHost),
    ...textProperty("type", "type", route.type, ({ model }) => textOf(model, "type")),
    ...boundedProperties(route),
  ].map(ofModel);
}

const nowhere: RouteProperty = {
  path: [],
  expected: "nowhere",
  seenAt: (possible) => {
    const isAnswered = answered(possible);
    return {
      ...about(possible),
      isMet: isAnswered === undefined ? undefined : !isAnswered,
      found: where(possible),
    };
  },
};

function ofModel(property: ExpectedProperty): RouteProperty {
  return {
    path: [property.key],
    expected: property.expected,
    seenAt: (possible, models) => {
      const { end } = possible;
      const served = models.get(end?.modelUrn ?? "");
      const value = served && property.shown(served);
      const has = served === undefined ? "" : ` (${value ?? `${property.key}: not known`})`;
      return {
        ...about(possible),
        isMet: served === undefined ? notIfUnanswered(possible) : property.isMet(served),
        found: `${where(possible)}${has}`,
      };
    },
  };
}

/** Whether requests that end there are answered; undefined if that is not known here. */
function answered({ end, blindly }: MaybeEnd): boolean | undefined {
  const isKnown = blindly === undefined && (end === undefined || end.is === "model");
  return isKnown ? end !== undefined : undefined;
}

/** Nothing is met by a name that ends nowhere. */
function notIfUnanswered(possible: MaybeEnd): false | undefined {
  return answered(possible) === false ? false : undefined;
}

function about({ open, end }: MaybeEnd): Pick<SeenUnder, "open" | "urn" | "name"> {
  return { open, urn: end?.byUrn ?? end?.modelUrn, name: end?.by };
}

/** Where a name ends, and what leads it there. */
function where({ end, blindly }: MaybeEnd): string {
  return blindly === undefined
    ? `ends ${endWords(end ?? { is: "nowhere" })}`
    : `the mapping \`${blindly}\` takes it: what that takes is not known here`;
}
