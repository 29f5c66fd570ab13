import { createRequire } from "node:module";
import { credentialKeys, defined, printable, redact, settingNames } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { type ConfigListing, configText, looksSecret } from "../stack/config-listing.js";
import { connectionChecks, connectionFacts, type SettingPlaces } from "./connection-checks.js";
import type { Machine } from "./machine.js";
import { type OwnManifest, type ProjectFacts, projectChecks, projectFacts } from "./project-checks.js";
import { type Diagnosis, examine, orUndefined } from "./table.js";

interface Asking {
  readonly machine: Machine;
  readonly stack: string | undefined;
  /** The only connection to look at; if undefined, those that the stack uses. */
  readonly connection: string | undefined;
  /** The environment as the provider's settings see it. */
  readonly settings: Machine["env"];
  /** How the user sets a key without a stack. */
  named(key: string, connection: string | undefined): string;
  progress(text: string): void;
}

/** All findings, in the order in which people repair them, and without secrets. */
export async function diagnose(asking: Asking): Promise<readonly Diagnosis[]> {
  const { machine, progress } = asking;
  progress("looking at the project, with a preview of its stack");
  const facts = projectFacts(machine, ownNeeds(), asking.stack);
  const project = examine(projectChecks, facts);
  const uses = (await orUndefined(facts.uses)) ?? [];
  const secrets = [...secretsIn((await orUndefined(facts.config)) ?? {}), ...secretsOf(machine.env)];
  progress("asking the gateway");
  const own = uses.filter(({ provider }) => provider === undefined);
  const used = own.map((use) => use.connection);
  const isNamed = asking.connection !== undefined || used.length === 0;
  const connections = new Set(isNamed ? [asking.connection] : used);
  const gateways = [...connections].map(async (connection) => {
    const places = await placesFor(connection, asking, facts);
    const through = own.filter((use) => use.connection === connection);
    const keepSecrets = (more: readonly string[]) => void secrets.push(...more);
    const found = await examine(connectionChecks, connectionFacts(facts, places, through, keepSecrets));
    return connection === undefined ? found : found.map((finding) => ({ ...finding, connection }));
  });
  const all = [...(await Promise.all(gateways)).flat(), ...(await project)];
  return all.map((finding) => covered(finding, secrets));
}

/** Where settings can be. Without a stack, no advice names its config. */
async function placesFor(
  connection: string | undefined,
  { settings, named }: Asking,
  facts: ProjectFacts,
): Promise<SettingPlaces> {
  const config = await orUndefined(facts.config);
  const decrypted = await orUndefined(facts.decrypted);
  const stack = await orUndefined(facts.stack);
  return {
    connection,
    env: settings,
    config: (key) => configText(config?.[key]?.value),
    ...defined({
      named: stack === undefined ? (key: string) => named(key, connection) : undefined,
      gap: decrypted === undefined || decrypted.code === 0 ? undefined : "it cannot be decrypted",
    }),
  };
}

const manifest = z.object({
  name: z.string(),
  engines: z.object({ node: z.string() }),
  peerDependencies: z.object({ "@pulumi/pulumi": z.string() }),
});

function ownNeeds(): OwnManifest {
  const { name, engines, peerDependencies } = manifest.parse(
    createRequire(__filename)("pulumi-workspace-gateway/package.json"),
  );
  return { name, node: engines.node, sdk: peerDependencies["@pulumi/pulumi"] };
}

/** The values that no line may show: secrets in the config, and each credential, encrypted or not. */
function secretsIn(config: ConfigListing): string[] {
  return Object.entries(config).flatMap(([key, { secret, value }]) =>
    secret === true || looksSecret(key, value) ? (configText(value) ?? []) : [],
  );
}

function secretsOf(env: Machine["env"]): string[] {
  const names = credentialKeys.map((key) => settingNames(key).variable.replace("WORKSPACE_GATEWAY", ""));
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && name.startsWith("WORKSPACE_GATEWAY_") && names.some((end) => name.endsWith(end))
      ? [value]
      : [],
  );
}

/** Texts of the gateway or of pulumi may repeat a secret, or control a terminal. */
function covered({ check, state, ...said }: Diagnosis, secrets: readonly string[]): Diagnosis {
  const cover = (_key: string, value: unknown) =>
    typeof value === "string" ? printable(redact(value, secrets)) : value;
  return { check, state, ...JSON.parse(JSON.stringify(said), cover) };
}
