import { expect } from "vitest";
import { createdKinds, secondValue, sentFields, updatableFields } from "./support/samples.ts";
import { test } from "./support/world.ts";

const refusal = (fields: readonly string[]) => {
  const details = fields.map((field) => ({ field, message: "is refused" }));
  return {
    kind: "status",
    status: 400,
    body: { error: { message: "The request is invalid" }, details },
  } as const;
};

test.for(createdKinds)(
  "a refused create of a $name names every field as the program does",
  async ({ kind }, { at }) => {
    const fields = sentFields(kind);
    at.gateway.faults.add({ ...refusal(fields.map(({ sendAs }) => sendAs)), method: "POST" });
    const named = fields.map(({ name }) => `${name}: is refused`).join("; ");
    const up = at.up(kind, at.full(kind));
    await expect(up).rejects.toThrow(`400: The request is invalid; ${named}`);
  },
);

test.for(updatableFields)(
  "a refused update names $title as the program does",
  async ({ kind, field }, { at }) => {
    await at.up(kind, at.full(kind));
    for (const method of ["PATCH", "PUT"] as const) {
      at.gateway.faults.add({ ...refusal([field.sendAs]), method });
    }
    const changed = { ...at.full(kind), [field.name]: secondValue(kind, at.refs, field) };
    const up = at.up(kind, changed);
    await expect(up).rejects.toThrow(`400: The request is invalid; ${field.name}: is refused`);
  },
);
