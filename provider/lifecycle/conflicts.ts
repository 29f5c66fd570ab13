import { hasStatus, idOf, RequestError } from "../client/exchange.js";
import { lookAgain, rest } from "../io/io.js";
import { isNativeType, nativeToken, typeOfUrn } from "../spec/token.js";
import { hidden, textIn, type Values } from "../spec/values.js";
import type { JsonObject } from "../text/json.js";
import { shellWord } from "../text/words.js";
import { overlaps } from "./changes.js";
import { bodyOf, closest, isAnother, isAsDeclared, isNamesake } from "./rows.js";
import { identityFields, identityOf, naturalKeyOf, type ResourceContext } from "./session.js";
import { modify } from "./write.js";

/**
 * Finds objects that existed before this run and have the new object's name. If this run created the
 * workspace, nothing is read, because only this run has created objects in it.
 */
export class ConflictCheck {
  private readonly identity: string;
  /** Rows with the declared name. Cached, because the list can be long. */
  private surveyed: readonly JsonObject[] | undefined;

  constructor(
    private readonly context: ResourceContext,
    private readonly declared: Values,
    /** Set if the object belongs to no workspace. */
    private readonly account: string | undefined,
  ) {
    this.identity = identityOf(context.kind, declared) ?? "";
  }

  /** Waits briefly if the engine may be about to diff the resource that manages the existing object. */
  async settled(): Promise<void> {
    const { kind, client } = this.context;
    if (kind.distinguishedBy === undefined) {
      return;
    }
    const isUnlike = (row: JsonObject) =>
      isAnother(kind, this.declared, row) || !isAsDeclared(kind, this.declared, row);
    await lookAgain(
      client.io,
      () => this.rows(),
      (rows) => rows.some((row) => mayGetAnOwner(this.context, row) && isUnlike(row)),
      { times: 2, pause: 250 },
    );
  }

  async rows(): Promise<JsonObject[]> {
    const { kind, registry, collection, isOursAlone } = this.context;
    if (kind.endpoints.list === undefined || isOursAlone) {
      return [];
    }
    const isInTheWay = (row: JsonObject) => this.isInTheWay(row);
    const { rows, complete } = await registry.survey(`${collection} ${this.account ?? ""}`, () =>
      this.context.rows(),
    );
    this.surveyed ??= this.namesakesIn(rows);
    const found = this.surveyed.filter(isInTheWay);
    // This run wrote the object after reading the list, so the object's name may have changed.
    const isOutdated = found.some((row) => !registry.stranger(collection, idOf(row) ?? ""));
    const existing = isOutdated
      ? this.namesakesIn((await this.context.rows()).rows).filter(isInTheWay)
      : found;
    if (existing.length === 0 && !complete && !registry.vacated(this.identity)) {
      throw new Error(
        `${this.context.label} was not created: the gateway truncated the list of objects of this kind after ${rows.length} rows, so the object may already exist. ` +
          "Run `pulumi up` again. " +
          "If the list is truncated again, create the object in the console " +
          `and import it with \`${importLine(this.context)}\`.`,
      );
    }
    return existing;
  }

  private namesakesIn(rows: readonly JsonObject[]): JsonObject[] {
    return rows.filter((row) => isNamesake(this.context.kind, this.declared, row));
  }

  private isInTheWay(row: JsonObject): boolean {
    const { kind, registry, collection } = this.context;
    const id = idOf(row) ?? "";
    const isHeld = registry.held(collection, id);
    const notOurs = isHeld || registry.stranger(collection, id);
    // The deleted predecessor shared its name with the other resource's object.
    const wasBesideIt = isHeld && registry.vacated(this.identity);
    // Some kinds allow a replacement to have the same name as the object that it replaces.
    const mayExistBeside = overlaps(kind, this.declared) && registry.at(collection, id).leaving;
    return notOurs && !wasBesideIt && !mayExistBeside && !this.isOfAnotherResource(id, row);
  }

  /** Whether another resource in the program keeps the object and differs in the distinguishing values. */
  private isOfAnotherResource(id: string, row: JsonObject): boolean {
    const { kind, registry, collection } = this.context;
    if (
      kind.distinguishedBy === undefined ||
      !registry.held(collection, id) ||
      changesAnyOf(this.context, id, kind.naturalKey)
    ) {
      return false;
    }
    if (isLeavingIdentity(this.context, id)) {
      return isAnother(kind, this.declared, row);
    }
    const others = registry.planned.declaredOf(kind, id);
    // The declarations of another process are unknown here, so the object's row decides.
    return others === undefined
      ? isAnother(kind, this.declared, row)
      : identityOf(kind, others) !== this.identity;
  }
}

/** Whether the object has no resource yet. The engine may be about to diff the resource that manages it. */
function mayGetAnOwner({ registry, collection }: ResourceContext, row: JsonObject): boolean {
  const id = idOf(row) ?? "";
  return !registry.held(collection, id) && !registry.at(collection, id).leaving;
}

/** Thrown if the gateway still reserves the name of an object that this process deleted. */
export class IdentityReserved extends Error {}

const firstPause = 500;
const longestPause = 8000;

/** If this process deleted an object with that name, the gateway may reserve the name for a while. */
export async function untilIdentityIsFree<R>(
  context: ResourceContext,
  declared: Values,
  send: () => Promise<R>,
): Promise<R> {
  const { kind, client, registry } = context;
  const deleted = registry.deleted(naturalKeyOf(kind, declared) ?? "");
  const isTakenByAnother = async () => {
    const { rows } = await context.rows();
    const others = rows.filter((row) => !deleted.includes(idOf(row) ?? ""));
    return others.some((row) => isNamesake(kind, declared, row) && !isAnother(kind, declared, row));
  };
  const deadline = client.io.now() + client.settings.retryBudget;
  for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 2)) {
    try {
      return await send();
    } catch (error) {
      if (deleted.length === 0 || !hasStatus(error, 409) || (await isTakenByAnother())) {
        throw error;
      }
      context.progress("waiting for the gateway to release the deleted object's name");
      if (client.io.now() + pause > deadline || !(await rest(client.io, pause))) {
        throw new IdentityReserved(
          `${error.message} This run deleted the ${kind.name} with id ${deleted.at(-1)}, but the gateway has not released its name. ` +
            "Run `pulumi up` again later.",
          { cause: error },
        );
      }
    }
  }
}

/**
 * If another object in the program still has the new name, but this run changes it, that object is changed
 * first, and so on along the chain. The order in which the engine updates the objects does not matter.
 */
export async function changeIdentity(
  context: ResourceContext,
  id: string,
  declared: Values,
  send: () => Promise<JsonObject>,
): Promise<JsonObject> {
  const { registry, collection } = context;
  try {
    return await sendIdentity(context, id, declared, send, []);
  } finally {
    // Waits until all other work on this identity has ended, because only then is the identity final.
    await registry.inTurn(collection, id, async () => {
      registry.at(collection, id).hasFinalIdentity = true;
    });
  }
}

/**
 * After a 409, renames the current holders and sends the name again. `waiting`: the objects whose names wait
 * for this one. Changes to one object's name run one at a time, and none waits for another object's name.
 */
async function sendIdentity<R>(
  context: ResourceContext,
  id: string,
  declared: Values,
  send: () => Promise<R>,
  waiting: readonly string[],
): Promise<R> {
  const { kind, registry, collection } = context;
  const sendInTurn = () =>
    registry.inTurn(collection, id, async () => {
      const answer = await untilIdentityIsFree(context, declared, send);
      registry.at(collection, id).hasFinalIdentity = true;
      return answer;
    });
  return sendInTurn().catch(async (error: unknown) => {
    if (!hasStatus(error, 409)) {
      throw error;
    }
    // Uses a fresh list. Several holders occur only in kinds that allow duplicate names.
    const { rows } = await context.rows();
    const namesakes = rows.filter((row) => idOf(row) !== id && isNamesake(kind, declared, row));
    const holders = closest(kind, declared, namesakes);
    const given = await lookAgain(
      context.client.io,
      () => Promise.all(holders.map((holder) => updateHolder(context, holder, [...waiting, id]))),
      (results) => !results.includes(true) && holders.some((holder) => mayGetAnOwner(context, holder)),
      { times: 3, pause: 250 },
    );
    const [first] = holders;
    if (first === undefined || given.includes(true)) {
      return sendInTurn();
    }
    const withRemedy = (refused: RequestError) => {
      // The engine diffs a dependent resource only after this update, so its rename is unknown here.
      const remedy =
        `The ${kind.name} with id ${idOf(first)} has that name. ` +
        "If the program renames that object, its resource must not depend on this resource in the same run. " +
        "Remove the dependency. Alternatively, give one of the two a temporary name, run `pulumi up`, and then give both their final names. " +
        "Otherwise, choose a different name.";
      return new RequestError({ ...refused.failure, remedy }, { cause: refused });
    };
    // The object that held the name may have been updated since the 409.
    // If that object was updated, the list contains only objects that share the name without a conflict.
    if (!isAnother(kind, declared, first)) {
      throw withRemedy(error);
    }
    return sendInTurn().catch((again: unknown) => {
      throw hasStatus(again, 409) ? withRemedy(again) : again;
    });
  });
}

/** Renames the object if it still has the declared name. Returns false if this run keeps the name. */
export async function updateHolderFirst(
  context: ResourceContext,
  declared: Values,
  id: string,
): Promise<boolean> {
  if (!isLeavingIdentity(context, id)) {
    return false;
  }
  const { rows } = await context.rows();
  const holder = rows.find((row) => idOf(row) === id && isNamesake(context.kind, declared, row));
  return holder === undefined || updateHolder(context, holder, []);
}

/** A lagging list may show the old values even after the change, so the registry decides. */
function isLeavingIdentity(context: ResourceContext, id: string): boolean {
  const { kind, registry, collection } = context;
  return !registry.at(collection, id).hasFinalIdentity && changesAnyOf(context, id, identityFields(kind));
}

/** Whether this run changes, or has changed, one of the given inputs of the object. */
function changesAnyOf(
  { kind, registry, collection }: ResourceContext,
  id: string,
  names: readonly string[],
): boolean {
  const { list, patch } = kind.endpoints;
  return (
    patch !== undefined &&
    list !== undefined &&
    registry.keeps(collection, id) &&
    registry.planned.changed(list, id, names)
  );
}

/** False if the object waits for this name, or if this run keeps its name and distinguishing values. */
async function updateHolder(
  context: ResourceContext,
  holder: JsonObject,
  waiting: readonly string[],
): Promise<boolean> {
  const { kind, registry, collection } = context;
  const id = idOf(holder) ?? "";
  const values = registry.planned.declaredOf(kind, id);
  const changed = identityFields(kind).filter((name) => changesAnyOf(context, id, [name]));
  if (values === undefined || changed.length === 0 || waiting.includes(id)) {
    return false;
  }
  const fields = [...kind.fields.values()].filter(({ name }) => changed.includes(name));
  const other = context.with({ values });
  const send = async () => {
    if (!registry.at(collection, id).hasFinalIdentity) {
      await modify(other, id, "PATCH", bodyOf(kind, values, fields));
    }
  };
  await sendIdentity(other, id, values, send, waiting).catch((error: unknown) => {
    if (!(error instanceof Error && hasStatus(error.cause, 404))) {
      throw error;
    }
  });
  return true;
}

/**
 * Resources of the native plugin use `pulumi import`, because their programs may run on a machine without
 * npm. Otherwise, our command writes a file for `pulumi import --file`.
 */
export function importLine(
  { kind, values, client, parentId, provider }: ResourceContext,
  id?: string,
): string {
  const { connection } = client.settings;
  if (isNativeType(typeOfUrn(textIn(values, hidden.urn) ?? "")) && connection === undefined) {
    const place = parentId === undefined || kind.endpoints.list === undefined ? "" : `${parentId}/`;
    return [
      `pulumi import ${nativeToken(kind.name)} <name>`,
      id === undefined ? `${place}<id>` : shellWord(place + id),
      ...(provider === undefined ? [] : [`--provider ${shellWord(provider)}=<urn>`]),
    ].join(" ");
  }
  return [
    `npx workspace-gateway import-file ${kind.name} <name> --id ${id === undefined ? "<id>" : shellWord(id)}`,
    ...(parentId === undefined ? [] : [`--workspace-id ${shellWord(parentId)}`]),
    ...(connection === undefined ? [] : [`--connection ${shellWord(connection)}`]),
  ].join(" ");
}
