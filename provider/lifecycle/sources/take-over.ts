import { idOf } from "../../client/answers.js";
import type { GatewayError } from "../../client/http/errors.js";
import type { Field } from "../../spec/field.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { importLine } from "../objects/import-line.js";
import { modify } from "../objects/write.js";
import type { Target } from "../operation/target.js";
import { bodyOf, differences, isNamesake } from "../state/row.js";
import { allInputs } from "../state/state.js";
import type { Obtained } from "./verbs.js";

/** The gateway refused to create a second object of the same name: find the first, and take it over or say how. */
export async function conflict(target: Target, declared: Values, refused: GatewayError): Promise<Obtained> {
  const { list } = target.kind.endpoints;
  const none = { rows: [], complete: true };
  const { rows, complete } = list === undefined ? none : await target.client.rows(target.read(list));
  const rival = rows.find((row) => isNamesake(target.kind, declared, row));
  if (rival !== undefined) {
    return takeOver(target, declared, rival, refused);
  }
  const advice =
    "The list of its kind was cut, so what is in the way cannot be named: look for it in the console.";
  throw complete ? refused : new Error(`${refused.message} ${advice}`, { cause: refused });
}

/** Takes over an existing object if the program or the stack asked for it; else fails and names the ways on. */
export async function takeOver(
  target: Target,
  declared: Values,
  row: JsonObject,
  refused?: GatewayError,
): Promise<Obtained> {
  const { kind, client, ledger, collection } = target;
  const id = idOf(row) ?? "";
  if (ledger.held(collection, id)) {
    throw managed(target, id, refused);
  }
  const wanted = declared.adopt === true ? "always" : client.settings.adopt;
  const different = differences(kind, declared, row);
  if (wanted === "never" || (wanted === "identical" && different.length > 0)) {
    throw new Error(existsAlready(target, id, wanted === "identical" ? different : []), { cause: refused });
  }
  const fixed = different.find((field) => field.replace || kind.endpoints.patch === undefined);
  if (fixed !== undefined) {
    throw new Error(
      `${target.label} exists with id ${id}, but differs in ${fixed.name}, which cannot be changed in place: ` +
        "declare the live value, or delete the object.",
    );
  }
  if (!ledger.stranger(collection, id) || !ledger.claim(collection, id)) {
    throw managed(target, id, refused);
  }
  const obtained = await bringInLine(target, id, declared, row, different);
  target.warn(
    `${target.label} existed already, with id ${id}, and is taken over: destroying the resource deletes it; the resource ` +
      "option `retainOnDelete: true` keeps it.",
  );
  return obtained;
}

function managed(target: Target, id: string, cause?: GatewayError): Error {
  return new Error(
    `${target.label} with id ${id} is managed by another resource of this program already: one object cannot be two resources. ` +
      "Take one of them out, or give it another name.",
    { cause },
  );
}

/** Sends what differs, and what the gateway never shows; where nothing can be updated, nothing differs. */
async function bringInLine(
  target: Target,
  id: string,
  declared: Values,
  row: JsonObject,
  different: readonly Field[],
): Promise<Obtained> {
  const { kind } = target;
  const unseen = [...kind.fields.values()].filter(
    (field) => field.writeOnly && declared[field.name] !== undefined,
  );
  const send = new Set([...different, ...unseen].map((field) => field.name));
  const body = bodyOf(kind, Object.fromEntries(Object.entries(declared).filter(([name]) => send.has(name))));
  if (kind.endpoints.patch === undefined || Object.keys(body).length === 0) {
    return { id, row };
  }
  for (const { name } of unseen) {
    target.warn(`${target.label}: the gateway never shows ${name}, so the declared value is sent to it.`);
  }
  return { id, row: await modify(target, id, "PATCH", body), before: allInputs(kind, row) };
}

function existsAlready(target: Target, id: string, different: readonly Field[]): string {
  const { kind, ledger, collection } = target;
  if (ledger.left(collection, id)) {
    return (
      `${target.label} cannot be created: the object that it is to replace, with id ${id}, still has its name. Nothing was changed. ` +
      `Set the resource option \`deleteBeforeReplace: true\`${kind.overlap === undefined ? "" : `, and leave out \`${kind.overlap.input}\``}.`
    );
  }
  const names = different.map((field) => field.name).join(", ");
  const differs = names === "" ? "" : `, and is not identical to what is declared: it differs in ${names}`;
  return [
    `${target.label} exists already, with id ${id}${differs}. Nothing was changed. Ways on:`,
    'if the resource was only renamed in the program, give it `aliases: [{ name: "<old name>" }]`;',
    "if it is being replaced (`--replace`), give it `deleteBeforeReplace: true`;",
    "to manage the existing object, set `adopt: true` on the resource or `pulumi config set workspace-gateway:adopt identical` on the stack,",
    `or import it with \`${importLine(target, id)}\`; else give one of the two another name.`,
  ].join(" ");
}
