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
 * The objects from before this run that a new object of their name would be a second one of. One read of the list serves
 * all objects of the collection. If this run created the workspace, nothing is read: nobody else has created anything in it.
 */
export class ConflictCheck {
  private readonly identity: string;
  /** The rows of the name in the list that was read once: it may be long, and is looked through once for each object. */
  private surveyed: readonly JsonObject[] | undefined;

  constructor(
    private readonly context: ResourceContext,
    private readonly declared: Values,
    /** The mark of the account, if the object belongs to no workspace. */
    private readonly account: string | undefined,
  ) {
    this.identity = identityOf(context.kind, declared) ?? "";
  }

  /**
   * Waits a moment while an object that is unlike the declared one has its name and belongs to nobody yet: the engine may be
   * about to say that another resource of the program has it.
   */
  async settled(): Promise<void> {
    const { kind, client, registry, collection } = this.context;
    if (kind.distinguishedBy === undefined) {
      return;
    }
    const mayGetAnOwner = (row: JsonObject) => {
      const id = idOf(row) ?? "";
      const isNobodys = !registry.held(collection, id) && !registry.at(collection, id).leaving;
      const isUnlike = isAnother(kind, this.declared, row) || !isAsDeclared(kind, this.declared, row);
      return isNobodys && isUnlike;
    };
    await lookAgain(
      client.io,
      () => this.rows(),
      (rows) => rows.some(mayGetAnOwner),
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
    // This run has written the object after the list was read, so it may have another name now.
    const isOutdated = found.some((row) => !registry.stranger(collection, idOf(row) ?? ""));
    const existing = isOutdated
      ? this.namesakesIn((await this.context.rows()).rows).filter(isInTheWay)
      : found;
    if (existing.length === 0 && !complete && !registry.vacated(this.identity)) {
      throw new Error(
        `${this.context.label} was not created: the gateway cut the list of its kind after ${rows.length} rows, ` +
          "so it is not known whether the object exists already. Run `pulumi up` again. " +
          "If the list is cut again, create the object in the console " +
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
    // The object that was deleted for its replacement had this name too, beside the held one.
    const wasBesideIt = isHeld && registry.vacated(this.identity);
    // The object that is being replaced, of a kind that allows its replacement to have the same name beside it.
    const mayExistBeside = overlaps(kind, this.declared) && registry.at(collection, id).leaving;
    return notOurs && !wasBesideIt && !mayExistBeside && !this.isOfAnotherResource(id, row);
  }

  /** Whether another resource of the program keeps the object, and declares it so that the two are told apart. */
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
    // What a resource of another process declares is not known here: its object tells.
    return others === undefined
      ? isAnother(kind, this.declared, row)
      : identityOf(kind, others) !== this.identity;
  }
}

/** The gateway keeps the name of an object taken that this process has deleted. */
export class IdentityReserved extends Error {}

const firstPause = 500;
const longestPause = 8000;

/**
 * Sends a request that gives an object the declared name. If this process has deleted an object of that name, the gateway may
 * keep the name taken for a while: then a 409 is repeated, until `retryBudget` is used up.
 */
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
      context.progress("waiting until the name of the deleted object is free");
      if (client.io.now() + pause > deadline || !(await rest(client.io, pause))) {
        throw new IdentityReserved(
          `${error.message} This run has deleted the ${kind.name} with id ${deleted.at(-1)}, and the gateway keeps its name ` +
            "taken. Run `pulumi up` again in a while.",
          { cause: error },
        );
      }
    }
  }
}

/**
 * Gives an object its new name. Another object of the program may still have that name and get a new one in this run. Then the
 * other object gets its new name first, and so on along the chain, in whatever order the engine comes to them.
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
    // Only after the others have ended their work on its name: then the registry knows which name it has.
    await registry.inTurn(collection, id, async () => {
      registry.at(collection, id).hasFinalIdentity = true;
    });
  }
}

/**
 * Sends a name, and once more after those that have it have got their new ones. `waiting`: the objects whose names wait for this
 * one. Changes of one object's name come one after the other, but none of them waits while another object's name is worked on.
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
    // By the list as it is now. More than one only of objects that may have one name.
    const { rows } = await context.rows();
    const namesakes = rows.filter((row) => idOf(row) !== id && isNamesake(kind, declared, row));
    const holders = closest(kind, declared, namesakes);
    const given = await Promise.all(holders.map((holder) => updateHolder(context, holder, [...waiting, id])));
    if (holders[0] !== undefined && !given.includes(true)) {
      // The engine plans a resource that depends on this one only after this one is changed: its rename cannot be seen here.
      const remedy =
        `The ${kind.name} with id ${idOf(holders[0])} has that name. ` +
        "If this program gives that one another name, the resource that has it must not depend on this one in the same run: " +
        "drop the dependency, or give one of the two a third name, run `pulumi up`, and then give both the names that they shall have. " +
        "Else choose another name.";
      throw new RequestError({ ...error.failure, remedy }, { cause: error });
    }
    return sendInTurn();
  });
}

/** Takes the declared name from the object with this id, if it has it still. False if this run gives it no other name. */
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

/**
 * Whether this run gives the object another name, or changes what tells it from others of its name, and has not done so yet: a
 * list that lags may still show the old values.
 */
function isLeavingIdentity(context: ResourceContext, id: string): boolean {
  const { kind, registry, collection } = context;
  return !registry.at(collection, id).hasFinalIdentity && changesAnyOf(context, id, identityFields(kind));
}

/** Whether this run changes one of these inputs of the object, or has done so. */
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

/**
 * Gives an object its new name before the engine updates it, unless it has it already, or is gone.
 * False for an object that keeps its name, and what tells it from others of that name, in this run, or that waits for this name.
 */
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
 * The shell command that imports an object. It has a placeholder for what is not known.
 *
 * Pulumi itself imports through the plugin, whose programs may be on a machine without npm. In all other cases a command of ours
 * writes a file for `pulumi import --file`.
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
