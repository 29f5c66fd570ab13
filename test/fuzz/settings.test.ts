import fc from "fast-check";
import { expect } from "vitest";
import { Client } from "../../provider/client/client.js";
import { readSettings, settingNames, settingsSchema } from "../../provider/client/settings.js";
import { refusePlainCredentials, unknownConfigKeys } from "../../provider/program/preflight.js";
import { loopback } from "../client/support/loopback.ts";
import { VirtualIo } from "../client/support/virtual-io.ts";
import { outcome, plainLine } from "./support/clear.ts";
import { fuzz } from "./support/fuzz.ts";
import { nastyJson, nastyText, oddNumbers } from "./support/nasty.ts";

const keys = Object.keys(settingsSchema.shape);

const sound = "https://gateway.example/api/v1";

const oddSettings = [
  ...oddNumbers,
  ...["TRUE", "true", "basic", "2026-13-45", " ".repeat(50_000)],
  "http://user:password@gateway.example/api/v1",
  ...["#x", "?x", "///"].map((end) => `${sound}${end}`),
  "https://gateway.example/../../api/v1",
  "https://[::1/api/v1",
  "https://g\u00e4teway.example/api/v1",
  "javascript:alert(1)//api/v1",
  "file:///api/v1",
  "//gateway.example/api/v1",
  "https:gateway.example/api/v1",
  "https://gateway.example\\@evil.example/api/v1",
  `https://gateway.example${"/".repeat(50_000)}x`,
  "\u202e/api/v1",
];
const value = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  { weight: 4, arbitrary: fc.constantFrom(...oddSettings) },
);

const someText = nastyText.filter((text) => text !== "");
const given = fc.record({
  values: fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4, noNullPrototype: true }),
  connection: fc.option(fc.oneof(fc.constant("eu"), someText), { nil: undefined }),
  asConfig: fc.boolean(),
});

const canary = "canary-value-0123456789";

interface Given {
  readonly values: Readonly<Record<string, string>>;
  readonly connection?: string | undefined;
  readonly asConfig?: boolean;
}

function sourceOf({ values, connection, asConfig = false }: Given) {
  const named = (by: "config" | "variable") =>
    Object.entries(values).map(([key, text]) => [settingNames(key, connection)[by], text] as const);
  const config = new Map(asConfig ? named("config") : []);
  return {
    env: asConfig ? {} : Object.fromEntries(named("variable")),
    config: (key: string) => config.get(key),
  };
}

fuzz(
  "settings of any text are read, or refused in one line that names a setting and shows no credential",
  given,
  300,
  async ({ values, connection, asConfig }) => {
    const all = { baseUrl: sound, accessToken: canary, clientSecret: `${canary}\u0000`, ...values };
    const message = await outcome(() =>
      readSettings(sourceOf({ values: all, connection, asConfig }), connection),
    );
    if (message === undefined) return;
    expect(message).toMatch(/WORKSPACE_GATEWAY_/);
    plainLine(message);
    expect(message).not.toContain(canary);
  },
);

const numbers = ["maxWait", "requestTimeout", "retryBudget", "maxConcurrency"];
const others = ["apiVersion", "versionEchoHeader", "scopes", "accessToken"];
const names = fc.oneof(fc.constantFrom(...numbers), fc.constantFrom(...others));

fuzz(
  "settings that are taken work: a request is answered, or fails with one clear error",
  fc.dictionary(names, value, { maxKeys: 3, noNullPrototype: true }),
  60,
  async (values) => {
    const source = { values: { baseUrl: await gateway(), accessToken: canary, ...values } };
    const message = await outcome(async () => {
      const client = new Client(readSettings(sourceOf(source)), new VirtualIo());
      await client.rows({ method: "GET", path: "/prompts" });
    });
    if (message !== undefined) {
      plainLine(message);
      expect(message).not.toContain(canary);
    }
  },
);

let started: Promise<string> | undefined;
function gateway(): Promise<string> {
  started ??= loopback((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", connection: "close" });
    response.end('{"data":[]}');
  });
  return started;
}

const ownKey = fc
  .tuple(fc.constantFrom(...keys), nastyText)
  .map(([key, text]) => `workspace-gateway:${text}.${key}`);

fuzz(
  "the keys of a stack's config, whatever they are, are passed, warned of or refused",
  fc.record({
    config: fc.dictionary(fc.oneof(nastyText, ownKey), nastyJson, { maxKeys: 4, noNullPrototype: true }),
    secret: fc.array(nastyText, { maxLength: 2 }),
  }),
  200,
  async ({ config, secret }) => {
    const env = { PULUMI_CONFIG: JSON.stringify(config), PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secret) };
    const warned: string[] = [];
    const refused = [
      await outcome(() => refusePlainCredentials(env)),
      await outcome(() => warned.push(...unknownConfigKeys("project", env))),
    ].filter((message) => message !== undefined);
    for (const line of [...refused, ...warned]) plainLine(line);
  },
);
