import { test as base, expect } from "vitest";
import { fillPath } from "../../../provider/client/exchange.js";
import { bodyOf } from "../../../provider/lifecycle/rows.js";
import type { Field } from "../../../provider/spec/field.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { isJsonObject } from "../../../provider/text/json.js";
import { type Gateway, startGateway } from "../../gateway/index.ts";
import type { References } from "../../kinds/kind-data.ts";
import { fullInputs, secondInputs, secondValue, sentFields } from "./samples.ts";
import { Stack } from "./stack.ts";
import type { Variants } from "./variants.ts";

type Row = Record<string, unknown>;

export type World = Awaited<ReturnType<typeof world>>;

/** A gateway with a workspace, people, providers and models to refer to, and a stack that is configured for it. */
export async function world(variant: Variants = {}, env: Record<string, string> = {}) {
  const gateway = await startGateway({ port: 0, db: ":memory:", variants: variant });
  const refs = await references(gateway);
  gateway.log.clear();
  const configured: Record<string, string> = { ...environmentOf(gateway), ...env };
  const stack = new Stack(configured);
  const referred = new Set<unknown>(Object.values(refs));
  const own = (kind: Kind) => gateway.rows(tableOf(kind)).filter((row) => row.role !== "OWNER");
  return {
    gateway,
    refs,
    stack,
    env: configured,
    /** The resource that laws are about. */
    get it() {
      return stack.resource("it");
    },
    /** An operation with `it` alone. */
    up: (kind: Kind | string, inputs: Values) => stack.operation().up("it", nameOf(kind), inputs),
    preview: (kind: Kind | string, inputs: Values) => stack.operation().preview("it", nameOf(kind), inputs),
    destroy: () => stack.operation().destroy("it"),
    /** An operation that reads every resource of the stack. */
    refresh: () => stack.operation().refresh(),
    /** Has the next operation make an object of a kind, as `it`, and forgets the requests; returns what is declared. */
    made: async (kind: Kind, inputs: Values = fullInputs(kind, refs)) => {
      await stack.operation().up("it", kind.name, inputs);
      gateway.log.clear();
      return inputs;
    },
    /** A stack with the same resources, whose token is that of another person, or has only some scopes. */
    as: (token: Parameters<Gateway["token"]>[0]) => {
      const other = new Stack({ ...configured, WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(token) });
      for (const [name, resource] of stack.resources) other.resources.set(name, resource);
      return other;
    },
    /** The declared form of an object of a kind that the gateway does not have yet. */
    full: (kind: Kind) => fullInputs(kind, refs),
    /** The same with another value of a field. */
    changed: (kind: Kind, field: Field, inputs: Values = fullInputs(kind, refs)): Values => ({
      ...inputs,
      [field.name]: secondValue(kind, refs, field),
    }),
    /** The gateway's own rows of a kind, from its database, without those that samples refer to. */
    rows: (kind: Kind) => own(kind).filter((each) => !referred.has(each.id)),
    /** The gateway's own row of a resource. */
    row: (kind: Kind, name: string): Row => {
      const { id } = stack.resource(name);
      const found = own(kind).find((each) => each.id === id);
      if (found === undefined) throw new Error(`the gateway has no row ${id}`);
      return found;
    },
    /** The ids of the gateway's rows that inputs mean, by what tells the two samples of a kind apart. */
    idsOf: (kind: Kind, inputs: Values) => {
      const wanted = meant(gateway, kind, inputs);
      const ours = own(kind).filter((each) => !referred.has(each.id) && wanted(each));
      return ours.map((each) => String(each.id));
    },
    /** Declared values that the gateway's row of an object has not, as it would store them. */
    differences: (kind: Kind, inputs: Values, id: string | undefined) => {
      const found = own(kind).find((each) => each.id === id) ?? {};
      return sentFields(kind)
        .filter(({ name, sendAs, writeOnly }) => inputs[name] !== undefined && !writeOnly && sendAs in found)
        .filter(({ name, sendAs }) => String(found[sendAs]).trim() !== String(inputs[name]).trim())
        .map(({ name }) => name);
    },
    /** Calls an endpoint of a resource as the console does, past the provider. */
    console: async (method: string, kind: Kind, name: string, body: Row = {}) => {
      const { endpoints } = kind;
      const { id, inputs } = stack.resource(name);
      const path = fillPath(endpoints.patch ?? endpoints.remove ?? "", { ...inputs, id });
      const scope = endpoints.scoped === true ? { workspace_id: refs.workspaceId } : {};
      return (await gateway.console(method, path, { ...scope, ...body })).status;
    },
    /** The same with an object of the first workspace, of which only the id is known. */
    asConsole: async (method: "PATCH" | "DELETE", kind: Kind, id: string, values: Values) => {
      const path = fillPath(kind.endpoints.remove ?? "", { workspaceId: refs.workspaceId, id });
      const scope = kind.endpoints.scoped === true ? { workspace_id: refs.workspaceId } : {};
      const { status } = await gateway.console(method, path, { ...scope, ...bodyOf(kind, values) });
      if (status >= 300) throw new Error(`console ${method} ${path} answered ${status}`);
    },
    /** Brings back the objects that programs cannot make, if they are gone. */
    restore: async (kind: Kind) => {
      const there = own(kind).map((each) => (kind.name === "Member" ? each.user_id : each.name));
      if (kind.name === "Member")
        for (const user of people)
          if (!there.includes(gateway.account(user).id)) gateway.seed.member(refs.workspaceId, user);
      if (kind.name === "Quota")
        for (const name of quotas) if (!there.includes(name)) seedQuota(gateway, name);
    },
    /** The requests that were no reads. */
    writes: () => gateway.log.entries().filter(({ method }) => method !== "GET"),
    /** Every request, as `GET /user`. */
    requests: () => gateway.log.entries().map(({ method, path }) => `${method} ${path}`),
    [Symbol.asyncDispose]: async () => {
      await gateway.close();
    },
  };
}

/** What programs are configured by; the connections `eu` and `west` lead to the same gateway. */
export function environmentOf(
  { baseUrl, app, token }: Gateway,
  accessToken = token({ user: "owner" }),
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const { clientId, clientSecret } = app;
  const settings = {
    ...{ BASE_URL: baseUrl, ACCESS_TOKEN: accessToken },
    ...{ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, ...more },
  };
  const names = ["WORKSPACE_GATEWAY", "WORKSPACE_GATEWAY_EU", "WORKSPACE_GATEWAY_WEST"];
  return Object.fromEntries(
    names.flatMap((name) => Object.entries(settings).map(([key, value]) => [`${name}_${key}`, value])),
  );
}

/** A test that has a world of its own, if it asks for one. */
export const test = base.extend("at", async ({ task: _task }, { onCleanup }): Promise<World> => {
  const at = await world();
  onCleanup(() => at[Symbol.asyncDispose]());
  return at;
});

/** Neither a preview of `it` nor a refresh of all shows a difference, nor does a preview after that. */
export async function expectSteady(at: World, kind: Kind | string, inputs: Values): Promise<void> {
  expect(await at.preview(kind, inputs)).toBe("same");
  expect(await at.refresh()).toEqual([]);
  expect(await at.preview(kind, inputs)).toBe("same");
}

const nameOf = (kind: Kind | string) => (typeof kind === "string" ? kind : kind.name);

/** The row of an object of which nothing optional was ever declared. */
export async function bareRow(at: World, kind: Kind): Promise<Row> {
  await at.stack.operation().up("bare", kind.name, secondInputs(kind, at.refs));
  return at.row(kind, "bare");
}

const people = ["member", "admin"] as const;
const quotas = ["burst", "daily"] as const;

function seedQuota(gateway: Gateway, name: string): void {
  gateway.seed.quota({ name, max_requests: 60, period: "CALENDAR", window_minutes: 1 });
}

/** Tells the rows that inputs mean: by the telling part of the natural key, or by who or what is selected. */
function meant(gateway: Gateway, kind: Kind, inputs: Values): (row: Row) => boolean {
  const field = kind.fields.get(kind.naturalKey.at(-1) ?? "");
  if (field !== undefined) {
    return (row) =>
      String(row[field.readFrom] ?? row[field.sendAs]).trim() === String(inputs[field.name]).trim();
  }
  if (isJsonObject(inputs.match)) {
    const { name } = inputs.match;
    return (row) => row.name === name;
  }
  const person = people.find((user) => gateway.account(user).email === inputs.email);
  return (row) => person !== undefined && row.user_id === gateway.account(person).id;
}

/** The gateway names its tables as the API names its collections; a budget is a column of its workspace. */
function tableOf(kind: Kind): string {
  return kind.endpoints.list?.split("/").at(-1) ?? "workspaces";
}

async function references(gateway: Gateway): Promise<References> {
  const workspaceId = await make(gateway, "/workspaces", { name: "first" });
  const otherWorkspaceId = await make(gateway, "/workspaces", { name: "second" });
  for (const user of people) gateway.seed.member(workspaceId, user);
  for (const name of quotas) seedQuota(gateway, name);
  const inFirst = { workspace_id: workspaceId };
  const upstream = { base_url: "https://upstream.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
  const provider = (name: string) => make(gateway, "/providers", { ...inFirst, ...upstream, name });
  const providerId = await provider("first");
  const otherProviderId = await provider("second");
  const costs = { type: "chat", input_cost: 1, output_cost: 1, context_window: 1000 };
  const model = (name: string) =>
    make(gateway, "/models", { ...inFirst, ...costs, provider_id: providerId, name, display_name: name });
  return {
    ...{ workspaceId, otherWorkspaceId, providerId, otherProviderId, site: "https://site.test" },
    ...{ modelId: await model("first"), otherModelId: await model("second") },
  };
}

/** Creates an object in the console's way; its id, whatever the gateway answers to a write. */
async function make(gateway: Gateway, path: string, body: Row): Promise<string> {
  const written = await gateway.console("POST", path, body);
  if (written.status >= 300) throw new Error(`console POST ${path} answered ${written.status}`);
  return String(gateway.rows(path.slice(1)).find(({ name }) => name === body.name)?.id);
}
