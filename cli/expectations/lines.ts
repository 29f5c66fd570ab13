import { howMany, isJsonObject } from "pulumi-workspace-gateway/tools";
import {
  type AccountObject,
  amountOf,
  flagOf,
  hostOf,
  isHiddenIn,
  knownValue,
  textOf,
} from "../account/account-object.js";
import { fits } from "../text/yaml-file.js";
import {
  aboutObject,
  boundsIn,
  type ExpectedLine,
  type ExpectedWorkspace,
  fitsOne,
  isInBounds,
  type Outcome,
  orWords,
  outcomeOf,
  overall,
  type RoutesFile,
  worst,
} from "./format.js";

/** The bounds of a workspace's spend cap. */
export function budgetLines(
  expected: NonNullable<ExpectedWorkspace["budget"]>,
  view: WorkspaceView,
): ExpectedLine[] {
  return boundsIn(expected).map(({ key, words, bound }) => {
    const all = view.of("Budget").map((budget) => {
      const value = amountOf(budget, "budget");
      const found = value === undefined ? "the budget is not known" : `the budget is ${value}`;
      return outcomeOf({ isMet: isInBounds({ [key]: bound }, value), found, ...aboutObject(budget) });
    });
    const outcome = worst(all) ?? outcomeOf({ isMet: undefined, found: "no budget is known here" });
    return { path: ["budget", key], expected: `a budget of ${words} ${bound}`, outcome };
  });
}

/** The expectations of all quotas of a name. */
export function quotaLines(
  glob: string,
  expected: NonNullable<RoutesFile["quotas"]>[string],
  all: readonly AccountObject[],
): ExpectedLine[] {
  const matching = all.filter((quota) => fits(glob, quotaName(quota) ?? glob));
  const bounds = boundsIn(expected).map(({ key, words, bound }) => ({
    ...{ key, field: "maxRequests", expected: `${words} ${howMany(bound, "request")}` },
    isMet: (value: unknown) => (typeof value === "number" ? isInBounds({ [key]: bound }, value) : undefined),
    shown: (value: unknown) => howMany(Number(value), "request"),
  }));
  const equal = (["period", "windowMinutes"] as const).map((field) => ({
    ...{ key: field, field, expected: `${field} ${expected[field]}` },
    isMet: (value: unknown) => value === expected[field],
    shown: (value: unknown) => `${field} ${value}`,
  }));
  const properties = [...bounds, ...equal.filter(({ field }) => expected[field] !== undefined)];
  return properties.map(({ key, field, expected: words, isMet, shown }): ExpectedLine => {
    const outcomes = matching.map((quota) => {
      const value = knownValue(quota, field);
      const found = `\`${quota.name}\` has ${value === undefined ? "a value that is not known" : shown(value)}`;
      const isKnown = value !== undefined && quotaName(quota) !== undefined;
      return outcomeOf({ isMet: isKnown ? isMet(value) : undefined, found, ...aboutObject(quota) });
    });
    const outcome = worst(outcomes) ?? outcomeOf({ isMet: false, found: "no quota has such a name" });
    return { path: [key], expected: words, outcome };
  });
}

/** Its name, or the name by which a program finds it. */
function quotaName(quota: AccountObject): string | undefined {
  const match = knownValue(quota, "match");
  const found = isJsonObject(match) ? match.name : undefined;
  const name = textOf(quota, "name") ?? found;
  return typeof name === "string" ? name : undefined;
}

/** The prompts that have to be in force in a workspace. */
export function promptLines(
  expected: NonNullable<ExpectedWorkspace["prompts"]>,
  view: WorkspaceView,
): ExpectedLine[] {
  const { require, environments } = expected;
  const prompts = view.of("Prompt");
  return require.map((name, at): ExpectedLine => {
    const outcomes = (environments ?? [undefined]).map((environment) => inForce(name, prompts, environment));
    const words = environments === undefined ? "" : ` for ${environments.join(" and ")}`;
    return {
      path: ["prompts", "require", String(at)],
      expected: `the prompt \`${name}\`${words}`,
      outcome: worst(outcomes) ?? outcomeOf({ isMet: undefined, found: "nothing is known" }),
    };
  });
}

/** Whether one of the prompts is in force. A prompt whose name is not known may be the expected one. */
function inForce(name: string, prompts: readonly AccountObject[], environment: string | undefined): Outcome {
  const called = prompts.filter((prompt) => fits(name, textOf(prompt, "name") ?? ""));
  const seen = called.map((prompt) => ({ prompt, ...promptState(prompt, environment) }));
  const best = seen.find(({ isMet }) => isMet) ?? seen.find(({ isMet }) => isMet === undefined) ?? seen[0];
  if (best === undefined) {
    const isOpen = prompts.some((prompt) => textOf(prompt, "name") === undefined);
    return outcomeOf({ isMet: isOpen ? undefined : false, found: `there is no prompt \`${name}\`` });
  }
  const where = environment === undefined ? "" : ` for ${environment}`;
  const found = `\`${best.prompt.name}\` ${best.words}${where}`;
  return outcomeOf({ isMet: best.isMet, found, ...aboutObject(best.prompt) });
}

/** As in the review's rules, a prompt without `enabled` is enabled, and one without an environment is for all. */
function promptState(
  prompt: AccountObject,
  environment: string | undefined,
): { isMet: boolean | undefined; words: string } {
  if (isHiddenIn(prompt, "enabled") || isHiddenIn(prompt, "environment")) {
    return { isMet: undefined, words: "says only during the `up` whether it is in force" };
  }
  if (flagOf(prompt, "enabled") === false) {
    return { isMet: false, words: "is switched off" };
  }
  const own = textOf(prompt, "environment");
  const isFor = environment === undefined || own === undefined || own === environment;
  return { isMet: isFor, words: isFor ? "is in force" : `is for ${own}, and not` };
}

/** A person of a workspace, with all names that the program and the gateway have for them. */
interface Person {
  readonly member: AccountObject;
  readonly called: readonly string[];
  readonly role: string | undefined;
}

/** People of a workspace; `isOne` is undefined for a person who may belong to them. */
interface Group {
  readonly people: readonly Person[];
  isOne(person: Person): true | undefined;
}

export function peopleLines(
  expected: NonNullable<ExpectedWorkspace["people"]>,
  view: WorkspaceView,
): ExpectedLine[] {
  const { admins, maxAdmins, members, maxMembers } = expected;
  // The API assigns ADMIN and MEMBER alone (its section "Member"): the owner is there anyway.
  const people = view
    .of("Member")
    .map((member) => ({ member, called: memberNames(member), role: textOf(member, "role") }))
    .filter(({ role }) => role !== "OWNER");
  const all: Group = { people, isOne: () => true };
  const administrators: Group = {
    people: people.filter(({ role }) => role !== "MEMBER"),
    isOne: ({ role }) => role === "ADMIN" || undefined,
  };
  return [
    ...listed("admins", "the administrators", admins, administrators),
    ...counted("maxAdmins", "administrators", maxAdmins, administrators),
    ...listed("members", "the people", members, all),
    ...counted("maxMembers", "people", maxMembers, all),
  ];
}

/** All names of a person, the best known first. */
export function memberNames(member: AccountObject): string[] {
  const user = knownValue(member, "user");
  const shown = isJsonObject(user) ? [user.email, user.username, user.id] : [];
  const selected = ["email", "username", "userId"].map((field) => textOf(member, field));
  return [...new Set([...selected, ...shown].filter((name) => typeof name === "string"))];
}

function listed(
  key: string,
  noun: string,
  patterns: readonly string[] | undefined,
  { people, isOne }: Group,
): ExpectedLine[] {
  if (patterns === undefined) {
    return [];
  }
  const others = people.map((person) => {
    const { called, member } = person;
    const isListed = called.some((name) => patterns.some((pattern) => fits(pattern, name)));
    const isMet = isListed || (called.length === 0 || isOne(person) === undefined ? undefined : false);
    return outcomeOf({ isMet, found: `${personName(person)} is one, too`, ...aboutObject(member) });
  });
  const missing = patterns
    .filter((pattern) => !pattern.includes("*"))
    .map((name) => {
      const same = people.filter(({ called }) => called.includes(name));
      const isOpen = same.length > 0 || people.some(({ called }) => called.length === 0);
      const isMet = same.some((person) => isOne(person) === true) || (isOpen ? undefined : false);
      return outcomeOf({ isMet, found: `\`${name}\` is none` });
    });
  const expected = patterns.length === 0 ? `${noun}: nobody` : `${noun}: ${orWords(patterns)}`;
  const found = people.length === 0 ? "nobody is one" : people.map(personName).join(", ");
  return [{ path: ["people", key], expected, outcome: overall([...others, ...missing], found) }];
}

function counted(key: string, noun: string, most: number | undefined, group: Group): ExpectedLine[] {
  if (most === undefined) {
    return [];
  }
  const { people, isOne } = group;
  const sure = people.filter((person) => isOne(person) === true);
  const isMet = people.length <= most || (sure.length > most ? false : undefined);
  const names = people.map(personName).join(", ");
  const found = people.length === 0 ? "there is none" : `${people.length}: ${names}`;
  return [
    { path: ["people", key], expected: `at most ${most} ${noun}`, outcome: outcomeOf({ isMet, found }) },
  ];
}

function personName({ called, member }: Person): string {
  return `\`${called[0] ?? member.name}\``;
}

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
export function servedModels(view: WorkspaceView): Map<string, ServedModel> {
  const byMark = new Map(
    view.of("ModelProvider").flatMap((each) => [each.urn, each.id].map((mark) => [mark, each])),
  );
  return new Map(
    view.of("Model").map((model) => {
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
export function modelLines(
  expected: NonNullable<ExpectedWorkspace["models"]>,
  view: WorkspaceView,
): ExpectedLine[] {
  const models = [...servedModels(view).values()];
  const ofModels = [
    ...boundedProperties(expected),
    ...textProperty("types", "type", expected.types, ({ model }) => textOf(model, "type")),
  ];
  const ofProviders = [
    ...textProperty("providers", "provider", expected.providers, providerName),
    ...textProperty("hosts", "host", expected.hosts, providerHost),
  ];
  const unknown = "a value or a provider that is not known here";
  const judge = (property: ExpectedProperty) => (served: ServedModel) =>
    outcomeFor(served.model, property, served, unknown);
  return [
    ...ofModels.map((property) => lineOf(property, models.map(judge(property)), "model")),
    ...ofProviders.map((property) => {
      // A provider without a model here may serve others by its `modelOptions`.
      const providers = view.of("ModelProvider").map((provider) => {
        const served = { model: provider, provider };
        return outcomeFor(provider, property, served, `${property.key} not known`);
      });
      const lost = models.filter(({ provider }) => provider === undefined).map(judge(property));
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

/** What an account has, as far as it is known. */
export interface Observed {
  readonly objects: readonly AccountObject[];
  /** The kinds whose lists could not be read, by name, each with the reason. */
  readonly unread?: ReadonlyMap<string, string>;
  /** The workspaces of which all models and providers are among the objects: ids, or URNs of new ones. */
  readonly whole?: ReadonlySet<string>;
}

/** A workspace with all that is in it. */
export interface WorkspaceView {
  /** The text that all its objects are routed by. */
  readonly key: string;
  /** Its name; its id or the name of its resource, if nobody knows it. */
  readonly name: string;
  readonly isNameKnown: boolean;
  /** The resource of the workspace. Undefined if only its id is known. */
  readonly urn: string | undefined;
  /** The gateway's id. Undefined while it is not known. */
  readonly id: string | undefined;
  of(kind: string): readonly AccountObject[];
}

/** All workspaces of an account, also those of which only their id is known. */
export function workspaceViews({ objects }: Observed): WorkspaceView[] {
  const workspaces = workspacesOf(objects);
  const byMark = new Map(
    workspaces.flatMap((each) =>
      [each.urn, ...(each.id === undefined ? [] : [each.id])].map((mark) => [mark, each]),
    ),
  );
  const keyOf = (object: AccountObject): string | undefined => {
    const marks = [textOf(object, "workspaceId"), ...(object.from?.workspaceId ?? [])];
    const known = marks.find((mark) => byMark.has(mark ?? ""));
    return byMark.get(known ?? "")?.urn ?? marks.find((mark) => mark !== undefined);
  };
  const inside = Map.groupBy(
    objects.filter(({ kind }) => kind !== "Workspace"),
    keyOf,
  );
  const keys = new Set([...workspaces.map(({ urn }) => urn), ...inside.keys()]);
  return [...keys].flatMap((key) => {
    if (key === undefined) {
      return []; // what belongs to the account, such as a quota
    }
    const workspace = byMark.get(key);
    const name = workspace && textOf(workspace, "name");
    const kinds = Map.groupBy(inside.get(key) ?? [], ({ kind }) => kind);
    return [
      {
        key,
        name: name ?? workspace?.name ?? key,
        isNameKnown: name !== undefined,
        urn: workspace?.urn,
        id: workspace === undefined ? key : workspace.id,
        of: (kind: string) => kinds.get(kind) ?? [],
      },
    ];
  });
}

/** A workspace that a program makes, and also reads (`X.get`), is one: what makes it counts. */
function workspacesOf(objects: readonly AccountObject[]): AccountObject[] {
  const all = objects.filter(({ kind }) => kind === "Workspace");
  const made = all.filter(({ isOnlyRead }) => !isOnlyRead);
  const read = all.filter(({ isOnlyRead }) => isOnlyRead);
  return [...new Map([...read, ...made].map((each) => [each.id ?? each.urn, each])).values()];
}
