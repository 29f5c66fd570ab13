import {
  allowanceLeft,
  closest,
  connectionOf,
  credentialOrigin,
  defined,
  describeBody,
  hidden,
  holdsKinds,
  idOf,
  isInRange,
  isNamesake,
  type JsonObject,
  type Kind,
  RequestError,
  readSettings,
  remedyOfUnauthorized,
  retryAfter,
  type Settings,
  SettingsError,
  settingNames,
  settingsSchema,
  shortHash,
  systemIo,
} from "pulumi-workspace-gateway/tools";
import { type AccountObject, workspaceKey } from "../account/account-object.js";
import { listedObject } from "../account/objects.js";
import { isInNew, needsOf, requestsOf } from "../review/facts/notes.js";
import { brokenMappings } from "../routing/findings.js";
import { routedSetup } from "../routing/setup.js";
import { countText, shortList } from "../text/words.js";
import {
  accessOf,
  accountIn,
  accountOf,
  assertApi,
  type Grant,
  leftAfterDestroy,
  reasonOf,
  type SignedIn,
  signedInTo,
  type Use,
  unauthenticatedProbe,
  type Workload,
  whoAmI,
  workOf,
  wrongAnswer,
} from "./connection.js";
import { fact, NotKnown, notKnown, orUndefined } from "./facts.js";
import type { ProjectFacts } from "./project-checks.js";
import { recoverCommand } from "./pulumi.js";
import { capital, rowsOf } from "./table.js";

interface SettingPlaces {
  readonly connection: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads a value of the stack's config by its full key. */
  config(key: string): string | undefined;
  /** Describes how to set a key if there is no stack. */
  readonly named?: (key: string) => string;
  /** The reason why settings may seem missing, if the stack's config cannot be read. */
  readonly gap?: string;
}

type ConnectionFacts = ReturnType<typeof connectionFacts>;

/**
 * Sends only GET requests to the gateway, and a sign-in request to a token endpoint.
 *
 * @param secrets - collects new secrets, which findings must not show
 */
export function connectionFacts(
  project: ProjectFacts,
  places: SettingPlaces,
  uses: readonly Use[],
  secrets: string[],
) {
  const { machine, own, kinds } = project;
  const place = fact(() => settingsIn(places, "sign in"));
  const settings = fact(async () => {
    await place;
    return settingsIn(places, "call");
  });
  const probe = fact(async () => {
    const known = await place;
    if (!isInRange(machine.node, own.node)) {
      notKnown(`Node ${machine.node} is too old for the HTTP client, which requires ${own.node}`);
    }
    secrets.push(...known.secrets);
    return unauthenticatedProbe(known);
  });
  const session = fact(async () => {
    assertApi(await probe);
    const opened = await signedInTo(await settings);
    secrets.push(...opened.secrets);
    return opened;
  });
  const greeting = fact(async () => (await orUndefined(session))?.greeting);
  const account = fact(async () => accountOf(await session));
  const work = fact(async () => workOf(await kinds, uses));
  const access = fact(async () =>
    accessOf({ session: await session, account: await account, work: await work, kinds: await kinds }),
  );
  return { ...project, places, place, settings, probe, session, greeting, account, work, access };
}

function settingsIn(places: SettingPlaces, to: "call" | "sign in"): Settings {
  try {
    return readSettings(places, places.connection, to);
  } catch (error) {
    throw error instanceof SettingsError
      ? new NotKnown(to === "call" ? "no credential is set" : "the settings are incomplete")
      : error;
  }
}

function sourcesOf({ env, config, connection }: SettingPlaces): Record<string, string> {
  const sources = Object.keys(settingsSchema.shape).map((key) => {
    const { variable, config: name } = settingNames(key, connection);
    return [key, env[variable]?.trim() ? variable : config(name)?.trim() ? name : undefined] as const;
  });
  return defined(Object.fromEntries(sources));
}

const row = rowsOf<ConnectionFacts>();

const everyRequest = "Every request would fail.";

/** The checks of a connection, in the order in which users should fix the findings. */
export const connectionChecks = [
  row("settings", ["places"], ({ places }, check) => {
    try {
      readSettings(places, places.connection);
    } catch (error) {
      if (!(error instanceof SettingsError)) {
        throw error;
      }
      if (places.gap !== undefined) {
        return check.notChecked(`the settings may be in the stack's config, but ${places.gap}`);
      }
      const [what = "", ...remedies] = error.message.split(": ");
      return check.problem({
        found: `${capital(what)}.`,
        means: "The first resource would fail.",
        remedy: capital(remedies.join(": ")),
      });
    }
    const sources = Object.entries(sourcesOf(places)).map(([key, source]) => `${key} from ${source}`);
    return check.ok({ found: `${sources.join(", ")}.` });
  }),

  // A management API responds with 401 to a request without a credential.
  row("gateway", ["probe", "place"], ({ probe, place: { baseUrl, named } }, check) => {
    if ("failure" in probe) {
      const { said, remedy } = wordsOf(probe.failure, `Check ${named("baseUrl")}.`);
      return check.problem({ found: `The gateway did not respond: ${said}.`, means: everyRequest, remedy });
    }
    const { reply } = probe;
    const wrong = wrongAnswer(reply);
    if (wrong !== undefined) {
      return check.problem({
        found: `${baseUrl} ${wrong}`,
        means: `${everyRequest} No credential was sent.`,
        remedy: `Set ${named("baseUrl")} to the root URL of the management API, which ends in /api/v1.`,
      });
    }
    return reply.status >= 500
      ? check.problem({
          found: `${baseUrl} responds with ${reply.status}: ${reasonOf(reply)}.`,
          means: "The gateway, or a proxy in front of it, is failing.",
          remedy: "Try again later. If the error persists, contact the gateway's operators.",
        })
      : check.ok({ found: `${baseUrl} responds like a management API.` });
  }),

  // A GET has no body, so only the version can cause a 400 (API section "Errors").
  row("API version", ["session", "settings", "account"], ({ session, settings }, check) => {
    const { pinned, secrets } = session;
    const { apiVersion, versionEchoHeader = "", named } = settings;
    if (apiVersion === undefined || "failure" in pinned) {
      return undefined;
    }
    const { status, body, headers } = pinned.reply;
    const served = headers[versionEchoHeader.toLowerCase()];
    const found =
      status === 400
        ? `The gateway does not serve the pinned version ${apiVersion}: ${describeBody(body, secrets) || "400"}.`
        : served !== undefined && served !== apiVersion
          ? `The gateway serves version ${served}, not the pinned ${apiVersion}.`
          : undefined;
    const remedy = `Set ${named("apiVersion")} to a version that the gateway serves.`;
    return found === undefined
      ? check.ok({ found: `The pinned version ${apiVersion} is accepted.` })
      : check.problem({ found, means: everyRequest, remedy });
  }),

  row("token", ["session", "settings", "places"], ({ session, settings, places }, check) => {
    const { greeting, secrets } = session;
    const sources = sourcesOf(places);
    const origin = credentialOrigin({ ...settings, named: (key) => sources[key] ?? settings.named(key) });
    if ("failure" in greeting) {
      const otherwise = `Check ${settings.named("clientId")} and ${settings.named("tokenUrl")}.`;
      const { said, remedy } = wordsOf(greeting.failure, otherwise);
      const found = `${capital(origin)} did not provide a token: ${said}.`;
      return check.problem({ found, means: everyRequest, remedy });
    }
    const { status } = greeting.reply;
    const account = accountIn(greeting.reply);
    const said = reasonOf(greeting.reply, secrets);
    if (status === 401) {
      const found = `The gateway rejects ${origin}: ${said}.`;
      return check.problem({ found, means: everyRequest, remedy: remedyOfUnauthorized(whoAmI, settings) });
    }
    if (status === 429) {
      return check.notChecked("the rate limit is exhausted", "Try again later.");
    }
    if (account === undefined && status !== 403) {
      return check.warning({
        found: `GET /user returns ${status < 300 ? "no account" : `${status}: ${said}`}.`,
        means: "The token's account is unknown, and the base URL may not point to the management API.",
        remedy: `Check ${settings.named("baseUrl")}.`,
      });
    }
    const whose = account === undefined ? "an account that the token cannot read" : nameOfAccount(account);
    return check.ok({ found: `The token is valid and belongs to ${whose}. Source: ${origin}.` });
  }),

  // Without `allowedAccounts`, a stack may change any account.
  row("allowed accounts", ["account", "settings"], ({ account, settings }, check) => {
    const { allowedAccounts, named } = settings;
    if (allowedAccounts === undefined) {
      return undefined;
    }
    if (account === undefined) {
      return check.problem({
        found: `The token cannot read its own account, but ${named("allowedAccounts")} is set.`,
        means: "The account is checked before each write, so every write would fail.",
        remedy: "Grant the token the scope profile:read.",
      });
    }
    return allowedAccounts.includes(String(account.id))
      ? check.ok({ found: "The token's account is one of the allowed accounts." })
      : check.problem({
          found: `The token belongs to ${nameOfAccount(account)}, but only ${allowedAccounts.join(", ")} may be used.`,
          means: "Every write would be refused.",
          remedy: `Use a token of an allowed account, or change ${named("allowedAccounts")}.`,
        });
  }),

  // A missing scope is a problem if the next `up` needs it, and otherwise a warning.
  row("scopes", ["access", "work", "session"], ({ access, work, session }, check) => {
    const isListed = session.scopes !== undefined;
    const has = scopesWith(access, true);
    const lacks = scopesWith(access, false);
    const isWrite = (scope: string) => scope.endsWith(":write");
    const writesNothing = work.from === "all kinds" && !has.some(isWrite);
    const needed = Map.groupBy(lacks, (scope) =>
      work.scopes.get(scope)?.some(({ sure }) => sure) || (writesNothing && isWrite(scope)) ? "now" : "later",
    );
    const facts = { has, lacks, for: work.from };
    const forKinds = (scope: string) => {
      const names = new Set(work.scopes.get(scope)?.map(({ kind }) => kind.name));
      return `${scope} (for ${[...names].join(", ")})`;
    };
    const wrong = (scopes: readonly string[], means: string) => ({
      found: `${isListed ? "The token lacks" : "Reads are refused with 403:"} ${scopes.map(forKinds).join("; ")}.`,
      means: `${isListed ? "" : "The token lacks the scope, or its account lacks the permission in the workspace. "}${means}`,
      remedy: `Use a token with ${scopes.join(" ")}. If your settings list the scopes to request, extend that list.`,
      facts,
    });
    const [now, later] = [needed.get("now"), needed.get("later")];
    const found = `${isListed ? "The token has" : "Reads succeed with"} ${has.join(", ")}.`;
    const unclear = Map.groupBy(access.keys(), (scope) => access.get(scope));
    return [
      ...(lacks.length > 0 || has.length === 0 ? [] : [check.ok({ found, facts })]),
      ...(now ? [check.problem(wrong(now, "The next `up` would fail with 403."))] : []),
      ...(later ? [check.warning(wrong(later, "Other operations on these kinds would fail with 403."))] : []),
      ...[...unclear].flatMap(([why, scopes]) =>
        typeof why === "string" ? check.notChecked(`${why}, so the token may lack ${scopes.join(", ")}`) : [],
      ),
    ];
  }),

  // Only a write uses the app's own credentials (API section "Authentication", 5).
  row("app credentials", ["work", "settings", "greeting"], ({ work, settings, greeting }, check) => {
    const { kinds, sure } = work.app;
    const { clientId, clientSecret, credential, named } = settings;
    const names = kinds.map(({ name }) => name).join(", ");
    if (kinds.length === 0) {
      return undefined;
    }
    if (clientId === undefined || clientSecret === undefined) {
      const said = {
        found: `App credentials are not set, but ${names} requires them.`,
        means: sure ? "The next `up` would fail." : `Only an \`up\` that creates a ${names} would fail.`,
        remedy: `Set ${named("clientId")} and ${named("clientSecret")}.`,
      };
      return sure ? check.problem(said) : check.ok(said);
    }
    if (credential.from !== "service") {
      return check.notChecked(`only creating a ${names} would test the credentials of the app ${clientId}`);
    }
    return greeting === undefined || "failure" in greeting
      ? check.notChecked("the app's sign-in was not confirmed")
      : check.ok({
          found: `The app ${clientId} can sign in. The same credentials are used to create a ${names}.`,
        });
  }),

  // The account must be able to see the workspaces and account-level objects that the next `up` changes.
  row("visible objects", ["plan", "session", "account", "work", "kinds"], async (known, check) => {
    const { session, account, work, kinds } = known;
    const holder = kinds.find((kind) => holdsKinds(kind, kinds));
    const places = work.uses.flatMap((use) => {
      const { kind, workspace, step } = use;
      const [id, list] = kind.endpoints.parent === undefined ? [step?.before?.id, kind] : [workspace, holder];
      return id === undefined || list === undefined || !mustBeSeen(use, account) ? [] : [{ id, list }];
    });
    const findings = [...Map.groupBy(places, ({ list }) => list)].map(async ([list, all]) => {
      const seen = await session.lists.rows(list);
      const ids = [...new Set(all.map(({ id }) => id))];
      const unseen = ids.filter((id) => seen?.every((each) => idOf(each) !== id));
      const weak = ids.filter((id) => seen?.some((each) => idOf(each) === id && each.my_role === "MEMBER"));
      const problem = {
        found: `The token's account cannot see ${list.name} ${unseen.join(", ")}, which the next \`up\` changes or writes to.`,
        means: "The gateway would refuse these changes.",
        remedy:
          "Use a token of an account that can see the object. If the object was deleted, run `pulumi refresh`.",
        facts: { kind: list.name, unseen },
      };
      const why = `only a write would show what a MEMBER of ${weak.join(", ")} may do`;
      return [
        ...(unseen.length > 0 ? [check.problem(problem)] : []),
        ...(weak.length > 0 ? [check.notChecked(why)] : []),
      ];
    });
    return (await Promise.all(findings)).flat();
  }),

  // Objects that the next `up` creates may already exist, for example after a killed run.
  row("names", ["plan", "session", "account", "work", "settings", "stack"], async (known, check) => {
    const { session, work, settings, stack } = known;
    const ours = new Set(work.uses.map(({ step }) => step?.before?.id));
    const created = settings.adopt === "never" ? work.uses.filter((use) => isLookedFor(use, work)) : [];
    const findings = created.map(async ({ kind, workspace, step }) => {
      const rows = (await session.lists.rows(kind, workspace)) ?? [];
      const declared = step?.after?.inputs ?? {};
      const others = rows.filter((each) => !ours.has(idOf(each)) && isNamesake(kind, declared, each));
      const [other] = closest(kind, declared, others);
      return other === undefined
        ? []
        : check.problem({
            found: `${kind.name} ${step?.name} already exists, with id ${idOf(other)}.`,
            means: "The next `up` would report this and stop.",
            remedy: `If an earlier run was killed, use \`${recoverCommand(stack)}\`. Otherwise, give the resource a different name, or adopt the object with \`adopt: true\`.`,
            facts: { kind: kind.name, name: step?.name, id: idOf(other) },
          });
    });
    return (await Promise.all(findings)).flat();
  }),

  row("destroy", ["state", "session", "kinds", "places"], async (known, check) => {
    const { state, session, kinds, places } = known;
    const [holder] = kinds.filter((kind) => holdsKinds(kind, kinds));
    const unless = holder?.guard?.unless ?? "";
    const guarded = state.resources.filter(
      ({ kind, inputs, external, provider }) =>
        kind.name === holder?.name &&
        !(external || provider !== undefined || inputs[unless] === true) &&
        inputs.connection === places.connection,
    );
    const rows = holder === undefined || guarded.length === 0 ? [] : await session.lists.rows(holder);
    const held = await Promise.all(
      guarded.map(async (workspace) => {
        const row = rows?.find((each) => idOf(each) === workspace.id) ?? {};
        const left = await leftAfterDestroy(workspace, row, state.resources, kinds, session.lists);
        return left.length === 0 ? [] : [`${workspace.name} (${left.join("; ")})`];
      }),
    );
    return held.flat().length === 0
      ? undefined
      : check.note({
          found: `\`pulumi destroy\` would be refused, because objects would remain in ${shortList(held.flat())}.`,
          means: "The destroy would first delete all other objects.",
          remedy: `Before a destroy, delete these objects, or apply \`${unless}: true\`.`,
        });
  }),

  // The same check as in a review, but with all models of the workspaces that the token can read.
  row("mappings", ["planned", "session", "kinds", "places"], async (known, check) => {
    const { planned, session, kinds, places } = known;
    const own = planned.objects.filter(({ inputs }) => connectionOf(inputs) === places.connection);
    const workspaces = new Set(own.flatMap((each) => (each.kind === "Mapping" ? workspaceKey(each) : [])));
    const ids = [...workspaces].filter((id) => id !== "" && !planned.whole.has(id));
    const read = await Promise.all(ids.map((id) => modelsIn(id, session, kinds, own)));
    const whole = ids.filter((_, index) => read[index] !== undefined);
    const objects = [...own, ...read.flatMap((each) => each ?? [])];
    const found = brokenMappings(routedSetup(objects, new Set([...planned.whole, ...whole])));
    if (workspaces.size === 0 || found.length > 0) {
      return found.map(({ rule, name, reason }) =>
        check.warning({
          found: `Mapping ${name} cannot work as declared. ${reason}`,
          means: "The gateway may accept the mapping, but would not route requests as declared.",
          remedy: "Correct the mapping in the program.",
          facts: { rule, name },
        }),
      );
    }
    return check.ok({ found: "No broken mappings were found." });
  }),

  row("rate limit", ["session", "work", "settings"], ({ session, work, settings }, check) => {
    const { maxWait, named } = settings;
    const reply = session.latest();
    const left = reply && allowanceLeft(reply, systemIo);
    const isRefused = reply?.status === 429;
    if (reply === undefined || (left === undefined && !isRefused)) {
      return undefined;
    }
    const remaining = isRefused ? 0 : (left?.remaining ?? 0);
    const wait = (isRefused ? retryAfter(reply, systemIo) : undefined) ?? left?.resetsIn ?? 0;
    const seconds = Math.ceil(wait / 1000);
    const { writes } = needsOf(work.planned);
    const found = `${countText(remaining, "request")} left until the limit resets in ${seconds} s.`;
    return wait > maxWait && (remaining <= 0 || writes > remaining)
      ? check.problem({
          found,
          means: `The next ${writes === 0 ? "request" : `\`up\` sends ${countText(writes, "write")} and`} waits at most ${maxWait / 1000} s, so it would fail.`,
          remedy: `Wait ${seconds} s, or increase ${named("maxWait")}.`,
        })
      : check.ok({ found });
  }),
];

/** Undefined if the gateway does not list all of the workspace's models and providers. */
async function modelsIn(
  workspaceId: string,
  { lists }: SignedIn,
  kinds: readonly Kind[],
  own: readonly AccountObject[],
): Promise<AccountObject[] | undefined> {
  const objects: AccountObject[] = [];
  for (const kind of kinds.filter(({ name }) => name === "Model" || name === "ModelProvider")) {
    const rows = await lists.rows(kind, workspaceId);
    if (rows === undefined) {
      return undefined;
    }
    const all = rows.map((row) => listedObject({ kind, id: idOf(row) ?? "", row, workspaceId }));
    objects.push(...all.filter(({ id }) => !own.some((each) => each.kind === kind.name && each.id === id)));
  }
  return objects;
}

function wordsOf(failure: RequestError | SettingsError, otherwise: string) {
  const { said, remedy = otherwise } =
    failure instanceof RequestError ? failure.failure : { said: failure.message.replace(/\.$/, "") };
  return { said, remedy };
}

function scopesWith(access: ReadonlyMap<string, Grant>, wanted: boolean): string[] {
  return [...access].flatMap(([scope, grant]) => (grant === wanted ? scope : []));
}

function nameOfAccount({ id, email, account_type }: JsonObject): string {
  const type = typeof account_type === "string" ? `, ${account_type}` : "";
  return `account ${String(id)} (${String(email)}${type})`;
}

/** A missing object need not be deleted, but an object of a different account may merely be hidden. */
function mustBeSeen({ kind, step }: Use, account: JsonObject | undefined): boolean {
  if (step === undefined || requestsOf(step, kind).writes === 0) {
    return false;
  }
  const writer = step.before?.outputs[hidden.account];
  const own = account === undefined ? undefined : shortHash(String(account.id));
  return step.after !== undefined || (writer !== undefined && writer !== own);
}

/** Whether the `up` creates an object where an object with the same name may already exist. */
function isLookedFor({ kind, workspace, step }: Use, { planned }: Workload): boolean {
  return (
    step?.operation === "create" &&
    kind.source.how === "created" &&
    step.after?.inputs.adopt !== true &&
    (kind.endpoints.parent === undefined || workspace !== undefined) &&
    !isInNew(step, planned)
  );
}
