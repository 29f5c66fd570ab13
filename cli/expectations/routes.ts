import { textOf } from "../account/account-object.js";
import { endWords } from "../routing/explain.js";
import { type Destination, routeFinder, workspacesOf } from "../routing/route.js";
import { type Assumption, openSemantics, openUntilUp, settledBy } from "../routing/semantics.js";
import { routedSetup } from "../routing/setup.js";
import { fits } from "../text/yaml-file.js";
import {
  type ExpectedLine,
  type ExpectedRoutes,
  lineOf,
  type Outcome,
  outcomeOf,
  type Seen,
} from "./format.js";
import {
  boundedProperties,
  type ExpectedProperty,
  providerHost,
  providerName,
  type ServedModel,
  servedModels,
  textProperty,
  type WorkspaceView,
} from "./lines.js";

export function routeLines(
  expected: ExpectedRoutes,
  view: WorkspaceView,
  assumed: readonly Assumption[],
): ExpectedLine[] {
  const models = servedModels(view);
  const known = new Map<string, RoutedWorkspace>();
  return Object.entries(expected).flatMap(([form, expectedRoute]) => {
    const own = expectedRoute === "nowhere" ? [] : [expectedRoute.assume ?? []].flat();
    const key = JSON.stringify(own);
    const routed = known.get(key) ?? routedWorkspace(view, [...assumed, ...own]);
    known.set(key, routed);
    const names = namesOf(form, expectedRoute === "nowhere", routed, Object.keys(expected));
    const ends = names.map((name) => ({ name, ends: routed.endsOf(name) }));
    return propertiesOf(expectedRoute).map(({ path, expected, seen }) => {
      const outcomes = ends.map(({ name, ends: [main, ...others] }) => {
        const outcome = settle(
          seen(main, models),
          others.map((end) => ({ ...seen(end, models), open: end.open })),
        );
        return name === form ? outcome : { ...outcome, found: `\`${name}\` ${outcome.found}` };
      });
      return lineOf(["routes", form, ...path], expected, outcomes, {
        allMet: outcomes.length > 1 ? `true for all ${outcomes.length} known names that match` : undefined,
        none: { isMet: false, found: "no known name matches, so nothing was checked" },
      });
    });
  });
}

/**
 * A name with `*` covers the known names that match it, and examples for every pattern. Names that have their
 * own line are omitted. `nowhere` is also tested with made-up names.
 */
function namesOf(
  form: string,
  isNowhere: boolean,
  routed: RoutedWorkspace,
  lines: readonly string[],
): string[] {
  if (!form.includes("*")) {
    return [form];
  }
  const known = routed.knownNames.filter((name) => fits(form, name));
  const derived = routed.patterns.flatMap(({ text, matches }) => filledForms(form, text).filter(matches));
  const own = new Set(lines);
  const names = [...known, ...derived].filter((name) => !own.has(name));
  return [...new Set([...names, ...(isNowhere ? filledForms(form) : [])])];
}

function filledForms(form: string, text = ""): string[] {
  const parts = text.match(/[\p{L}\p{N}._/-]+/gu) ?? [];
  return ["", "x", ...parts].map((filling) => form.replaceAll("*", filling));
}

interface PossibleEnd {
  /** The open question. Undefined for the main semantics. */
  readonly open?: string;
  /** Undefined if nothing matches the name. */
  readonly end: Destination | undefined;
  /** A mapping that may match the name and take precedence. */
  readonly unseen?: string;
}

type RoutedWorkspace = ReturnType<typeof routedWorkspace>;

export function routedWorkspace(view: WorkspaceView, assumed: readonly Assumption[] = []) {
  const workspace = view.key;
  const setup = routedSetup([...view.of("Model"), ...view.of("Mapping")]);
  const models = setup.models.map((model) => ({ ...model, workspace }));
  const mappings = setup.mappings.map((mapping) => ({ ...mapping, workspace }));
  const here = workspacesOf({ models, mappings, workspaces: {} })(workspace);
  const finder = routeFinder(here, openSemantics(assumed));
  return {
    /** The destination under the main semantics comes first. */
    endsOf: (name: string): readonly [PossibleEnd, ...PossibleEnd[]] => {
      const { end, otherwise } = finder.find(name);
      const others = otherwise.map(
        (other): PossibleEnd =>
          other.open === openUntilUp ? { end: undefined, unseen: other.end?.by ?? "" } : other,
      );
      return [{ end }, ...others];
    },
    /** Gateway names of the models and source names of the mappings, enabled or not. */
    knownNames: [
      ...models.flatMap(({ gatewayName }) => gatewayName ?? []),
      ...mappings.flatMap(({ isPattern, sourceName }) => (isPattern ? [] : (sourceName ?? []))),
    ],
    patterns: mappings
      .filter(({ isPattern, enabled }) => isPattern && enabled !== false)
      .map((mapping) => ({
        text: mapping.sourceName ?? "",
        matches: (name: string) => finder.router.matches(mapping, name) === true,
      })),
  };
}

function settle(main: Seen, others: readonly (Seen & { readonly open: string | undefined })[]): Outcome {
  const { isMet, found } = main;
  const outcome = outcomeOf(main);
  const differing = others.filter((other) => other.isMet !== isMet);
  const [first] = differing;
  if (isMet === undefined || first === undefined) {
    return outcome;
  }
  const unseen = differing.find((other) => other.isMet === undefined && other.open === undefined);
  if (isMet && unseen !== undefined) {
    return { ...outcome, status: "unknown", found: `${found}, unless ${unseen.found}` };
  }
  if (!isMet && !differing.some((other) => other.isMet)) {
    return outcome;
  }
  const depends = [...new Set(differing.flatMap(({ open }) => open ?? []))];
  const assumptions = [...new Set(depends.flatMap(settledBy))];
  const either = `${found}; otherwise ${first.found}`;
  return { ...outcome, status: "depends", found: either, depends, settledBy: assumptions };
}

interface RouteProperty {
  /** The property's key in the file. Empty for `nowhere`. */
  readonly path: readonly string[];
  readonly expected: string;
  seen(end: PossibleEnd, models: ReadonlyMap<string, ServedModel>): Seen;
}

function propertiesOf(expected: ExpectedRoutes[string]): RouteProperty[] {
  if (expected === "nowhere") {
    const seen = (possible: PossibleEnd) => {
      const answered = isAnswered(possible);
      return seenAt(possible, answered === undefined ? undefined : !answered);
    };
    return [{ path: [], expected: "nowhere", seen }];
  }
  return [
    ...textProperty("model", "model", expected.model, ({ model }) => textOf(model, "gatewayName")),
    ...textProperty("name", "name", expected.name, ({ model }) => textOf(model, "name")),
    ...textProperty("provider", "provider", expected.provider, providerName),
    ...textProperty("host", "host", expected.host, providerHost),
    ...textProperty("type", "type", expected.type, ({ model }) => textOf(model, "type")),
    ...boundedProperties(expected),
  ].map(ofModel);
}

function ofModel({ key, expected, judge }: ExpectedProperty): RouteProperty {
  return {
    path: [key],
    expected,
    seen: (possible, models) => {
      const served = models.get(possible.end?.modelUrn ?? "");
      if (served === undefined) {
        // A name that resolves to nothing meets no expectation.
        return seenAt(possible, isAnswered(possible) === false ? false : undefined);
      }
      const { isMet, shown } = judge(served);
      return seenAt(possible, isMet, ` (${shown ?? `${key}: unknown`})`);
    },
  };
}

function isAnswered({ end, unseen }: PossibleEnd): boolean | undefined {
  const isKnown = unseen === undefined && (end === undefined || end.is === "model");
  return isKnown ? end !== undefined : undefined;
}

function seenAt({ end, unseen }: PossibleEnd, isMet: boolean | undefined, value = ""): Seen {
  const found =
    unseen === undefined
      ? `resolves to ${endWords(end)}${value}`
      : `the mapping \`${unseen}\` matches the name (unknown here)`;
  return { isMet, found, urn: end?.byUrn ?? end?.modelUrn, name: end?.by };
}
