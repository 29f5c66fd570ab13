/**
 * The one program of these tests: it declares what `objects.json` beside it holds, so a change needs no new program. It loads of
 * Pulumi's SDK what it needs, to start sooner; the programs of the examples load all of it.
 */
export const program = `
import { readFileSync } from "node:fs";
import { Config } from "@pulumi/pulumi/config.js";
import { rootStackResource } from "@pulumi/pulumi/resource.js";
import * as gateway from "pulumi-workspace-gateway";

const config = new Config();
const made = {};
const read = [];
const showing = [];

function value(plain) {
  if (typeof plain !== "object" || plain === null) return plain;
  if (Array.isArray(plain)) return plain.map(value);
  if ("ref" in plain) return made[plain.ref][plain.output];
  if ("page" in plain) return process.env.TEST_SITE + plain.page;
  if ("secretConfig" in plain) return config.requireSecret(plain.secretConfig);
  return Object.fromEntries(Object.entries(plain).map(([key, inner]) => [key, value(inner)]));
}

function options({ parent, provider, dependsOn = [], deletedWith, aliases = [], ...others }) {
  return {
    ...others,
    aliases: aliases.map(({ atRoot, ...alias }) => (atRoot ? { ...alias, parent: rootStackResource } : alias)),
    ...(parent && { parent: made[parent] }),
    ...(provider && { provider: made[provider] }),
    ...(deletedWith && { deletedWith: made[deletedWith] }),
    dependsOn: dependsOn.map((name) => made[name]),
  };
}

for (const object of JSON.parse(readFileSync(new URL("objects.json", import.meta.url), "utf8"))) {
  const { kind, name, args = {}, opts = {} } = object;
  if (object.get) read.push(name);
  if (object.shows) showing.push(object);
  made[name] = object.get
    ? gateway[kind].get(name, object.get, value(args), options(opts))
    : new gateway[kind](name, value(args), options(opts));
}

/** What the gateway has issued: the recorded states have it under this name. */
export const minted = Object.fromEntries(
  Object.entries(made)
    .map(([name, object]) => [name, object.gateKey ?? object.link])
    .filter(([, secret]) => secret),
);

export const shown = showing.length === 0 ? undefined : Object.fromEntries(
  showing.map(({ name, shows }) => [name, Object.fromEntries(shows.map((output) => [output, made[name][output]]))]),
);

export const found = Object.fromEntries(read.map((name) => [name, made[name].name]));
`;
