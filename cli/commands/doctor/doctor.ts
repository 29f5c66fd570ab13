import { createRequire } from "node:module";
import {
  credentialKeys,
  defined,
  howMany,
  type Io,
  printable,
  redact,
  settingNames,
  systemIo,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { Diagnosis } from "../../doctor/diagnosis.js";
import type { SettingPlaces } from "../../doctor/gateway/settings.js";
import type { ProjectKnown } from "../../doctor/known.js";
import type { Machine } from "../../doctor/machine.js";
import type { OwnManifest } from "../../doctor/project/installed.js";
import type { Use } from "../../doctor/rights/work.js";
import { looksSecret } from "../../doctor/stack/config.js";
import type { ConfigListing } from "../../doctor/stack/config-listing.js";
import { examine, type Facts, ifKnown } from "../../doctor/table.js";
import { TextTable } from "../../text/text-table.js";
import { type GatewayOptions, namedInEnvironment, withBaseUrl } from "../gateway.js";
import { configText } from "../stacks.js";
import { Refused, type Terminal, UsageError } from "../terminal.js";
import { gatewayChecks, projectChecks } from "./checks.js";
import { gatewayFacts } from "./gateway-facts.js";
import { projectFacts } from "./project-facts.js";

export interface DoctorOptions extends GatewayOptions {
  readonly stack?: string;
}

/** Looks at all that a first write needs, and tells what it has found. A problem is refused with 1. */
export async function runDoctor(
  options: DoctorOptions,
  terminal: Terminal,
  machine: Machine,
  io: Io = systemIo,
): Promise<void> {
  const findings = await diagnose(options, terminal, machine, io);
  terminal.progress("");
  const problems = findings.filter(({ state }) => state === "problem").length;
  terminal.out(
    options.json
      ? JSON.stringify({ writable: problems === 0, findings }, undefined, 2)
      : reportText(findings),
  );
  if (problems > 0) {
    throw new Refused(`${howMany(problems, "problem")}: a write would fail.`, 1);
  }
}

/** Everything that was found, in the order in which people repair it, and without secrets. */
async function diagnose(
  options: DoctorOptions,
  terminal: Terminal,
  machine: Machine,
  io: Io,
): Promise<readonly Diagnosis[]> {
  terminal.progress("looking at the project, with a preview of its stack");
  const facts = projectFacts(machine, ownNeeds(), options.stack);
  if (options.stack !== undefined && ifKnown(await facts.folder) === undefined) {
    throw new UsageError("--stack needs a program: there is no Pulumi.yaml in this folder or above it");
  }
  const project = examine(projectChecks, facts);
  const uses = ifKnown(await facts.uses) ?? [];
  const config = ifKnown(await facts.config) ?? {};
  const secrets = [...secretsIn(config), ...secretsOf(machine.env)];
  terminal.progress("asking the gateway");
  const gateways = connectionsOf(options, uses).map(async (connection) => {
    const found = await examine(
      gatewayChecks,
      gatewayFacts(facts, {
        places: await placesFor(connection, options, facts, machine),
        uses: uses.filter((use) => use.connection === connection && use.provider === undefined),
        io,
        keepSecrets: (more) => void secrets.push(...more),
      }),
    );
    return connection === undefined ? found : found.map((finding) => ({ ...finding, connection }));
  });
  const all = [...(await Promise.all(gateways)).flat(), ...(await project)];
  return all.map((finding) => covered(finding, secrets));
}

/** The connection that is asked for; else those that the stack uses. */
function connectionsOf({ connection }: DoctorOptions, uses: readonly Use[]): (string | undefined)[] {
  const used = uses.filter(({ provider }) => provider === undefined).map((use) => use.connection);
  const all = connection === undefined && used.length > 0 ? used : [connection];
  return [...new Set(all)];
}

/** Where settings can be. Without a stack, no advice names its config. */
async function placesFor(
  connection: string | undefined,
  options: DoctorOptions,
  facts: Facts<ProjectKnown>,
  { env }: Machine,
): Promise<SettingPlaces> {
  const config = ifKnown(await facts.config);
  const decrypted = ifKnown(await facts.decrypted);
  const hasStack = "known" in (await facts.stack);
  return {
    connection,
    env: withBaseUrl(env, options),
    config: (key) => configText(config?.[key]?.value),
    ...defined({
      named: hasStack ? undefined : (key: string) => namedInEnvironment(key, connection),
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

/** The values that no line may show: what is secret in the config, and each credential, encrypted or not. */
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

/** What comes from the gateway or from pulumi may repeat a secret, or control a terminal. */
function covered({ check, state, ...said }: Diagnosis, secrets: readonly string[]): Diagnosis {
  const cover = (_key: string, value: unknown) =>
    typeof value === "string" ? printable(redact(value, secrets)) : value;
  return { check, state, ...JSON.parse(JSON.stringify(said), cover) };
}

/** What was found, for people: a line for each finding, and below it what to do. */
export function reportText(diagnoses: readonly Diagnosis[]): string {
  // What was not checked for one reason stands in one line.
  const groups = [...Map.groupBy(diagnoses, reasonOf).values()];
  const narrowest = Math.max(...diagnoses.map((each) => nameOf(each).length));
  const rows = groups.flatMap(([first, ...others]) => {
    if (first === undefined) {
      return [];
    }
    const { state, found, means, remedy } = first;
    const also = others.length === 0 ? "" : `The same for ${others.map(nameOf).join(", ")}.`;
    const words = [found, means, also].filter(Boolean).join(" ");
    return [[state, nameOf(first), words], ...(remedy === undefined ? [] : [["", "", `→ ${remedy}`]])];
  });
  const columns = [{ narrowest: "not checked".length }, { narrowest }, {}];
  return new TextTable(columns).lines(rows).join("\n");
}

function reasonOf(diagnosis: Diagnosis): unknown {
  return diagnosis.state === "not checked" ? `${diagnosis.found} ${diagnosis.remedy}` : diagnosis;
}

function nameOf({ check, connection }: Diagnosis): string {
  return connection === undefined ? check : `${check} (${connection})`;
}
