import { expect } from "vitest";
import type { ExportInput } from "../../../../cli/export/exported-program.js";
import type { Declarable, LiveObject } from "../../../../cli/live/live-account.js";
import { kinds } from "../../../../provider/every-kind.js";
import { Session } from "../../../../provider/lifecycle/session.js";
import { type Field, snakeCase } from "../../../../provider/spec/field.js";
import type { Kind } from "../../../../provider/spec/kind.js";
import type { Values } from "../../../../provider/spec/values.js";

const session = new Session(kinds, {
  WORKSPACE_GATEWAY_BASE_URL: "http://127.0.0.1:9/api/v1",
  WORKSPACE_GATEWAY_ACCESS_TOKEN: "t",
});

/** An object as `declarable` gives it, without a gateway. */
export function anObject(name: string, id: string, declared: Values, holder?: LiveObject): Declarable {
  const kind: Kind =
    kinds.find((each) => each.name === name) ?? expect.unreachable(`there is no kind ${name}`);
  const { parent } = kind.endpoints;
  const values = parent === undefined || holder === undefined ? {} : { [parent.field]: holder.id };
  const all = { ...values, ...declared };
  const row = Object.fromEntries(Object.entries(all).map(([key, value]) => [snakeCase(key), value]));
  const outputs = kind.outputFields.has("gatewayName")
    ? { gatewayName: `route/${String(declared.apiName ?? declared.name)}` }
    : {};
  const unread = [...kind.fields.values()].filter((field: Field) => field.writeOnly);
  const object = { kind, id, row, context: session.context(kind, values) };
  return {
    object: holder === undefined ? object : { ...object, holder },
    imported: { declared: all, outputs: { ...all, ...outputs }, unread, strange: [] },
  };
}

export function exportOf(objects: readonly Declarable[], more: Partial<ExportInput> = {}): ExportInput {
  return { project: "my-gateway", kinds, objects, strays: [], keys: "required", ...more };
}
