import {
  accountMark,
  assertAccountAllowed,
  defined,
  described,
  hasUnknown,
  howMany,
  importLine,
  labelOf,
  naturalKeyOf,
  nounOf,
  plural,
  printable,
  priorMark,
  type ResourceContext,
  recovered,
  type Values,
} from "pulumi-workspace-gateway/tools";
import type { LostCreate, Period } from "./begun-creates.js";
import {
  type ContextOf,
  candidatesOf,
  isOnGateway,
  type RecordedResource,
  type Search,
  type Sighting,
  searchList,
} from "./search.js";

/** The result of a search for a lost create. All text values are full sentences. */
export type LostFinding =
  /** `outputs`: the values that a create would have stored, with secrets in the engine's envelope. */
  | { readonly is: "found"; readonly id: string; readonly outputs: Values }
  | { readonly is: "absent"; readonly note?: string }
  | { readonly is: "doubtful"; readonly why: string; readonly look: string };

/**
 * A match is the only object with that name, or the object most similar to the declaration. The match must
 * not belong to a resource in the state, and must have been created after the create started.
 *
 * Fails if the gateway refuses a list or cannot be reached, because an object that could not be looked up
 * must never count as absent.
 */
export async function findLost<Create extends { readonly lost: LostCreate }>(
  creates: readonly Create[],
  contextOf: ContextOf,
  known: readonly RecordedResource[] = [],
): Promise<{ readonly create: Create; readonly finding: LostFinding }[]> {
  const lost = creates.map((each) => each.lost);
  const judged = new Map(lost.map((each) => [each, unsearchable(each)]));
  const open = lost.filter((each) => judged.get(each) === undefined);
  const lists = listsToSearch(open, contextOf);
  const seen = (await Promise.all(lists.map((searches) => searchList(searches, known)))).flat();
  const sightings = new Map(seen.map((each) => [each.lost, each]));
  const tries = triesOf(seen);
  const staying = known.filter(({ leaving }) => leaving !== true);
  const connections = new Set(lost.map(({ inputs }) => inputs.connection)); // other connections may lack settings
  const made = [...tries.values()].flatMap((all) =>
    all.slice(-1).map((last) => ({ ...last.lost, id: candidatesOf(last)[0]?.id ?? "" })),
  );
  // Declares referenced objects as a run does, so that the outputs derived from them receive the same mark.
  for (const { kind, id, inputs } of [
    ...staying.filter((each) => connections.has(each.inputs.connection)),
    ...made,
  ]) {
    contextOf(kind, inputs).registry.planned.declare(kind, id, inputs);
  }
  return Promise.all(
    creates.map(async (create) => {
      const sighting = sightings.get(create.lost);
      const found = sighting && findingOf(sighting, tries.get(objectOf(sighting)) ?? [], staying);
      return { create, finding: (await found) ?? judged.get(create.lost) ?? { is: "absent" } };
    }),
  );
}

/**
 * A lost create may have been retried and lost again, so the object may come from any of these attempts.
 * Each search therefore covers the periods of all attempts. An attempt without a start time has no periods,
 * because the origin of an object would be unknown.
 */
function listsToSearch(lost: readonly LostCreate[], contextOf: ContextOf): [Search, ...Search[]][] {
  const all = lost.map((each) => ({ lost: each, context: contextOf(each.kind, each.inputs) }));
  const listOf = ({ lost: { inputs }, context }: (typeof all)[number]) =>
    `${String(inputs.connection ?? "")} ${context.collection}`;
  return [...Map.groupBy(all, listOf).values()].flatMap((searches) => {
    const nameOf = ({ lost: { kind, inputs } }: (typeof all)[number]) => naturalKeyOf(kind, inputs);
    const tries = Map.groupBy(searches, nameOf);
    const [first, ...others] = searches.map((each) => {
      const runs = tries.get(nameOf(each))?.flatMap(({ lost: { runs, since } }): readonly Period[] => {
        return runs ?? (since === undefined ? [] : [{ from: since }]);
      });
      return { ...each, runs: each.lost.since === undefined ? [] : (runs ?? []) };
    });
    return first === undefined ? [] : [[first, ...others]];
  });
}

/** The last create, which is the current declaration, receives the object. */
function triesOf(sightings: readonly Sighting[]): Map<string, Sighting[]> {
  const sure = sightings.filter((each) => candidatesOf(each).length > 0 && doubtOf(each) === undefined);
  // The sort is stable: among creates with the same time, the last listed stays last.
  return Map.groupBy(
    sure.toSorted((a, b) => (a.lost.since ?? 0) - (b.lost.since ?? 0)),
    objectOf,
  );
}

function objectOf(sighting: Sighting): string {
  const { client, collection } = sighting.context;
  return `${client.mark} ${collection} ${candidatesOf(sighting)[0]?.id}`;
}

async function findingOf(
  sighting: Sighting,
  tries: readonly Sighting[],
  known: readonly RecordedResource[],
): Promise<LostFinding> {
  const { lost, context } = sighting;
  const doubt = doubtOf(sighting);
  if (doubt !== undefined) {
    return doubt;
  }
  const isOfStack = await isAccountOfStack(context, known, tries.length > 0);
  const [object] = candidatesOf(sighting);
  const last = tries.at(-1);
  if (object === undefined || last === undefined) {
    return isOfStack ? { is: "absent" } : unseen(context);
  }
  const { id, row } = object;
  if (last !== sighting) {
    const to = last.lost.urn === lost.urn ? "the last try" : last.lost.urn;
    const note = `The create of ${context.label} was started more than once. The object with the id ${id} is assigned to ${to}.`;
    return { is: "absent", note: context.client.cover(note) };
  }
  const inputs = tries.length > 1 ? withoutWriteOnly(lost) : lost.inputs;
  try {
    return { is: "found", id, outputs: await recovered(context, id, row, inputs, lost.unread) };
  } catch (error) {
    throw context.cover(error);
  }
}

/** Any of the attempts may have created the object, so the next `up` sends write-only values again. */
function withoutWriteOnly({ kind, inputs }: LostCreate): Values {
  return Object.fromEntries(
    Object.entries(inputs).filter(([name]) => kind.fields.get(name)?.writeOnly !== true),
  );
}

/**
 * Whether the token's account can be trusted. An account does not see the objects of other accounts, so an
 * object of a different account would seem absent. Fails if the account is not allowed, or if only other
 * accounts wrote the stack. False if the writers are unknown and the account does not see the parent.
 *
 * @param sees - whether the account has just seen an object in the parent
 */
async function isAccountOfStack(
  context: ResourceContext,
  known: readonly RecordedResource[],
  sees: boolean,
): Promise<boolean> {
  const { client, holder } = context;
  await assertAccountAllowed(context);
  if (client.settings.allowedAccounts !== undefined) {
    return true;
  }
  if (holder !== undefined && (sees || (await client.sees(holder)) === true)) {
    return true;
  }
  const writers = known.filter((each) => isOnGateway(each, context)).map(({ outputs }) => priorMark(outputs));
  const account = await accountMark(context);
  if (account === undefined || writers.every((mark) => mark === undefined)) {
    return holder === undefined;
  }
  if (writers.includes(account)) {
    return true;
  }
  const { id, email } = await client.account();
  throw new Error(
    `the token belongs to account ${String(id)} (${String(email)}), but a different account wrote the stack, ` +
      `so the status of ${context.label} is unknown. Nothing was changed. ` +
      `Set ${client.settings.named("accessToken")} to a token of the right account. ` +
      `If this account is correct, add it to ${client.settings.named("allowedAccounts")}.`,
  );
}

/** Returns a finding if the object cannot be searched for. */
function unsearchable(lost: LostCreate): LostFinding | undefined {
  const { kind, inputs, since } = lost;
  const { source } = kind;
  const { list, parent } = kind.endpoints;
  const label = printable(labelOf(kind, inputs));
  if (source.how === "issued") {
    const noun = nounOf(kind);
    const place = parent === undefined ? "" : ` in the ${parent.what} ${String(inputs[parent.field])}`;
    const made = `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}${place} may have been created`;
    const when = since === undefined ? "" : ` since ${timeOf(since)}`;
    const why = `${label}: ${made}${when}, but no resource manages it: ${source.afterRelease}.`;
    const look =
      `The API does not return ${plural(noun)} after they are created. Look${place} in the console. ` +
      `The next \`pulumi up\` creates a new ${noun}.`;
    return { is: "doubtful", why: printable(why), look: printable(look) };
  }
  if (source.how === "adopted") {
    // An adopted object already exists and is only changed. The next run applies the same values again.
    const note =
      `${label}: if the interrupted run has already changed it, its previous values are lost. ` +
      'A destroy with `onDestroy: "restore"` then restores the values that the next `pulumi up` finds.';
    return { is: "absent", ...defined({ note: inputs.onDestroy === "restore" ? note : undefined }) };
  }
  const telling = [...kind.naturalKey, ...(parent === undefined ? [] : [parent.field])];
  const unknown = telling.filter((name) => inputs[name] === undefined || hasUnknown(inputs[name]));
  if (list !== undefined && kind.naturalKey.length > 0 && unknown.length === 0) {
    return undefined;
  }
  const what = unknown.join(", ") || "its name";
  const why = `${label} may exist. It was not searched for, because ${what} is unknown.`;
  return { is: "doubtful", why, look: "Look for it in the console." };
}

/** Returns a finding if the list does not show whether exactly one object exists. */
function doubtOf(sighting: Sighting): LostFinding | undefined {
  const { lost, context, namesakes, complete } = sighting;
  const candidates = candidatesOf(sighting);
  const [candidate, ...more] = candidates;
  const say = (why: string, look: string): LostFinding => ({
    is: "doubtful",
    why: context.client.cover(`${context.label} ${why}`),
    look: context.client.cover(look),
  });
  const taking = (id: string | undefined) => `import it into the stack: \`${importLine(context, id)}\``;
  const list = candidates.map(({ id, row }) => described(lost.kind, { ...row, id })).join(", ");
  const ids = `${candidates.length === 1 ? "the id" : "the ids"} ${list}`;
  if (!complete) {
    const seen =
      candidate === undefined
        ? ""
        : ` The truncated list contains ${howMany(candidates.length, "matching object")}, with ${ids}.`;
    const look = `Look for it in the console. If it exists, ${taking(candidate?.id)}.`;
    return say(`may exist, but the gateway truncated the list that would show it.${seen}`, look);
  }
  if (more.length > 0) {
    const look = "Delete all but one of them in the console, then run this again.";
    return say(`may be any of ${howMany(candidates.length, "object")}, with ${ids}.`, look);
  }
  if (candidate?.made === "unknown") {
    const why =
      "but the gateway does not show when it was created. It may be older than the interrupted run.";
    const look = `If it is yours, ${taking(candidate.id)}, or set \`adopt: true\` on the resource.`;
    return say(`exists with ${ids}, ${why}`, look);
  }
  const [other] = namesakes;
  // With `adopt: true`, the next run adopts the object.
  if (other !== undefined && candidate === undefined && lost.inputs.adopt !== true) {
    const there = namesakes.map(({ id, at = Number.NaN }) => `with the id ${id} (created at ${timeOf(at)})`);
    const why =
      lost.since === undefined
        ? "the start of the interrupted run is unknown, so the object may be older"
        : namesakes.every(({ made }) => made === "before")
          ? "it was created before the interrupted run"
          : "it was not created during a known interrupted run of this stack";
    const look = `If it is yours, ${taking(other.id)}, or set \`adopt: true\` on the resource. If it is not, give the resource a different name.`;
    return say(`already exists ${there.join(" and ")}, but ${why}.`, look);
  }
  return undefined;
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The object cannot count as absent, because the token does not see its parent. */
function unseen({ client, holder, label }: ResourceContext): LostFinding {
  const place = holder === undefined ? "its account" : `the ${holder.what} ${holder.id}`;
  const why = client.cover(`${label} may exist, but this token cannot see ${place}.`);
  const setting = client.settings.named("allowedAccounts");
  const look = `Run the command again with a token of the account that the stack belongs to, or add this token's account to ${setting}.`;
  return { is: "doubtful", why, look };
}
