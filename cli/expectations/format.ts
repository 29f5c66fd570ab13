import { isJsonObject, type Json, type JsonObject, jsonIn } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { type Assumption, assumptionNames, assumptions } from "../routing/semantics.js";
import { readPlacedYaml, type YamlPlace } from "../text/yaml-file.js";

const filled = "must not be empty";
const glob = z.string().min(1, filled);
const list = z.array(glob).min(1, filled);
const oneOf = z.union([glob, list]).describe("One value, or a list of allowed values. `*` matches any text.");
const amount = z.number().min(0);
const count = z.int().min(0);

/** Rejects an empty YAML mapping, because it would look like an expectation but always pass. */
function expecting<T extends z.ZodType<object>>(schema: T): T {
  return schema.refine(
    (value) => Object.keys(value).some((key) => key !== "assume"),
    "contains no expectation: add one, or remove this section",
  );
}

const assumption = z.enum(assumptionNames);
const assume = z
  .union([assumption, z.array(assumption).min(1, filled)])
  .refine(
    (names) => !contradicts([names].flat()),
    "contains contradictory assumptions: a gateway behaves in only one of these ways",
  )
  .describe("How the gateway behaves where the API does not specify it.")
  .optional();

function contradicts(names: readonly z.infer<typeof assumption>[]): boolean {
  const rules = [...new Set(names)].flatMap((name) => Object.keys(assumptions[name]));
  return new Set(rules).size < rules.length;
}

const routeFormat = expecting(
  z.strictObject({
    model: oneOf.describe("The gateway name of the model that the name resolves to.").optional(),
    name: oneOf.describe("The model's own name, which is known before the model is created.").optional(),
    provider: oneOf.describe("The name of the model's provider.").optional(),
    host: oneOf.describe("The host to which the provider sends requests.").optional(),
    type: oneOf.describe("The model's type, such as `chat`.").optional(),
    maxInputCost: amount.describe("The maximum `inputCost` of the model.").optional(),
    maxOutputCost: amount.describe("The maximum `outputCost` of the model.").optional(),
    minContextWindow: count.describe("The minimum context window of the model, in tokens.").optional(),
    assume,
  }),
);

const routes = expecting(
  z.record(
    glob,
    z
      .union([z.literal("nowhere"), routeFormat])
      .describe("The model that the name resolves to, or `nowhere` if no model may serve its requests."),
  ),
);

const models = expecting(
  z.strictObject({
    maxInputCost: amount.describe("The maximum `inputCost` of any model.").optional(),
    maxOutputCost: amount.describe("The maximum `outputCost` of any model.").optional(),
    minContextWindow: count.describe("The minimum context window of any model, in tokens.").optional(),
    types: list.describe("The types that models may have.").optional(),
    providers: list.describe("The names that providers may have.").optional(),
    hosts: list.describe("The hosts to which providers may send requests.").optional(),
  }),
);

const environment = z.enum(["PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS"]);
const prompts = z.strictObject({
  require: list.describe("The names of prompts that must exist and be enabled."),
  environments: z
    .array(environment)
    .min(1, filled)
    .describe(
      "Each prompt must apply to all of these environments. A prompt without an environment applies to all of them.",
    )
    .optional(),
});

const people = expecting(
  z.strictObject({
    admins: z.array(glob).describe("The complete list of administrators, excluding the owner.").optional(),
    maxAdmins: count.describe("The maximum number of administrators, excluding the owner.").optional(),
    members: z
      .array(glob)
      .describe("The complete list of people in the workspace, with any role, excluding the owner.")
      .optional(),
    maxMembers: count
      .describe("The maximum number of people in the workspace, excluding the owner.")
      .optional(),
  }),
);

const bounds = { atMost: amount.optional(), atLeast: amount.optional() };
const budget = expecting(z.strictObject(bounds));
const quota = expecting(
  z.strictObject({
    ...bounds,
    period: z.enum(["ROLLING", "CALENDAR"]).optional(),
    windowMinutes: count.describe("The exact window, in minutes.").optional(),
  }),
);

const workspaceFormat = expecting(
  z.strictObject({
    routes: routes
      .describe(
        "Expected routes by requested name. A name with `*` is checked for all known names that match.",
      )
      .optional(),
    models: models.describe("Limits for every model and provider in the workspace.").optional(),
    prompts: prompts.describe("Prompts that must exist and be enabled.").optional(),
    people: people.describe("People and roles, by email address or username.").optional(),
    budget: budget.describe("Limits for the monthly spend cap.").optional(),
    assume,
  }),
);

const routesFormat = expecting(
  z.strictObject({
    workspaces: expecting(z.record(glob, workspaceFormat))
      .describe("Expectations by workspace name. `*` matches any text.")
      .optional(),
    quotas: expecting(z.record(glob, quota))
      .describe("Expected limits by quota name. `*` matches any text.")
      .optional(),
    assume,
  }),
);

export type ExpectedRoutes = z.infer<typeof routes>;
export type ExpectedWorkspace = z.infer<typeof workspaceFormat>;
export type RoutesFile = z.infer<typeof routesFormat>;

export const usualRoutesFile = "gateway-routes.yaml";

/** The expectations file with the position of each line. */
export interface Expectations extends RoutesFile {
  readonly file: string;
  placeOf(path: readonly string[]): YamlPlace;
}

/** Errors include line and column. */
export function readExpectations(text: string, file: string = usualRoutesFile): Expectations {
  const schema = routesJsonSchema();
  const keysAt = (path: readonly PropertyKey[]) => keysOfSchema(schema, path);
  const format = { what: "expectations file", schema: routesFormat, keysAt };
  const { value, placeOf } = readPlacedYaml(text, file, format);
  return { ...value, file, placeOf };
}

/** JSON Schema for editors, published as `gateway-routes.schema.json`. */
export function routesJsonSchema(): JsonObject {
  const schema = jsonIn(JSON.stringify(z.toJSONSchema(routesFormat, { io: "input" })));
  return isJsonObject(schema) ? { title: "gateway-routes.yaml", ...schema } : {};
}

/** Keys that the schema allows at a path. Empty where any key is allowed. */
function keysOfSchema(schema: Json | undefined, path: readonly PropertyKey[]): readonly string[] {
  if (!isJsonObject(schema)) {
    return [];
  }
  const { anyOf, properties, additionalProperties } = schema;
  if (Array.isArray(anyOf)) {
    return anyOf.flatMap((form) => keysOfSchema(form, path));
  }
  const [first, ...rest] = path;
  const keys = isJsonObject(properties) ? properties : {};
  return first === undefined
    ? Object.keys(keys)
    : keysOfSchema(keys[String(first)] ?? additionalProperties, rest);
}

/**
 * `depends`: the API document allows several interpretations, and the expectation is met only under some of
 * them. `unknown`: the facts are not available. Only `met` passes.
 */
type ExpectationStatus = "met" | "unmet" | "depends" | "unknown";

export interface Outcome {
  readonly status: ExpectationStatus;
  /** A sentence without the final period. */
  readonly found: string;
  /** Open questions of the API that the result depends on, in words. */
  readonly depends: readonly string[];
  /** Assumptions that would settle the open questions. Empty if there are none. */
  readonly settledBy: readonly Assumption[];
  /** The resource that the line is about, such as the deciding mapping, a prompt, or a budget. */
  readonly urn?: string | undefined;
  readonly name?: string | undefined;
}

export interface ExpectedLine {
  /** The line's keys below the workspace. */
  readonly path: readonly string[];
  readonly expected: string;
  readonly outcome: Outcome;
}

export interface Seen extends Pick<Outcome, "found" | "urn" | "name"> {
  /** Undefined if unknown. */
  readonly isMet: boolean | undefined;
}

export function outcomeOf({ isMet, found, urn, name }: Seen): Outcome {
  const status = isMet === undefined ? "unknown" : isMet ? "met" : "unmet";
  return { status, found, urn, name, depends: [], settledBy: [] };
}

const severity: readonly ExpectationStatus[] = ["met", "depends", "unknown", "unmet"];

/** Keeps the worst outcome of all objects, or `none`. `allMet` is the text if all meet the expectation. */
export function lineOf(
  path: readonly string[],
  expected: string,
  outcomes: readonly Outcome[],
  {
    allMet,
    none = { isMet: true, found: allMet ?? "" },
  }: { readonly allMet?: string | undefined; readonly none?: Seen } = {},
): ExpectedLine {
  const ranked = outcomes.toSorted((a, b) => severity.indexOf(b.status) - severity.indexOf(a.status));
  const worst = ranked[0] ?? outcomeOf(none);
  const isAllMet = ranked[0]?.status === "met" && allMet !== undefined;
  return { path, expected, outcome: isAllMet ? outcomeOf({ isMet: true, found: allMet }) : worst };
}

export function orWords(texts: readonly string[]): string {
  return texts.map((text) => `\`${text}\``).join(" or ");
}

export function boundsIn(bounds: z.infer<typeof budget>) {
  return (["atMost", "atLeast"] as const).flatMap((key) => {
    const [bound, isMost] = [bounds[key], key === "atMost"];
    const allows = (value: number) => bound === undefined || (isMost ? value <= bound : value >= bound);
    return bound === undefined ? [] : { key, words: isMost ? "at most" : "at least", bound, allows };
  });
}
