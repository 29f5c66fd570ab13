import type { GatewayError } from "../client/errors.js";
import type { JsonObject } from "../client/json.js";
import { idOf } from "../client/rows.js";
import { bodyOf, differences, isNamesake } from "./rows.js";
import type { Obtained } from "./source.js";
import type { Target } from "./target.js";
import type { Values } from "./values.js";
import { modify } from "./write.js";

/** The gateway refused to create a second object of the same name: find the first, and take it over or say how. */
export async function conflict(target: Target, declared: Values, refused: GatewayError): Promise<Obtained> {
  const { list } = target.kind.endpoints;
  const { rows } = list === undefined ? { rows: [] } : await target.client.rows(target.read(list));
  const rival = rows.find((row) => isNamesake(target.kind, declared, row));
  if (rival === undefined) {
    throw refused;
  }
  return takeOver(target, declared, rival, refused);
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
  const wanted = declared.adopt === true ? "always" : client.settings.adopt;
  const hasWriteOnly = [...kind.fields.values()].some(
    (field) => field.writeOnly && declared[field.name] !== undefined,
  );
  const different = differences(kind, declared, row);
  if (wanted === "never" || (wanted === "identical" && (different.length > 0 || hasWriteOnly))) {
    throw new Error(existsAlready(target, id, wanted), { cause: refused });
  }
  const fixed = different.find((field) => field.replace || kind.endpoints.patch === undefined);
  if (fixed !== undefined) {
    throw new Error(
      `${target.label} exists with id ${id}, but differs in ${fixed.name}, which cannot be changed in place: ` +
        "declare the live value, or delete the object.",
    );
  }
  if (!ledger.stranger(collection, id) || !ledger.claim(collection, id)) {
    throw new Error(`${target.label} with id ${id} is managed by another resource of this program already.`);
  }
  return bringInLine(
    target,
    id,
    declared,
    row,
    different.map((field) => field.name),
  );
}

/** Sends what differs, and what cannot be compared; where nothing can be updated, nothing differs. */
async function bringInLine(
  target: Target,
  id: string,
  declared: Values,
  row: JsonObject,
  names: string[],
): Promise<Obtained> {
  const { kind } = target;
  const writeOnly = [...kind.fields.values()].filter((field) => field.writeOnly).map((field) => field.name);
  const send = new Set([...names, ...writeOnly]);
  const body = bodyOf(kind, Object.fromEntries(Object.entries(declared).filter(([name]) => send.has(name))));
  const nothing = kind.endpoints.patch === undefined || Object.keys(body).length === 0;
  return { id, row: nothing ? row : await modify(target, id, "PATCH", body) };
}

function existsAlready(target: Target, id: string, wanted: string): string {
  const differs = wanted === "identical" ? " and is not identical to what is declared" : "";
  return [
    `${target.label} exists already, with id ${id}${differs}. Nothing was changed. Ways on:`,
    'if the resource was only renamed in the program, give it `aliases: [{ name: "<old name>" }]`;',
    "to manage the existing object, set `adopt: true` on the resource or `pulumi config set workspace-gateway:adopt identical` on the stack,",
    "or import it (`workspace-gateway import-file` writes the file for `pulumi import --file`); else give one of the two another name.",
  ].join(" ");
}
