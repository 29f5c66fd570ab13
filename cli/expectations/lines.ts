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
  boundsIn,
  type ExpectedLine,
  type ExpectedWorkspace,
  lineOf,
  type Outcome,
  orWords,
  outcomeOf,
  type RoutesFile,
} from "./format.js";

export function budgetLines(
  expected: NonNullable<ExpectedWorkspace["budget"]>,
  view: WorkspaceView,
): ExpectedLine[] {
  return boundsIn(expected).map(({ key, words, bound, allows }) => {
    const outcomes = view.of("Budget").map(({ urn, name, ...budget }) => {
      const value = amountOf(budget, "budget");
      const found = value === undefined ? "the budget is unknown" : `the budget is ${value}`;
      return outcomeOf({ isMet: value === undefined ? undefined : allows(value), found, urn, name });
    });
    const none = { isMet: undefined, found: "no budget is known" };
    return lineOf(["budget", key], `a budget of ${words} ${bound}`, outcomes, { none });
  });
}

export function quotaLines(
  glob: string,
  expected: NonNullable<RoutesFile["quotas"]>[string],
  all: readonly AccountObject[],
): ExpectedLine[] {
  const matching = all.filter((quota) => fits(glob, quotaName(quota) ?? glob));
  const bounds = boundsIn(expected).map(({ key, words, bound, allows }) => ({
    ...{ key, field: "maxRequests", expected: `${words} ${howMany(bound, "request")}` },
    isMet: (value: unknown) => (typeof value === "number" ? allows(value) : undefined),
    shown: (value: unknown) => howMany(Number(value), "request"),
  }));
  const equal = (["period", "windowMinutes"] as const)
    .filter((field) => expected[field] !== undefined)
    .map((field) => ({
      ...{ key: field, field, expected: `${field} ${expected[field]}` },
      isMet: (value: unknown) => value === expected[field],
      shown: (value: unknown) => `${field} ${value}`,
    }));
  return [...bounds, ...equal].map(({ key, field, expected: words, isMet, shown }) => {
    const outcomes = matching.map((quota) => {
      const value = knownValue(quota, field);
      const found = `\`${quota.name}\` has ${value === undefined ? "an unknown value" : shown(value)}`;
      const isKnown = value !== undefined && quotaName(quota) !== undefined;
      return outcomeOf({
        isMet: isKnown ? isMet(value) : undefined,
        found,
        urn: quota.urn,
        name: quota.name,
      });
    });
    return lineOf([key], words, outcomes, { none: { isMet: false, found: "no quota matches this name" } });
  });
}

/** The quota's name, or the name by which the program matches an existing quota. */
function quotaName(quota: AccountObject): string | undefined {
  const match = knownValue(quota, "match");
  const selected = isJsonObject(match) ? match.name : undefined;
  const name = textOf(quota, "name") ?? selected;
  return typeof name === "string" ? name : undefined;
}

export function promptLines(
  { require, environments }: NonNullable<ExpectedWorkspace["prompts"]>,
  view: WorkspaceView,
): ExpectedLine[] {
  const prompts = view.of("Prompt");
  const words = environments === undefined ? "" : ` for ${environments.join(" and ")}`;
  return require.map((name, at) => {
    const outcomes = (environments ?? [undefined]).map((environment) => inForce(name, prompts, environment));
    return lineOf(["prompts", "require", String(at)], `the prompt \`${name}\`${words}`, outcomes);
  });
}

/** A prompt whose name is unknown may be the expected one. */
function inForce(glob: string, prompts: readonly AccountObject[], environment: string | undefined): Outcome {
  const states = prompts
    .filter((prompt) => fits(glob, textOf(prompt, "name") ?? ""))
    .map((prompt) => ({ prompt, ...promptState(prompt, environment) }));
  const best =
    states.find(({ isMet }) => isMet) ?? states.find(({ isMet }) => isMet === undefined) ?? states[0];
  if (best === undefined) {
    const isOpen = prompts.some((prompt) => textOf(prompt, "name") === undefined);
    return outcomeOf({ isMet: isOpen ? undefined : false, found: `no prompt matches \`${glob}\`` });
  }
  const { urn, name } = best.prompt;
  return outcomeOf({ isMet: best.isMet, found: `\`${name}\` ${best.words}`, urn, name });
}

/** A prompt without `enabled` is enabled, and one without an environment applies to all environments. */
function promptState(
  prompt: AccountObject,
  environment: string | undefined,
): { isMet: boolean | undefined; words: string } {
  const where = environment === undefined ? "" : ` for ${environment}`;
  if (isHiddenIn(prompt, "enabled") || isHiddenIn(prompt, "environment")) {
    return { isMet: undefined, words: `may be enabled${where}, but this is known only during the \`up\`` };
  }
  if (flagOf(prompt, "enabled") === false) {
    return { isMet: false, words: "is disabled" };
  }
  const own = textOf(prompt, "environment");
  const isFor = environment === undefined || own === undefined || own === environment;
  return { isMet: isFor, words: isFor ? `is enabled${where}` : `applies to ${own}, not to ${environment}` };
}

type Person = ReturnType<typeof peopleIn>[number];

/** `isOne` returns undefined for a person who may belong to the group. */
interface Group {
  readonly people: readonly Person[];
  isOne(person: Person): true | undefined;
}

/** The API assigns only the roles ADMIN and MEMBER (API section "Member"). The owner is always present. */
function peopleIn(view: WorkspaceView) {
  return view
    .of("Member")
    .map((member) => ({ member, names: memberNames(member), role: textOf(member, "role") }))
    .filter(({ role }) => role !== "OWNER");
}

export function peopleLines(
  { admins, maxAdmins, members, maxMembers }: NonNullable<ExpectedWorkspace["people"]>,
  view: WorkspaceView,
): ExpectedLine[] {
  const people = peopleIn(view);
  const all: Group = { people, isOne: () => true };
  const administrators: Group = {
    people: people.filter(({ role }) => role !== "MEMBER"),
    isOne: ({ role }) => role === "ADMIN" || undefined,
  };
  return [
    admins && listed("admins", "the administrators", admins, administrators),
    maxAdmins !== undefined && counted("maxAdmins", "administrators", maxAdmins, administrators),
    members && listed("members", "the people", members, all),
    maxMembers !== undefined && counted("maxMembers", "people", maxMembers, all),
  ].filter((line) => typeof line === "object");
}

/** The most recognizable name comes first. */
export function memberNames(member: AccountObject): string[] {
  const user = knownValue(member, "user");
  const shown = isJsonObject(user) ? [user.email, user.username, user.id] : [];
  const selected = ["email", "username", "userId"].map((field) => textOf(member, field));
  return [...new Set([...selected, ...shown].filter((name) => typeof name === "string"))];
}

function listed(key: string, noun: string, globs: readonly string[], { people, isOne }: Group): ExpectedLine {
  const others = people.map((person) => {
    const { names, member } = person;
    const isListed = names.some((name) => globs.some((glob) => fits(glob, name)));
    const isMet = isListed || (names.length === 0 || isOne(person) === undefined ? undefined : false);
    return outcomeOf({
      isMet,
      found: `${personName(person)} is not in the list`,
      urn: member.urn,
      name: member.name,
    });
  });
  const missing = globs
    .filter((glob) => !glob.includes("*"))
    .map((name) => {
      const same = people.filter(({ names }) => names.includes(name));
      const isOpen = same.length > 0 || people.some(({ names }) => names.length === 0);
      const isMet = same.some((person) => isOne(person)) || (isOpen ? undefined : false);
      return outcomeOf({ isMet, found: `\`${name}\` is missing` });
    });
  const expected = globs.length === 0 ? `${noun}: none` : `${noun}: ${orWords(globs)}`;
  const found = people.length === 0 ? "there are none" : people.map(personName).join(", ");
  return lineOf(["people", key], expected, [...others, ...missing], { allMet: found });
}

function counted(key: string, noun: string, most: number, { people, isOne }: Group): ExpectedLine {
  const sure = people.filter((person) => isOne(person));
  const isMet = people.length <= most || (sure.length > most ? false : undefined);
  const names = people.map(personName).join(", ");
  const found = people.length === 0 ? "there are none" : `${people.length}: ${names}`;
  return lineOf(["people", key], `at most ${most} ${noun}`, [outcomeOf({ isMet, found })]);
}

function personName({ names, member }: Person): string {
  return `\`${names[0] ?? member.name}\``;
}

export interface ServedModel {
  readonly model: AccountObject;
  readonly provider: AccountObject | undefined;
}

export interface ExpectedProperty {
  readonly key: string;
  readonly expected: string;
  /** Both result fields are undefined if the value is unknown. */
  judge(served: ServedModel): ReturnType<typeof judged>;
}

function judged<T extends string | number>(
  noun: string,
  value: T | undefined,
  allows: (value: T) => boolean,
) {
  const isKnown = value !== undefined;
  return {
    isMet: isKnown ? allows(value) : undefined,
    shown: isKnown ? `${noun} \`${value}\`` : undefined,
  };
}

export function boundedProperties(
  expected: Pick<
    NonNullable<ExpectedWorkspace["models"]>,
    "maxInputCost" | "maxOutputCost" | "minContextWindow"
  >,
): ExpectedProperty[] {
  const fields = [
    { key: "maxInputCost", field: "inputCost", bounds: { atMost: expected.maxInputCost } },
    { key: "maxOutputCost", field: "outputCost", bounds: { atMost: expected.maxOutputCost } },
    { key: "minContextWindow", field: "contextWindow", bounds: { atLeast: expected.minContextWindow } },
  ];
  return fields.flatMap(({ key, field, bounds }) =>
    boundsIn(bounds).map(({ words, bound, allows }) => ({
      key,
      expected: `${field} ${words} ${bound}`,
      judge: ({ model }) => judged(field, amountOf(model, field), allows),
    })),
  );
}

export function textProperty(
  key: string,
  noun: string,
  globs: string | readonly string[] | undefined,
  textIn: (served: ServedModel) => string | undefined,
): ExpectedProperty[] {
  const texts = globs === undefined ? [] : [globs].flat();
  const judge = (served: ServedModel) =>
    judged(noun, textIn(served), (text) => texts.some((glob) => fits(glob, text)));
  return texts.length === 0 ? [] : [{ key, expected: `${noun} ${orWords(texts)}`, judge }];
}

/** Keyed by URN. */
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
  const line = ({ key, expected: words }: ExpectedProperty, all: readonly Outcome[], noun: string) =>
    lineOf(["models", key], words, all, {
      allMet: all.length > 1 ? `true for all ${all.length}` : undefined,
      none: { isMet: true, found: `there is no ${noun}` },
    });
  return [
    ...ofModels.map((property) =>
      line(
        property,
        models.map((served) => servedOutcome(property, served)),
        "model",
      ),
    ),
    ...ofProviders.map((property) => {
      // A provider without a model in this workspace may serve other models through its `modelOptions`.
      const providers = view.of("ModelProvider").map((provider) => {
        return servedOutcome(property, { model: provider, provider }, `unknown ${property.key}`);
      });
      const lost = models.filter(({ provider }) => provider === undefined);
      return line(property, [...providers, ...lost.map((each) => servedOutcome(property, each))], "provider");
    }),
  ];
}

function servedOutcome(
  { judge }: ExpectedProperty,
  served: ServedModel,
  unknown = "an unknown value or provider",
): Outcome {
  const { urn, name } = served.model;
  const { isMet, shown } = judge(served);
  return outcomeOf({ isMet, found: `\`${name}\` has ${shown ?? unknown}`, urn, name });
}

export interface Observed {
  readonly objects: readonly AccountObject[];
  /** Reasons why lists could not be read, by kind. */
  readonly unread?: ReadonlyMap<string, string>;
  /** Ids of the workspaces whose models and providers are all in `objects`, or URNs of new workspaces. */
  readonly whole?: ReadonlySet<string>;
}

export type WorkspaceView = ReturnType<typeof workspaceViews>[number];

/** Includes workspaces for which only the id is known. */
export function workspaceViews({ objects }: Observed) {
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
      return []; // account-level objects, such as quotas
    }
    const workspace = byMark.get(key);
    const name = workspace && textOf(workspace, "name");
    const kinds = Map.groupBy(inside.get(key) ?? [], ({ kind }) => kind);
    return [
      {
        /** The workspace key that all objects in the workspace share. */
        key,
        name: name ?? workspace?.name ?? key,
        isNameKnown: name !== undefined,
        urn: workspace?.urn,
        id: workspace === undefined ? key : workspace.id,
        of: (kind: string): readonly AccountObject[] => kinds.get(kind) ?? [],
      },
    ];
  });
}

/** If a program both creates and reads (`X.get`) a workspace, the created resource takes precedence. */
function workspacesOf(objects: readonly AccountObject[]): AccountObject[] {
  const all = objects.filter(({ kind }) => kind === "Workspace");
  const made = all.filter(({ isOnlyRead }) => !isOnlyRead);
  const read = all.filter(({ isOnlyRead }) => isOnlyRead);
  return [...new Map([...read, ...made].map((each) => [each.id ?? each.urn, each])).values()];
}
