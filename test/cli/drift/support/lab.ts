import { expect } from "vitest";
import type { IgnoreRule } from "../../../../cli/drift/drift.js";
import { findDrift } from "../../../../cli/drift/find-drift.js";
import type { DriftStack } from "../../../../cli/drift/managed.js";
import { driftJson } from "../../../../cli/drift/print.js";
import { readStackState } from "../../../../cli/stack/stack-state.js";
import { kinds } from "../../../../provider/every-kind.js";
import { systemIo } from "../../../../provider/io/io.js";
import { Session } from "../../../../provider/lifecycle/session.js";
import type { Field } from "../../../../provider/spec/field.js";
import type { Kind } from "../../../../provider/spec/kind.js";
import { secretEnvelope, type Values } from "../../../../provider/spec/values.js";
import type { Json } from "../../../../provider/text/json.js";
import type { Stack } from "../../../contract/support/stack.ts";
import type { World } from "../../../contract/support/world.ts";

type Secrets = "shown" | "encrypted";

interface ExportOptions {
  readonly stack?: string;
  readonly secrets?: Secrets;
  /** Names of properties that the program made secret, by logical name. */
  readonly marked?: Readonly<Record<string, readonly string[]>>;
  readonly more?: Readonly<Record<string, object>>;
  readonly pending?: readonly object[];
}

export function exportOf(
  { resources }: Pick<Stack, "resources">,
  { stack = "prod", secrets = "shown", marked = {}, more = {}, pending = [] }: ExportOptions = {},
): string {
  const written = [...resources].map(([name, { kind, id, inputs, outputs }]) => {
    const spec = kinds.find((each) => each.name === kind) ?? expect.unreachable(`no kind ${kind}`);
    const seal = (values: Values) =>
      Object.fromEntries(
        Object.entries(values).map(([property, value]) => {
          const isSecret =
            (spec.fields.get(property) ?? spec.outputFields.get(property))?.secret === true ||
            marked[name]?.includes(property) === true;
          const { value: _, ...envelope } = secretEnvelope(value);
          const plaintext = secrets === "shown" ? { plaintext: JSON.stringify(value) } : {};
          return [property, isSecret ? { ...envelope, ciphertext: "v1:x", ...plaintext } : value];
        }),
      );
    const type = `pulumi-nodejs:dynamic/workspace-gateway:${kind}`;
    const urn = `urn:pulumi:${stack}::shop::${type}::${name}`;
    return { urn, type, id, inputs: seal(inputs), outputs: seal(outputs), ...more[name] };
  });
  const type = "pulumi:pulumi:Stack";
  const root = { urn: `urn:pulumi:${stack}::shop::${type}::shop-${stack}`, type };
  const deployment = { resources: [root, ...written], pending_operations: pending };
  return JSON.stringify({ version: 3, deployment });
}

export async function upTeam({ stack }: World, name = "team", title = "Team"): Promise<string> {
  await stack.up(name, "Workspace", { name: title });
  return stack.resource(name).id;
}

export async function upPrompt({ stack, refs }: World, name: string, more: Values = {}): Promise<string> {
  await stack.up(name, "Prompt", { workspaceId: refs.workspaceId, name, content: "a", ...more });
  return stack.resource(name).id;
}

/** A stack as the core of the command takes it. Each call is a process of its own. */
export function driftStack(at: World, options: ExportOptions = {}, session = sessionOf(at)): DriftStack {
  const { stack = "prod" } = options;
  return { name: `shop/${stack}`, state: readStackState(exportOf(at.stack, options), kinds), session };
}

export function sessionOf(at: World): Session {
  return new Session(kinds, at.env, { ...systemIo, warn: () => {}, progress: () => {} });
}

export async function driftOf(at: World, options: ExportOptions = {}, rules: readonly IgnoreRule[] = []) {
  return driftJson((await findDrift({ stacks: [driftStack(at, options)], kinds, rules })).drift);
}

export async function undeclaredDriftOf(at: World, options: ExportOptions = {}) {
  const stacks = [driftStack(at, options)];
  return driftJson((await findDrift({ stacks, kinds, rules: [], undeclaredProperties: true })).drift);
}

type DriftJson = ReturnType<typeof driftJson>;

export const changes = ({ changed }: Pick<DriftJson, "changed">) => namesIn(changed);

export function namesIn(objects: DriftJson["changed"] = []): Record<string, string[]> {
  return Object.fromEntries(objects.map(({ name, fields }) => [name, fields.map((field) => field.name)]));
}

/** Changes `it` past every endpoint, so that it also reaches what the API cannot update. */
export function edit(at: World, kind: Kind, field: Field, value: Json): void {
  const stored = typeof value === "boolean" ? Number(value) : value;
  const text = typeof stored === "object" && stored !== null ? JSON.stringify(stored) : stored;
  const table = kind.endpoints.list?.split("/").at(-1) ?? "workspaces";
  const sql = `UPDATE "${table}" SET "${field.readFrom}" = ? WHERE id = ?`;
  const { changes: count } = at.gateway.db.prepare(sql).run(text, at.stack.resource("it").id);
  expect(count).toBe(1);
}
