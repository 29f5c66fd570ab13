import { idOf, type Reply, RequestError } from "../client/exchange.js";
import type { Field } from "../spec/field.js";
import type { Values } from "../spec/values.js";
import type { JsonObject } from "../text/json.js";
import { importLine } from "./conflicts.js";
import { alteredFields, bodyOf, closest, described, differences, isNamesake } from "./rows.js";
import { identityOf, type ResourceContext } from "./session.js";
import { modify } from "./write.js";

/**
 * After the gateway refused a second object of the same name: finds the first one,
 * and takes it over or says how to.
 */
export async function conflict(
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
    "The gateway cut the list of its kind, so it is not known which object is in the way: " +
    "look for it in the console.";
  throw complete ? refused : new Error(`${refused.message} ${advice}`, { cause: refused });
}

/**
 * Takes over an existing object of the name if the program or the stack asked for it: of several the one that is most like
 * what is declared. Else it fails and says what to do.
 */
export async function takeOver(
  context: ResourceContext,
  declared: Values,
  existing: readonly JsonObject[],
  refused?: RequestError,
): Promise<Obtained> {
  const { kind, client, registry, collection } = context;
  const isOfProgram = (row: JsonObject) => {
    const id = idOf(row) ?? "";
    return registry.held(collection, id) || registry.created(collection, id);
  };
  const [row, ...others] = closest(
    kind,
    declared,
    existing.filter((each) => !isOfProgram(each)),
  );
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
  const isOnItsWayOut = unchangeable !== undefined && registry.left(collection, id);
  if (policy === "never" || (policy === "identical" && altered.length > 0) || isOnItsWayOut) {
    throw new Error(existsAlready(context, id, policy === "identical" ? altered : []), { cause: refused });
  }
  if (unchangeable !== undefined) {
    throw new Error(
      `${context.label} exists with id ${id}, but differs in ${unchangeable.name}, ` +
        "which cannot be changed in place: declare the live value, or delete the object.",
    );
  }
  if (!registry.stranger(collection, id) || !registry.claim(collection, id)) {
    throw managedElsewhere(context, id, refused);
  }
  // What comes after this of the same name has to know what is declared of the object, and not what it shows as yet.
  registry.planned.declare(kind, id, declared);
  const different = policy === "identical" ? [] : differences(kind, declared, row);
  const obtained = await sendDifferences(context, id, declared, row, different);
  context.warn(
    `${context.label} existed already, with id ${id}, and is taken over: ` +
      "destroying the resource deletes it. The resource option `retainOnDelete: true` keeps it.",
  );
  return obtained;
}

function managedElsewhere(context: ResourceContext, id: string, cause?: RequestError): Error {
  const { name, distinguishedBy } = context.kind;
  if (cause !== undefined && distinguishedBy !== undefined) {
    const why = `The ${name} with id ${id}, which another resource of this program has, has that name.`;
    const chain = `Let the two differ in ${distinguishedBy.join(" or ")} (a chain).`;
    const strict =
      `If they do already, this gateway takes only one ${name} of each name: ` +
      "take one of the two out of the program, or give it another name.";
    return new Error([cause.message, why, chain, strict].join(" "), { cause });
  }
  return new Error(
    `${context.label} with id ${id} is managed by another resource of this program already: ` +
      "one object cannot be two resources. Take one of the two out of the program, or give it another name.",
    { cause },
  );
}

/** Sends what differs, and what the gateway never shows. Of a kind without update nothing differs here. */
async function sendDifferences(
  context: ResourceContext,
  id: string,
  declared: Values,
  row: JsonObject,
  different: readonly Field[],
): Promise<Obtained> {
  const { kind } = context;
  const fields = [...kind.fields.values()];
  const neverShown = fields.filter((field) => field.writeOnly && declared[field.name] !== undefined);
  const send = new Set([...different, ...neverShown]);
  const body = bodyOf(
    kind,
    declared,
    fields.filter((field) => send.has(field)),
  );
  if (kind.endpoints.patch === undefined || Object.keys(body).length === 0) {
    return { id, row };
  }
  for (const { name } of neverShown) {
    context.warn(`${context.label}: the gateway never shows ${name}, so the declared value is sent to it.`);
  }
  return { id, row: await modify(context, id, "PATCH", body) };
}

function severalExist(context: ResourceContext, rows: readonly JsonObject[]): string {
  const { kind } = context;
  const { distinguishedBy = [] } = kind;
  return [
    `${context.label} exists already: ${rows.length} objects have that name, with the ids`,
    `${rows.map((row) => described(kind, row)).join(", ")}. Nothing that is declared tells which one is meant.${unchanged(context)}`,
    "What you can do:",
    ...(distinguishedBy.length === 0
      ? []
      : [`declare what tells them apart (${distinguishedBy.join(" or ")});`]),
    `import one of them with \`${importLine(context)}\`;`,
    "else give the resource another name.",
  ].join(" ");
}

function existsAlready(context: ResourceContext, id: string, different: readonly Field[]): string {
  const { kind, registry, collection } = context;
  if (registry.left(collection, id)) {
    return [
      `${context.label} cannot be created: an object that is to be replaced, with id ${id}, still has its name.${unchanged(context)}`,
      "What you can do:",
      "if this is its replacement, set the resource option `deleteBeforeReplace: true`" +
        `${kind.overlap === undefined ? "" : `, and leave out \`${kind.overlap.input}\``};`,
      "if another resource gives up the name, let it do so in a `pulumi up` of its own before this one gets it;",
      "of two that exchange names, one needs a third name for that time;",
      "if `retainOnDelete` keeps the object, give it another name in the console, or delete it there.",
    ].join(" ");
  }
  const names = different.map((field) => field.name).join(", ");
  const differs = names === "" ? "" : `, and is not identical to what is declared: it differs in ${names}`;
  return [
    `${context.label} exists already, with id ${id}${differs}.${unchanged(context)} What you can do:`,
    'if the resource was only renamed in the program, give it `aliases: [{ name: "<old name>" }]`;',
    ...(hasDeletedOld(context)
      ? []
      : ["if it is being replaced (`--replace`), give it `deleteBeforeReplace: true`;"]),
    ...(kind.distinguishedBy === undefined
      ? []
      : [
          `to have both (a chain), let them differ in ${kind.distinguishedBy.join(" or ")}, manage that one by a resource of ` +
            "its own, and let this one depend on that one (`dependsOn`);",
        ]),
    "to manage the existing object, set `adopt: true` on the resource",
    "or `pulumi config set workspace-gateway:adopt identical` on the stack,",
    `or import it with \`${importLine(context, id)}\`;`,
    "else give one of the two another name.",
  ].join(" ");
}

/** Whether this run has deleted the object that this one replaces. */
function hasDeletedOld({ kind, registry, values }: ResourceContext): boolean {
  return registry.replacedBy(identityOf(kind, values) ?? "")?.deleted !== undefined;
}

function unchanged(context: ResourceContext): string {
  return hasDeletedOld(context) ? "" : " Nothing was changed.";
}

/** The object that a resource has got: its id, and the row that the gateway answered with, if any. */
export interface Obtained {
  readonly id: string;
  readonly row?: JsonObject;
  /** The values that the object had before, if a destroy may put them back. */
  readonly found?: Values;
  /**
   * What is wrong with the answer of the create.
   * The object exists and is recorded; then this error is shown.
   */
  readonly problem?: Error;
}

export interface Change {
  /** Declared fields to send, by name. */
  readonly set: Values;
  /** Fields that are no longer declared, and whose default the gateway is asked for. */
  readonly reset: readonly Field[];
  readonly olds: Values;
  readonly news: Values;
}

/** What a source does with the objects of its kinds. */
export interface SourceMethods {
  create(context: ResourceContext, declared: Values): Promise<Obtained>;
  /** The values to keep of an object that is taken over as it is. Fails if the object may not be managed. */
  found?(context: ResourceContext, row: JsonObject): Promise<Values>;
  /** Returns what the gateway answered. Undefined if nothing was sent. */
  update(context: ResourceContext, id: string, change: Change): Promise<JsonObject | undefined>;
  delete(context: ResourceContext, id: string, state: Values): Promise<void>;
}

/**
 * The answer to a POST that may have been carried out, and what is wrong with the answer.
 * Other failures are thrown.
 */
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
