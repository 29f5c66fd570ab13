import {
  accountMark,
  assertAccountAllowed,
  naturalKeyOf,
  priorMark,
  recovered,
  type Target,
  type Values,
} from "pulumi-workspace-gateway/tools";
import {
  isOnGateway,
  type LostCreate,
  type LostFinding,
  type LostPlace,
  type Period,
  type RecordedResource,
} from "../lost-create.js";
import { doubtOf, unsearchable, unseen } from "./doubts.js";
import { type Collection, candidatesOf, type Namesake, type Sighting, searchList } from "./search-list.js";

/**
 * Looks on the gateway for what lost creates have made: exactly one object of the name, and of several that is most
 * like what was declared, that no resource of the state has and that was made since the create began. Anything else is absent, or left to a person. Writes nothing.
 *
 * The findings are in the order of the lost creates. If the gateway refuses a list or cannot be reached, this fails:
 * what could not be looked for is never absent.
 */
export async function findLost(lost: readonly LostCreate[], at: LostPlace): Promise<LostFinding[]> {
  const known = new Map(lost.map((each) => [each, unsearchable(each)]));
  const collections = collectionsOf(
    lost.filter((each) => known.get(each) === undefined),
    at,
  );
  const searched = await Promise.all(collections.map((collection) => searchList(collection, at)));
  const sightings = new Map(searched.flat().map((each) => [each.lost, each]));
  const heirs = heirsOf([...sightings.values()]);
  const staying = (at.known ?? []).filter(({ leaving }) => leaving !== true);
  const connections = new Set(lost.map(({ inputs }) => inputs.connection)); // the settings of others may be missing
  declareAll(
    staying.filter(({ inputs }) => connections.has(inputs.connection)),
    at,
  );
  declareAll(
    [...heirs.values()].map(({ sighting, object }) => ({ ...sighting.lost, id: object.id })),
    at,
  );
  return Promise.all(
    lost.map((each) => {
      const sighting = sightings.get(each);
      return sighting === undefined
        ? (known.get(each) ?? { is: "absent", lost: each })
        : findingOf(sighting, heirs.get(objectOf(sighting)), staying);
    }),
  );
}

/** One collection for all lost creates of a kind in a workspace, each to be looked for in the time of all of its name. */
function collectionsOf(lost: readonly LostCreate[], at: LostPlace): Collection[] {
  const groups = Map.groupBy(lost, ({ kind, inputs }) => {
    const { collection } = at.targetOf(kind, inputs);
    return `${String(inputs.connection ?? "")} ${collection}`;
  });
  return [...groups.values()].flatMap(([first, ...others]) => {
    const list = first?.kind.endpoints.list;
    return first === undefined || list === undefined
      ? []
      : [{ target: at.targetOf(first.kind, first.inputs), list, lost: inTimeOfAll([first, ...others]) }];
  });
}

/**
 * A create that was lost may have been tried again, and lost again. The object may be of any of these tries, so each of
 * them is looked for in the time of all. One without a time has none: then nobody can tell whose the object is.
 */
function inTimeOfAll(lost: readonly LostCreate[]): Collection["lost"] {
  const tries = Map.groupBy(lost, ({ kind, inputs }) => naturalKeyOf(kind, inputs));
  return lost.map((each) => {
    const all = tries.get(naturalKeyOf(each.kind, each.inputs)) ?? [];
    return { lost: each, runs: each.since === undefined ? [] : all.flatMap(runsOf) };
  });
}

function runsOf({ since, runs }: LostCreate): readonly Period[] {
  return runs ?? (since === undefined ? [] : [{ from: since }]);
}

/** A lost create that gets an object. */
interface Heir {
  readonly sighting: Sighting;
  readonly object: Namesake;
  /** All lost creates that may have made the object. The last of them is what the program declares now. */
  readonly tries: readonly Sighting[];
}

function heirsOf(sightings: readonly Sighting[]): Map<string, Heir> {
  const heirs = new Map<string, Heir>();
  // Of those that began at one time the last that is listed is the last.
  for (const sighting of sightings.toSorted((a, b) => (a.lost.since ?? 0) - (b.lost.since ?? 0))) {
    const [object] = candidatesOf(sighting);
    if (object !== undefined && doubtOf(sighting) === undefined) {
      const key = objectOf(sighting);
      heirs.set(key, { sighting, object, tries: [...(heirs.get(key)?.tries ?? []), sighting] });
    }
  }
  return heirs;
}

function objectOf(sighting: Sighting): string {
  const { client, collection } = sighting.target;
  return `${client.mark} ${collection} ${candidatesOf(sighting)[0]?.id}`;
}

/** What others refer to is declared here as in a run, so that the outputs that follow it get the same mark. */
function declareAll(all: readonly Pick<RecordedResource, "kind" | "id" | "inputs">[], at: LostPlace): void {
  for (const { kind, id, inputs } of all) {
    const { planned } = at.targetOf(kind, inputs).ledger;
    planned.declare(kind, id, inputs);
  }
}

async function findingOf(
  sighting: Sighting,
  heir: Heir | undefined,
  known: readonly RecordedResource[],
): Promise<LostFinding> {
  const { lost, target } = sighting;
  const doubt = doubtOf(sighting);
  if (doubt !== undefined) {
    return doubt;
  }
  const isOfStack = await isAccountOfStack(target, known, heir !== undefined);
  if (heir === undefined) {
    return isOfStack ? { is: "absent", lost } : unseen(lost, target);
  }
  if (heir.sighting !== sighting) {
    return { is: "absent", lost, note: handedOn(heir, lost) };
  }
  const inputs = heir.tries.length > 1 ? withoutWriteOnly(lost) : lost.inputs;
  const { id, row } = heir.object;
  try {
    return { is: "found", lost, id, outputs: await recovered(target, id, row, inputs, lost.unread) };
  } catch (error) {
    throw target.cover(error);
  }
}

function handedOn({ sighting, object }: Heir, lost: LostCreate): string {
  const { target } = sighting;
  const to = sighting.lost.urn === lost.urn ? "the last try" : sighting.lost.urn;
  return target.client.cover(
    `${target.label} with the id ${object.id} was begun more than once: it goes to ${to}.`,
  );
}

/** It is not known which try made the object, so the next `up` sends again what is never shown. */
function withoutWriteOnly({ kind, inputs }: LostCreate): Values {
  return Object.fromEntries(
    Object.entries(inputs).filter(([name]) => kind.fields.get(name)?.writeOnly !== true),
  );
}

/**
 * Whether the account behind the token is one whose word on the stack counts: to another than the one that made an object,
 * it looks as if it did not exist, and what another has made is not the stack's. Fails if it is another account than those
 * that wrote the stack, or that may touch it.
 *
 * False if that is not known and the account does not see what the object belongs to.
 *
 * @param sees - the account has just seen an object there
 */
async function isAccountOfStack(
  target: Target,
  known: readonly RecordedResource[],
  sees: boolean,
): Promise<boolean> {
  const { client, holder } = target;
  await assertAccountAllowed(target);
  if (client.settings.allowedAccounts !== undefined) {
    return true;
  }
  if (holder !== undefined && (sees || (await client.sees(holder)) === true)) {
    return true;
  }
  const writers = known.filter((each) => isOnGateway(each, target)).map(({ outputs }) => priorMark(outputs));
  const account = await accountMark(target);
  if (account === undefined || writers.every((mark) => mark === undefined)) {
    return holder === undefined;
  }
  if (writers.includes(account)) {
    return true;
  }
  const { id, email } = await client.account();
  throw new Error(
    `the token belongs to account ${String(id)} (${String(email)}), and another account wrote the stack: ` +
      `what this one sees does not tell what became of ${target.label}. Nothing was changed. ` +
      `Set ${client.settings.named("accessToken")} to a token of the right account; ` +
      `if this account is right, name it in ${client.settings.named("allowedAccounts")}.`,
  );
}
