import {
  defined,
  howMany,
  isJsonObject,
  isReadable,
  type Json,
  type JsonObject,
  type Kind,
  messageOf,
  nounOf,
  plural,
} from "pulumi-workspace-gateway/tools";
import { stringify } from "yaml";
import {
  type AccountObject,
  amountOf,
  flagOf,
  isUnplaced,
  textOf,
  unknownWorkspace,
} from "../account/account-object.js";
import { gatewayAccount } from "../account/objects.js";
import { type AccountPlace, holdersIn, nameOf, viewAccount } from "../live/live-account.js";
import type { Assumption } from "../routing/semantics.js";
import { fits, type YamlPlace } from "../text/yaml-file.js";
import {
  type Expectations,
  type ExpectedLine,
  type ExpectedWorkspace,
  type Outcome,
  outcomeOf,
  readExpectations,
} from "./format.js";
import {
  budgetLines,
  memberNames,
  modelLines,
  type Observed,
  peopleLines,
  promptLines,
  providerHost,
  providerName,
  quotaLines,
  servedModels,
  type WorkspaceView,
  workspaceViews,
} from "./lines.js";
import { routedWorkspace, routeLines } from "./routes.js";

export interface ExpectationResult extends YamlPlace, Outcome {
  readonly file: string;
  /** The line's keys in the file, such as `workspaces`, `Support*`, `routes`, `default`, `model`. */
  readonly path: readonly string[];
  /** Name of the workspace, or its id if the name is unknown. Undefined if no workspace matches. */
  readonly workspace?: string;
  readonly expected: string;
}

export function checkExpectations(expectations: Expectations, observed: Observed): ExpectationResult[] {
  const { workspaces = {}, quotas = {}, file, placeOf } = expectations;
  const account = withUnplaced(observed);
  const views = workspaceViews(account);
  const results = (base: readonly string[], lines: readonly ExpectedLine[], view?: WorkspaceView) =>
    lines.map(({ path, expected, outcome }): ExpectationResult => {
      const whole = [...base, ...path];
      const workspace = defined({ workspace: view?.name });
      return { file, path: whole, ...placeOf(whole), expected, ...outcome, ...workspace };
    });
  const ofWorkspaces = Object.entries(workspaces).flatMap(([glob, expected]) => {
    const base = ["workspaces", glob];
    const matching = views.filter(({ name }) => fits(glob, name));
    const assumed = [expectations.assume ?? [], expected.assume ?? []].flat();
    return matching.length === 0
      ? results(base, [noWorkspace(glob, views)])
      : matching.flatMap((view) =>
          Object.values(parts).flatMap(({ kinds, lines }) =>
            results(base, readable(lines(expected, view, assumed) ?? [], kinds, account), view),
          ),
        );
  });
  const all = account.objects.filter(({ kind }) => kind === "Quota");
  const ofAccount = Object.entries(quotas).flatMap(([glob, expected]) =>
    results(["quotas", glob], readable(quotaLines(glob, expected, all), ["Quota"], account)),
  );
  return [...ofWorkspaces, ...ofAccount].toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** An object whose workspace is unknown may affect every workspace, so its kind counts as unread. */
function withUnplaced(account: Observed): Observed {
  const unread = new Map(
    account.objects
      .filter(isUnplaced)
      .map(({ kind, name }) => [kind, `\`${name}\` belongs to ${unknownWorkspace}`]),
  );
  return { ...account, unread: new Map([...unread, ...(account.unread ?? [])]) };
}

function noWorkspace(glob: string, views: readonly WorkspaceView[]): ExpectedLine {
  const unnamed = views.filter(({ isNameKnown }) => !isNameKnown).length;
  const found = `no workspace matches${unnamed === 0 ? "" : `, but ${howMany(unnamed, "workspace")} with an unknown name may`}`;
  const isMet = unnamed === 0 ? false : undefined;
  return { path: [], expected: `a workspace \`${glob}\``, outcome: outcomeOf({ isMet, found }) };
}

const parts: Readonly<
  Record<Exclude<keyof ExpectedWorkspace, "assume">, { kinds: readonly string[]; lines: LinesOf }>
> = {
  routes: {
    kinds: ["Mapping", "Model", "ModelProvider"],
    lines: ({ routes }, view, assumed) => routes && routeLines(routes, view, assumed),
  },
  models: {
    kinds: ["Model", "ModelProvider"],
    lines: ({ models }, view) => models && modelLines(models, view),
  },
  prompts: { kinds: ["Prompt"], lines: ({ prompts }, view) => prompts && promptLines(prompts, view) },
  people: { kinds: ["Member"], lines: ({ people }, view) => people && peopleLines(people, view) },
  budget: { kinds: ["Budget"], lines: ({ budget }, view) => budget && budgetLines(budget, view) },
};

type LinesOf = (
  ...about: readonly [expected: ExpectedWorkspace, view: WorkspaceView, assumed: readonly Assumption[]]
) => readonly ExpectedLine[] | undefined;

/** If a list could not be read, the results of all lines about it are unknown. */
function readable(
  lines: readonly ExpectedLine[],
  kinds: readonly string[],
  { unread }: Observed,
): readonly ExpectedLine[] {
  const [found] = kinds.flatMap((kind) => unread?.get(kind) ?? []);
  const outcome = found === undefined ? undefined : outcomeOf({ isMet: undefined, found });
  return lines.map((line) => ({ ...line, ...defined({ outcome }) }));
}

export interface ExpectationChange {
  /** `breaks`: met before, or not met for a different reason. `repairs`: not met before, met afterward. */
  readonly is: "breaks" | "repairs" | "stays";
  readonly result: ExpectationResult;
}

export function expectationChanges(
  expectations: Expectations,
  before: readonly AccountObject[],
  after: readonly AccountObject[],
): ExpectationChange[] {
  const keyOf = ({ path, workspace }: ExpectationResult) => JSON.stringify([path, workspace]);
  const then = new Map(
    checkExpectations(expectations, { objects: before }).map((each) => [keyOf(each), each]),
  );
  const renamed = renamedResults(expectations, before, after);
  const lost = new Set(renamed.map(({ path }) => JSON.stringify(path)));
  const now = checkExpectations(expectations, { objects: after }).filter(
    ({ path, workspace }) => workspace !== undefined || !lost.has(JSON.stringify(path)),
  );
  return [
    ...renamed.map((result) => ({ is: "breaks" as const, result })),
    ...now.map((result) => ({ is: changeOf(then.get(keyOf(result)), result), result })),
  ];
}

/** A renamed workspace may no longer match its lines, which would then go unchecked. */
function renamedResults(
  { workspaces = {}, file, placeOf }: Expectations,
  before: readonly AccountObject[],
  after: readonly AccountObject[],
): ExpectationResult[] {
  const [then, next] = [before, after].map((objects) => workspaceViews({ objects }));
  const views = (then ?? []).flatMap((old) => {
    const now = next?.find(({ key, id }) => key === old.key || (id !== undefined && id === old.id));
    const isRenamed = now !== undefined && old.isNameKnown && (!now.isNameKnown || now.name !== old.name);
    return isRenamed ? [{ old, now }] : [];
  });
  return Object.keys(workspaces).flatMap((glob) =>
    views
      .filter(
        ({ old, now }) => fits(glob, old.name) && !(now.isNameKnown ? fits(glob, now.name) : glob === "*"),
      )
      .map(({ old, now }): ExpectationResult => {
        const path = ["workspaces", glob];
        const found = now.isNameKnown
          ? `the workspace is renamed to \`${now.name}\`, so these lines no longer apply to it. Use the new name in the file`
          : "the workspace's new name is known only during the `up`, so these lines may no longer apply to it";
        const outcome = outcomeOf({ isMet: now.isNameKnown ? false : undefined, found, urn: now.urn });
        const expected = `the workspace \`${old.name}\` to keep its name`;
        return { file, path, ...placeOf(path), expected, ...outcome, workspace: old.name };
      }),
  );
}

function changeOf(before: ExpectationResult | undefined, after: ExpectationResult): ExpectationChange["is"] {
  if (after.status === "met") {
    return before === undefined || before.status === "met" ? "stays" : "repairs";
  }
  return before?.status === after.status && before.found === after.found ? "stays" : "breaks";
}

/** The keys of a line, such as `Support*.routes.default.model`. */
export function expectationName({ path }: Pick<ExpectationResult, "path">): string {
  return path.slice(1).join(".");
}

/** Names are enclosed in backticks. */
export function expectationSentence(result: ExpectationResult): string {
  const { file, line, column, workspace, expected, found } = result;
  const where = workspace === undefined ? "" : ` in \`${workspace}\``;
  return [
    `${file}:${line}:${column} expects ${expected}${where}, but found: ${found}.`,
    ...openWords(result),
  ].join(" ");
}

/** A table row for a terminal, which shows names without backticks. */
export function expectationRow(result: ExpectationResult): string[] {
  const { line, column, status, workspace = "", expected, found } = result;
  const cells = [`${line}:${column}`, status, expectationName(result), workspace, expected, found];
  return cells.map((text) => text.replaceAll("`", ""));
}

export function openWords({
  depends,
  settledBy,
}: Pick<ExpectationResult, "depends" | "settledBy">): string[] {
  if (depends.length === 0) {
    return [];
  }
  const open = `The API leaves open ${depends.join("; ")}.`;
  return settledBy.length === 0
    ? [open]
    : [
        open,
        `If you know that your gateway meets these assumptions, add \`assume: [${settledBy.join(", ")}]\`.`,
      ];
}

export function expectationCounts(results: readonly Pick<ExpectationResult, "status">[]): string {
  const count = (status: ExpectationResult["status"]) =>
    results.filter((each) => each.status === status).length;
  const words = {
    unmet: "not met",
    depends: "met only under some interpretations",
    unknown: "unknown",
  } as const;
  const others = (["unmet", "depends", "unknown"] as const).flatMap((status) =>
    count(status) === 0 ? [] : [`${count(status)} ${words[status]}`],
  );
  return [`${howMany(results.length, "expectation")}: ${count("met")} met`, ...others].join(", ");
}

export function areMet(results: readonly Pick<ExpectationResult, "status">[]): boolean {
  return results.every(({ status }) => status === "met");
}

const head = `# yaml-language-server: $schema=./node_modules/workspace-gateway/gateway-routes.schema.json
# Expectations for the gateway. All of them were met when this file was written. Remove those that may change.
`;

/** Undefined if there is nothing to write. `leftOut`: keys of lines with undetermined or unknown results. */
export function writtenExpectations(account: Observed) {
  const draft = filled({
    workspaces: Object.fromEntries(workspaceViews(account).map((view) => [view.name, draftOf(view)])),
    quotas: Object.fromEntries(
      account.objects
        .filter(({ kind }) => kind === "Quota")
        .map((quota) => [textOf(quota, "name") ?? "", { atMost: amountOf(quota, "maxRequests") ?? null }]),
    ),
  });
  if (draft === undefined) {
    return undefined;
  }
  const leftOut = new Set<string>();
  let file: Json | undefined = draft;
  // If a name has no line of its own, a name with `*` may match it instead, so the remaining lines are
  // checked again.
  while (file !== undefined) {
    const results = checkExpectations(readExpectations(stringify(file)), account);
    const open = results.filter(({ status }) => status !== "met").map(({ path }) => path);
    if (open.length === 0) {
      return { text: `${head}${stringify(file)}`, leftOut: [...leftOut] };
    }
    for (const path of open) {
      leftOut.add(path.slice(1).join("."));
    }
    file = filled(without(file, open));
  }
  return undefined;
}

function draftOf(view: WorkspaceView): JsonObject {
  const models = [...servedModels(view).values()];
  const most = (field: string) => highest(models.flatMap(({ model }) => amountOf(model, field) ?? []));
  const hosts = view.of("ModelProvider").flatMap((provider) => providerHost({ provider }) ?? []);
  const prompts = view.of("Prompt").filter((prompt) => flagOf(prompt, "enabled"));
  const admins = view.of("Member").filter((member) => textOf(member, "role") === "ADMIN");
  return {
    routes: routesDraft(view),
    models: { maxInputCost: most("inputCost"), maxOutputCost: most("outputCost"), hosts: unique(hosts) },
    prompts: { require: unique(prompts.flatMap((prompt) => textOf(prompt, "name") ?? [])) },
    people: { admins: admins.flatMap((member) => memberNames(member)[0] ?? []), maxAdmins: admins.length },
    budget: { atMost: highest(view.of("Budget").flatMap((budget) => amountOf(budget, "budget") ?? [])) },
  };
}

function routesDraft(view: WorkspaceView): JsonObject {
  const models = servedModels(view);
  const { knownNames, endsOf } = routedWorkspace(view);
  return Object.fromEntries(
    unique(knownNames).map((name) => {
      const [{ end }] = endsOf(name);
      const served = models.get(end?.modelUrn ?? "");
      const model = served && textOf(served.model, "gatewayName");
      const route = { model: model ?? null, provider: (served && providerName(served)) ?? null };
      return [name, served === undefined ? "nowhere" : route];
    }),
  );
}

function highest(values: readonly number[]): Json {
  return values.length === 0 ? null : Math.max(...values);
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== "").toSorted();
}

/** Removes null, empty lists and empty names. Undefined if nothing remains. */
function filled(value: Json): Json | undefined {
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => filled(item) ?? []);
    return items.length === 0 ? undefined : items;
  }
  if (!isJsonObject(value)) {
    return value ?? undefined;
  }
  const entries = Object.entries(value).flatMap(([key, inside]) => {
    const kept = key === "" || key === "__proto__" ? undefined : filled(inside);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function without(value: Json, paths: readonly (readonly string[])[]): Json {
  const inside = (key: string) => paths.flatMap(([first, ...rest]) => (first === key ? [rest] : []));
  if (paths.some((path) => path.length === 0)) {
    return null;
  }
  if (Array.isArray(value)) {
    return value.map((item, at) => without(item, inside(String(at))));
  }
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, without(each, inside(key))]))
    : value;
}

/** Reads what the expectations need, or everything if there are none. */
export async function observeLive(
  places: readonly AccountPlace[],
  kinds: readonly Kind[],
  expectations?: Expectations,
): Promise<Observed> {
  const unread = new Map<string, string>();
  const needed = neededKinds(expectations);
  const globs = expectations && Object.keys(expectations.workspaces ?? {});
  const isMeant = (name: string) => globs?.some((each) => fits(each, name)) ?? true;
  const readable = kinds.filter(isReadable);
  const views = await Promise.all(
    places.map(async (place) => {
      const holders = (await holdersIn(place, readable)).filter((holder) => isMeant(nameOf(holder)));
      const { objects } = await viewAccount(place, {
        kinds: readable,
        within: new Set(holders.map(({ id }) => id)),
        reads: ({ name }) => needed.has(name),
        refuses: (kind, error) =>
          unread.set(kind.name, `the ${plural(nounOf(kind))} could not be read: ${messageOf(error)}`),
      });
      return { holders, objects };
    }),
  );
  const holders = views.flatMap((view) => view.holders);
  const isWhole = ["Model", "ModelProvider"].every((name) => needed.has(name) && !unread.has(name));
  return {
    objects: gatewayAccount("live", [...holders, ...views.flatMap(({ objects }) => objects)]).objects,
    unread,
    whole: new Set(isWhole ? holders.map(({ id }) => id) : []),
  };
}

function neededKinds(expectations: Expectations | undefined): ReadonlySet<string> {
  const { workspaces = {}, quotas } = expectations ?? {};
  const isUsed = (part: string) =>
    expectations === undefined || Object.values(workspaces).some((expected) => part in expected);
  const needed = Object.entries(parts).flatMap(([part, { kinds }]) => (isUsed(part) ? kinds : []));
  return new Set([...needed, ...(expectations === undefined || quotas !== undefined ? ["Quota"] : [])]);
}
