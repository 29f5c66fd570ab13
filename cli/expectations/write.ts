import { isJsonObject, type Json, type JsonObject } from "pulumi-workspace-gateway/tools";
import { stringify } from "yaml";
import { amountOf, flagOf, textOf } from "../account/account-object.js";
import { checkExpectations } from "./check.js";
import { readExpectations } from "./format.js";
import { memberNames, providerHost, providerName, servedModels } from "./lines.js";
import { routedRoom } from "./routes.js";
import { type Observed, type Room, roomsOf } from "./workspaces.js";

/** A file that an account meets as it is. */
export interface WrittenExpectations {
  readonly text: string;
  /** What is not in it because it is open, or not known: by its keys. */
  readonly leftOut: readonly string[];
}

const head = `# yaml-language-server: $schema=./node_modules/workspace-gateway/gateway-routes.schema.json
# What must be true of the gateway. All of it held when this was written: take out what may change.
`;

/** Writes down what an account is, as expectations; undefined if nothing can be expected of it. */
export function writtenExpectations(account: Observed): WrittenExpectations | undefined {
  const draft = filled({
    workspaces: Object.fromEntries(roomsOf(account).map((room) => [room.name, draftOf(room)])),
    quotas: Object.fromEntries(
      account.objects
        .filter(({ kind }) => kind === "Quota")
        .map((quota) => [textOf(quota, "name") ?? "", { atMost: amountOf(quota, "maxRequests") ?? null }]),
    ),
  });
  if (draft === undefined) {
    return undefined;
  }
  const results = checkExpectations(readExpectations(stringify(draft)), account);
  const open = results.filter(({ status }) => status !== "held").map(({ path }) => path);
  const file = filled(without(draft, open));
  return file === undefined
    ? undefined
    : {
        text: `${head}${stringify(file)}`,
        leftOut: [...new Set(open.map((path) => path.slice(1).join(".")))],
      };
}

function draftOf(room: Room): JsonObject {
  const models = [...servedModels(room).values()];
  const most = (field: string) => highest(models.flatMap(({ model }) => amountOf(model, field) ?? []));
  const hosts = room.of("ModelProvider").flatMap((provider) => providerHost({ provider }) ?? []);
  const prompts = room.of("Prompt").filter((prompt) => flagOf(prompt, "enabled"));
  const admins = room.of("Member").filter((member) => textOf(member, "role") === "ADMIN");
  return {
    routes: routesDraft(room),
    models: { maxInputCost: most("inputCost"), maxOutputCost: most("outputCost"), hosts: unique(hosts) },
    prompts: { require: unique(prompts.flatMap((prompt) => textOf(prompt, "name") ?? [])) },
    people: { admins: admins.flatMap((member) => memberNames(member)[0] ?? []), maxAdmins: admins.length },
    budget: { atMost: highest(room.of("Budget").flatMap((budget) => amountOf(budget, "budget") ?? [])) },
  };
}

/** Where each name ends that the workspace knows. */
function routesDraft(room: Room): JsonObject {
  const models = servedModels(room);
  const { knownNames, endsOf } = routedRoom(room);
  return Object.fromEntries(
    unique(knownNames).map((name) => {
      const [{ end }] = endsOf(name);
      const served = models.get(end?.modelUrn ?? "");
      const model = served && textOf(served.model, "gatewayName");
      const route = { model: model ?? null, provider: (served && providerName(served)) ?? null };
      return [name, served === undefined ? "nowhere" : route];
    }),
  );
}

function highest(values: readonly number[]): Json {
  return values.length === 0 ? null : Math.max(...values);
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== "").toSorted();
}

/** What of a value says something: no null, no empty list, nothing of an empty name. Undefined if nothing does. */
function filled(value: Json): Json | undefined {
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => filled(item) ?? []);
    return items.length === 0 ? undefined : items;
  }
  if (!isJsonObject(value)) {
    return value ?? undefined;
  }
  const entries = Object.entries(value).flatMap(([key, inside]) => {
    const kept = key === "" || key === "__proto__" ? undefined : filled(inside);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The value with null at these places. */
function without(value: Json, paths: readonly (readonly string[])[]): Json {
  const inside = (key: string) => paths.flatMap(([first, ...rest]) => (first === key ? [rest] : []));
  if (paths.some((path) => path.length === 0)) {
    return null;
  }
  if (Array.isArray(value)) {
    return value.map((item, at) => without(item, inside(String(at))));
  }
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, without(each, inside(key))]))
    : value;
}
