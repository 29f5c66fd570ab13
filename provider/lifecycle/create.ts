import {
  hasStatus,
  idOf,
  itemOf,
  type Reply,
  RequestError,
  type Rows,
  withAdvice,
} from "../client/exchange.js";
import { lookAgain } from "../io/io.js";
import type { Field } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import type { Values } from "../spec/values.js";
import { defined, type JsonObject } from "../text/json.js";
import { anyOf, messageOf, withoutEndSlashes } from "../text/words.js";
import type { Obtained } from "./adopted.js";
import { ConflictCheck, importLine, untilIdentityIsFree, updateHolderFirst } from "./conflicts.js";
import { accountMark, assertAccountAllowed } from "./observe.js";
import {
  alteredFields,
  bodyOf,
  clockSlack,
  closest,
  described,
  differences,
  isAnother,
  isAsDeclared,
  isNamesake,
  rowsMeant,
  timeIn,
} from "./rows.js";
import { belongsToAnother, identityOf, naturalKeyOf, type ResourceContext } from "./session.js";
import { patch } from "./write.js";

/**
 * Creates an object, or takes over an existing object with the same name. `ConflictCheck` and
 * `updateHolderFirst` (conflicts.ts) look for such an object before the POST. If the gateway still responds
 * with 409:
 *
 * 1. `untilIdentityIsFree` (conflicts.ts) repeats the POST for a while if this run deleted an object with
 *    that name.
 * 2. `takeOverNamesake` finds the existing object. `takeOver` takes it over if the program or the stack
 *    allows it. Otherwise `existsAlready`, `severalExist` or `managedElsewhere` tells the user what to do.
 * 3. `putBack` (handlers.ts) recreates the old object if this run deleted it for this replacement.
 *
 * `changeIdentity` (conflicts.ts) handles a 409 response to an update.
 */
export async function createOrTakeOver(context: ResourceContext, declared: Values): Promise<Obtained> {
  const { kind, registry, collection } = context;
  await assertAccountAllowed(context);
  // An object that belongs to no workspace belongs to an account, and each account has its own names.
  const account = kind.endpoints.parent === undefined ? await accountMark(context) : undefined;
  const identity = identityOf(kind, declared);
  const place = `named ${account ?? ""} ${identity}`;
  if (identity !== undefined && registry.take(collection, place, "created") !== "nobody") {
    throw new Error(belongsToAnother(context));
  }
  const conflicts = new ConflictCheck(context, declared, account);
  await conflicts.settled();
  // POSTs with the same name run one at a time, so a lost response cannot belong to a different POST.
  return registry.inTurn(collection, `named ${naturalKeyOf(kind, declared)}`, async () => {
    const existing: JsonObject[] = [];
    for (const row of await conflicts.rows()) {
      existing.push(...((await updateHolderFirst(context, declared, idOf(row) ?? "")) ? [] : [row]));
    }
    if (existing.length > 0) {
      return takeOver(context, declared, existing);
    }
    return postObject(context, declared).catch((error: unknown) => {
      if (hasStatus(error, 409)) {
        // The new object may conflict with the object that it replaces for a reason other than the name.
        const replaced = registry.replacedBy(identity ?? "");
        const advice =
          `If the new object conflicts with the ${kind.name} that it replaces (id ${replaced?.id}), set the resource option ` +
          "`deleteBeforeReplace: true`.";
        const isThere = replaced !== undefined && replaced.deleted === undefined;
        return takeOverNamesake(context, declared, isThere ? withAdvice(error, advice) : error);
      }
      throw error;
    });
  });
}

/** Creates the object. If the response is lost or broken, finds the new object and records it. */
export async function postObject(context: ResourceContext, declared: Values): Promise<Obtained> {
  const { kind, client, registry, collection } = context;
  const began = client.io.now();
  client.lists.write(collection);
  try {
    const exchange = context.write("POST", kind.endpoints.create ?? "", bodyOf(kind, declared));
    const { reply, problem } = await untilIdentityIsFree(context, declared, () =>
      answered(client.send(exchange)),
    );
    const row = reply && itemOf(reply);
    const id = idOf(row) ?? (reply && idInLocation(reply, exchange.path));
    const found = id === undefined ? await recover(context, declared, began, problem) : undefined;
    const createdId = id ?? idOf(found) ?? "";
    registry.recordCreate(collection, createdId);
    return {
      id: createdId,
      ...defined({ row: row === undefined && found === undefined ? undefined : { ...row, ...found } }),
      // If the object was found, a lost response is not a problem.
      ...defined({ problem: reply === undefined ? undefined : problem }),
    };
  } finally {
    client.lists.write(collection);
  }
}

/** The response to a POST that may have taken effect, and its problem, if any. Throws all other errors. */
export async function answered(sending: Promise<Reply>): Promise<{ reply?: Reply; problem?: RequestError }> {
  try {
    return { reply: await sending };
  } catch (error) {
    if (error instanceof RequestError && error.failure.answer !== undefined) {
      return { reply: error.failure.answer(), problem: error };
    }
    if (error instanceof RequestError && error.outcome === "unknown") {
      return { problem: error };
    }
    throw error;
  }
}

/** The id in a `Location` that points to an object of the collection. Any other `Location` is ignored. */
function idInLocation({ headers: { location } }: Reply, collection: string): string | undefined {
  const [place = ""] = location?.split(/[?#]/) ?? [];
  const segments = withoutEndSlashes(place).split("/");
  const id = segments.pop();
  const last = collection.split("/").at(-1);
  if (id === undefined || id === "" || segments.at(-1) !== last) {
    return undefined;
  }
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined; // invalid encoding: `recover` finds the object by its name
  }
}

/**
 * Finds the object that a POST created, for a response that was lost or has no id. Exactly one object must match.
 * Otherwise, the user must decide. `began` is by our clock, because the clock offset may be known only once
 * the list has been read.
 */
async function recover(
  context: ResourceContext,
  declared: Values,
  began: number,
  lost?: RequestError,
): Promise<JsonObject> {
  const { kind, client, registry, collection, label } = context;
  const name = naturalKeyOf(kind, declared) ?? "";
  const doubted = registry.doubted(collection, name);
  const what =
    lost === undefined
      ? `${label}: the gateway accepted the create request, but did not return an id.`
      : `${lost.message} ${label} may have been created.`;
  const advice =
    "Run `pulumi up` again. If the object exists after all, the run reports its id and changes nothing. " +
    // Whole seconds are enough, because recovery tolerates a small offset.
    `To add the object to the state, first run \`npx workspace-gateway recover --since ${new Date(began).toISOString().split(".")[0]}Z\`.`;
  const candidates = async (): Promise<Rows> => {
    const { rows, complete } = await context.rows().catch((error) => {
      const words = `The object may exist, but the search for it failed: ${messageOf(error)}`;
      throw new Error(`${what} ${words} ${advice}`, { cause: lost ?? error });
    });
    const since = client.serverTime(began) - clockSlack;
    const ours = rows.filter((row) => {
      const id = idOf(row) ?? "";
      const isFree = registry.stranger(collection, id) && !registry.held(collection, id);
      const isNew = (timeIn(kind, row, "created") ?? Number.NEGATIVE_INFINITY) >= since;
      return isFree && isNew && !doubted.some((other) => isRather(kind, other, declared, row));
    });
    return { rows: rowsMeant(kind, declared, ours), complete };
  };
  // An inexact match may be a different object with the same name.
  const isSure = ({ rows }: Rows) =>
    rows.some((row) => kind.distinguishedBy === undefined || isAsDeclared(kind, declared, row));
  try {
    const isMissing = (seen: Rows) => !isSure(seen) && kind.endpoints.list !== undefined;
    const { rows, complete } = await lookAgain(client.io, candidates, isMissing, { times: 3, pause: 500 });
    const [found, ...more] = rows;
    if (found === undefined) {
      const seen = complete ? "was found" : "appears in the part of the list that the gateway returned";
      throw new Error(
        `${what} No new object that matches the declaration ${seen}, so none was recorded. ${advice}`,
        { cause: lost },
      );
    }
    if (more.length > 0) {
      throw new Error(
        `${what} ${rows.length} new objects match the declaration (ids ${rows.map(idOf).join(", ")}), so none was recorded. ` +
          "Delete all but one of them, then run `pulumi up` with `adopt: true` on the resource.",
        { cause: lost },
      );
    }
    return found;
  } catch (error) {
    registry.doubt(collection, name, declared);
    throw error;
  }
}

/** Whether the row may belong to a different POST with this name but more distinguishing values. */
function isRather(kind: Kind, other: Values, declared: Values, row: JsonObject): boolean {
  const { distinguishedBy = [] } = kind;
  const tellsMore = distinguishedBy.some((name) => declared[name] === undefined && other[name] !== undefined);
  return tellsMore && !isAnother(kind, other, row);
}

async function takeOverNamesake(
  context: ResourceContext,
  declared: Values,
  refused: RequestError,
): Promise<Obtained> {
  const { rows, complete } = await context.rows();
  const existing = rows.filter((row) => isNamesake(context.kind, declared, row));
  if (existing.length > 0) {
    return takeOver(context, declared, existing, refused);
  }
  const advice =
    "The gateway truncated the list of these objects, so the existing object could not be identified. " +
    "Look for it in the console.";
  throw complete ? refused : new Error(`${refused.message} ${advice}`, { cause: refused });
}

async function takeOver(
  context: ResourceContext,
  declared: Values,
  existing: readonly JsonObject[],
  refused?: RequestError,
): Promise<Obtained> {
  const { kind, client, registry, collection } = context;
  const free = existing.filter((each) => {
    const id = idOf(each) ?? "";
    return !registry.held(collection, id) && !registry.at(collection, id).created;
  });
  const [row, ...others] = closest(kind, declared, free);
  if (row === undefined) {
    throw managedElsewhere(context, idOf(closest(kind, declared, existing)[0]) ?? "", refused);
  }
  if (others.length > 0) {
    throw new Error(severalExist(context, [row, ...others]), { cause: refused });
  }
  const id = idOf(row) ?? "";
  const policy = declared.adopt === true ? "always" : client.settings.adopt;
  const altered = alteredFields(kind, declared, row);
  const unchangeable = altered.find((field) => field.replace || kind.endpoints.patch === undefined);
  const isOnItsWayOut = unchangeable !== undefined && registry.at(collection, id).leaving;
  if (policy === "never" || (policy === "identical" && altered.length > 0) || isOnItsWayOut) {
    throw new Error(existsAlready(context, id, policy === "identical" ? altered : []), { cause: refused });
  }
  if (unchangeable !== undefined) {
    throw new Error(
      `${context.label} already exists with id ${id}, but differs in ${unchangeable.name}, which cannot be changed in place. ` +
        "Declare the live value, or delete the object.",
    );
  }
  if (!registry.stranger(collection, id) || registry.take(collection, id, "claimed") !== "nobody") {
    throw managedElsewhere(context, id, refused);
  }
  // Later resources with the same name are compared with this declaration, not with the object's old values.
  registry.planned.declare(kind, id, declared);
  const different = policy === "identical" ? [] : differences(kind, declared, row);
  const neverShown = [...kind.fields.values()].filter(
    ({ name, writeOnly }) => writeOnly && kind.endpoints.patch !== undefined && declared[name] !== undefined,
  );
  for (const { name } of neverShown) {
    context.warn(`${context.label}: the gateway never shows ${name}, so the declared value is sent.`);
  }
  const answer = await patch(context, id, bodyOf(kind, declared, [...different, ...neverShown]));
  context.warn(
    `${context.label} already existed with id ${id} and was taken over. ` +
      "Destroying the resource deletes the object, unless the resource option `retainOnDelete: true` is set.",
  );
  return { id, row: answer ?? row };
}

function managedElsewhere(context: ResourceContext, id: string, cause?: RequestError): Error {
  const { name, distinguishedBy } = context.kind;
  const words = [belongsToAnother(context, { id })];
  if (cause !== undefined && distinguishedBy !== undefined) {
    words.unshift(cause.message);
    words.push(
      `If the two objects already differ in ${anyOf(distinguishedBy)}, this gateway accepts only one ${name} per name. ` +
        "Give one of the two a different name.",
    );
  }
  return new Error(words.join(" "), { cause });
}

function severalExist(context: ResourceContext, rows: readonly JsonObject[]): string {
  const { kind } = context;
  const { distinguishedBy = [] } = kind;
  return withOptions(
    `${context.label} already exists: ${rows.length} objects have that name, with the ids ` +
      `${rows.map((row) => described(kind, row)).join(", ")}. The declared values do not identify one of them.${unchanged(context)}`,
    [
      ...(distinguishedBy.length === 0
        ? []
        : [`Declare the value that distinguishes them (${anyOf(distinguishedBy)}).`]),
      `Import one of them with \`${importLine(context)}\`.`,
      "Give the resource a different name.",
    ],
  );
}

function existsAlready(context: ResourceContext, id: string, different: readonly Field[]): string {
  const { kind, registry, collection } = context;
  if (registry.at(collection, id).leaving) {
    return withOptions(
      `${context.label} cannot be created: an object that will be replaced (id ${id}) still has its name.${unchanged(context)}`,
      [
        "If this is its replacement, set the resource option `deleteBeforeReplace: true`" +
          `${kind.overlap === undefined ? "" : `, and omit \`${kind.overlap.input}\``}.`,
        "If another resource gives up the name, rename that resource first, in a separate `pulumi up`.",
        "To swap names, first give one of the two a temporary name.",
        "If `retainOnDelete` keeps the object, rename or delete it in the console.",
      ],
    );
  }
  const names = different.map((field) => field.name).join(", ");
  const differs = names === "" ? "" : `, but differs from the declaration in ${names}`;
  return withOptions(`${context.label} already exists, with id ${id}${differs}.${unchanged(context)}`, [
    'If the resource was only renamed in the program, give it `aliases: [{ name: "<old name>" }]`.',
    ...(hasDeletedOld(context)
      ? []
      : ["If the resource is being replaced (`--replace`), give it `deleteBeforeReplace: true`."]),
    "To manage the existing object, set `adopt: true` on the resource, " +
      "run `pulumi config set workspace-gateway:adopt identical` for the stack, " +
      `or import it with \`${importLine(context, id)}\`.`,
    ...(kind.distinguishedBy === undefined
      ? []
      : [
          `To keep both objects (as a chain), make them differ in ${anyOf(kind.distinguishedBy)}, manage the existing one with a ` +
            "resource of its own, and make this resource depend on that one (`dependsOn`).",
        ]),
    "Otherwise, give one of the two a different name.",
  ]);
}

function withOptions(problem: string, options: readonly string[]): string {
  return [`${problem} What you can do:`, ...options.map((option) => `- ${option}`)].join("\n");
}

function hasDeletedOld({ kind, registry, values }: ResourceContext): boolean {
  return registry.replacedBy(identityOf(kind, values) ?? "")?.deleted !== undefined;
}

function unchanged(context: ResourceContext): string {
  return hasDeletedOld(context) ? "" : " Nothing was changed.";
}
