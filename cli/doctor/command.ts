import { createRequire } from "node:module";
import type { Command } from "commander";
import {
  credentialKeys,
  defined,
  howMany,
  printable,
  redact,
  settingNames,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { type GatewayOptions, gatewayCommand, namedInEnvironment, withBaseUrl } from "../gateway.js";
import { colorsOf, type OutputOptions, resultText } from "../output.js";
import { type ConfigListing, configText, looksSecret } from "../stack/stack-state.js";
import { Refused, type Terminal, UsageError } from "../terminal.js";
import { connectionChecks, connectionFacts } from "./connection-checks.js";
import { orUndefined } from "./facts.js";
import { projectChecks, projectFacts } from "./project-checks.js";
import { lookForProject, type Machine, systemMachine } from "./pulumi.js";
import { type Diagnosis, examine, reportText } from "./table.js";

export interface DoctorOptions extends GatewayOptions, OutputOptions {
  readonly stack?: string;
}

export function doctorCommand(terminal: Terminal): Command {
  return gatewayCommand(
    "doctor",
    "Check everything that the next `up` needs, and explain how to fix problems.",
    {
      examples: [
        "workspace-gateway doctor                  # in a program's folder: also checks its selected stack",
        "workspace-gateway doctor --stack prod --json",
        "workspace-gateway doctor --base-url https://gateway.example/api/v1",
      ],
      notes:
        "Checks the settings, the gateway, the token and its scopes, the rate limit, Node, Pulumi, the packages, the\n" +
        "stack, and any leftovers of a killed run. For each connection, it compares the token's scopes with a preview of the\n" +
        "stack. The preview runs the program.\n\n" +
        "It changes nothing. It sends only GET requests to the gateway, and runs only read-only `pulumi` commands.\n\n" +
        "Each line is ok, a note (a destroy would be refused), a warning (advice), a problem, or not checked (with the\n" +
        "reason). Exit code 1 also means that there is a problem: the next `up`, or any write, would fail.",
    },
  )
    .option(
      "-s, --stack <name>",
      "the stack to check (default: the selected stack, if this folder belongs to a program)",
    )
    .action((options: DoctorOptions) =>
      runDoctor(options, terminal, systemMachine(terminal.env, process.cwd())),
    );
}

export async function runDoctor(options: DoctorOptions, terminal: Terminal, machine: Machine): Promise<void> {
  if (options.stack !== undefined && (await lookForProject(machine.folder)) === undefined) {
    throw new UsageError(
      "--stack requires a program, but there is no Pulumi.yaml in this folder or its parents",
    );
  }
  const findings = await diagnose(options, terminal, machine);
  const problems = findings.filter(({ state }) => state === "problem").length;
  const facts = { writable: problems === 0, findings };
  terminal.out(
    resultText(
      options,
      () => facts,
      () => reportText(findings, colorsOf(terminal)),
    ),
  );
  if (problems > 0) {
    throw new Refused(`Found ${howMany(problems, "problem")}. A write would fail.`, 1);
  }
}

async function diagnose(
  options: DoctorOptions,
  terminal: Terminal,
  machine: Machine,
): Promise<readonly Diagnosis[]> {
  terminal.progress("checking the project and previewing its stack");
  const facts = projectFacts(machine, ownNeeds(), options.stack);
  const project = examine(projectChecks, facts);
  const uses = (await orUndefined(facts.uses)) ?? [];
  const config = (await orUndefined(facts.config)) ?? {};
  const decrypted = await orUndefined(facts.decrypted);
  const stack = await orUndefined(facts.stack);
  const secrets = [...secretsIn(config), ...secretsOf(machine.env)];
  terminal.progress("checking the gateway");
  const own = uses.filter(({ provider }) => provider === undefined);
  const isNamed = options.connection !== undefined || own.length === 0;
  const connections = new Set(isNamed ? [options.connection] : own.map((use) => use.connection));
  const gateways = [...connections].map(async (connection) => {
    const places = {
      connection,
      env: withBaseUrl(machine.env, options),
      config: (key: string) => configText(config[key]?.value),
      ...defined({
        // Without a stack, advice must not mention stack config.
        named: stack === undefined ? (key: string) => namedInEnvironment(key, connection) : undefined,
        gap: decrypted === undefined || decrypted.code === 0 ? undefined : "the config cannot be decrypted",
      }),
    };
    const through = own.filter((use) => use.connection === connection);
    const findings = await examine(connectionChecks, connectionFacts(facts, places, through, secrets));
    return findings.map((finding) => ({ ...finding, ...defined({ connection }) }));
  });
  const all = [...(await Promise.all(gateways)).flat(), ...(await project)];
  return all.map((finding) => covered(finding, secrets));
}

const manifest = z.object({
  name: z.string(),
  engines: z.object({ node: z.string() }),
  peerDependencies: z.object({ "@pulumi/pulumi": z.string() }),
});

function ownNeeds() {
  const read: unknown = createRequire(__filename)("pulumi-workspace-gateway/package.json");
  const { name, engines, peerDependencies } = manifest.parse(read);
  return { name, node: engines.node, sdk: peerDependencies["@pulumi/pulumi"] };
}

/** Credentials count as secrets even if the config does not encrypt them. */
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

/** Messages from the gateway or Pulumi may contain secrets or terminal control sequences. */
function covered({ check, state, ...texts }: Diagnosis, secrets: readonly string[]): Diagnosis {
  const cover = (_key: string, value: unknown) =>
    typeof value === "string" ? printable(redact(value, secrets)) : value;
  return { check, state, ...JSON.parse(JSON.stringify(texts), cover) };
}
