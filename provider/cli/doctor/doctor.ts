import { createRequire } from "node:module";
import { z } from "zod";
import { settingNames } from "../../client/settings/setting-names.js";
import { credentialKeys } from "../../client/settings/settings.js";
import { about, type Diagnosis } from "../../doctor/diagnosis.js";
import { type Fact, ifKnown } from "../../doctor/fact.js";
import type { Machine } from "../../doctor/machine.js";
import { safely } from "../../doctor/safely.js";
import { type Io, systemIo } from "../../io/io.js";
import { isCredentialKey } from "../../program/plain-credentials.js";
import type { Kind } from "../../spec/kind.js";
import { printable } from "../../text/printable.js";
import { redact } from "../../text/redact.js";
import { isInRange } from "../../text/version-range.js";
import { howMany, messageOf } from "../../text/words.js";
import { type GatewayOptions, namedInEnvironment, withBaseUrl } from "../gateway.js";
import { configText, type StackConfig } from "../read-stack-config.js";
import { Refused, type Terminal, UsageError } from "../terminal.js";
import { examineGateway } from "./examine-gateway.js";
import { examineProject, type OwnNeeds } from "./examine-project.js";
import { lookAtProject, type ProjectView } from "./look-at-project.js";
import { reportText } from "./report-text.js";

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
  const findings = await examine(options, terminal, machine, io);
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

/** Everything that was found, in the order in which people mend it, and without secrets. */
async function examine(
  options: DoctorOptions,
  terminal: Terminal,
  machine: Machine,
  io: Io,
): Promise<readonly Diagnosis[]> {
  const secrets: string[] = [];
  const own = ownNeeds();
  terminal.progress("looking at the project");
  const kinds = await loadKinds();
  const view = await lookAtProject(machine, options.stack, kinds);
  if (options.stack !== undefined && "why" in view.project) {
    throw new UsageError(`--stack needs a program: ${view.project.why}`);
  }
  const config = ifKnown(view.config) ?? {};
  secrets.push(...secretsIn(config), ...secretsOf(machine.env));
  const project = examineProject(machine, view, own);
  terminal.progress("asking the gateway");
  const gateway = await safely("gateway", () =>
    examineGateway(questionOf({ options, machine, io, view, kinds, config, own }, secrets)),
  );
  const all = [...gateway, ...otherConnections(view, options.connection), ...(await project)];
  return all.map((finding) => covered(finding, secrets));
}

interface Seen {
  readonly options: DoctorOptions;
  readonly machine: Machine;
  readonly io: Io;
  readonly view: ProjectView;
  readonly kinds: Fact<readonly Kind[]>;
  readonly config: StackConfig;
  readonly own: OwnNeeds;
}

function questionOf(
  { options, machine, io, view, kinds, config, own }: Seen,
  secrets: string[],
): Parameters<typeof examineGateway>[0] {
  const { connection } = options;
  const state = ifKnown(view.state);
  const decrypted = ifKnown(view.decrypted);
  const inProject = "known" in view.stack;
  return {
    written: { env: withBaseUrl(machine.env, options), config: (key) => configText(config[key]?.value) },
    connection,
    ...(inProject ? {} : { named: (key: string) => namedInEnvironment(key, connection) }),
    configGap: decrypted === undefined || decrypted.code === 0 ? undefined : "it cannot be decrypted",
    kinds,
    resources: (state?.resources ?? []).filter(
      ({ inputs, provider }) => inputs.connection === connection && provider === undefined,
    ),
    hasStack: state !== undefined,
    nodeGap: isInRange(machine.node, own.node)
      ? undefined
      : `Node ${machine.node} is too old for the HTTP client (${own.node})`,
    io,
    keepSecrets: (more) => void secrets.push(...more),
  };
}

/** The kinds need the engine's SDK, which may be missing: then they are not known, and all else goes on. */
async function loadKinds(): Promise<Fact<readonly Kind[]>> {
  try {
    const { kinds } = await import("../../every-kind.js");
    return { known: kinds };
  } catch (error) {
    return { why: `the kinds of this package cannot be loaded: ${messageOf(error).split("\n")[0]}` };
  }
}

/** A stack can use several gateways, and only one is looked at. */
function otherConnections({ state }: ProjectView, connection: string | undefined): Diagnosis[] {
  const used = new Set((ifKnown(state)?.resources ?? []).map(({ inputs }) => inputs.connection));
  return [...used]
    .filter((other) => other !== connection)
    .map((other) => {
      const named = typeof other === "string" ? `--connection ${other}` : "no --connection";
      return about("other connections").notChecked(
        `the stack also has resources of ${typeof other === "string" ? `the connection "${other}"` : "the default connection"}`,
        `Run this again with ${named}.`,
      );
    });
}

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  engines: z.object({ node: z.string() }),
  peerDependencies: z.object({ "@pulumi/pulumi": z.string() }),
});

function ownNeeds(): OwnNeeds {
  const { name, version, engines, peerDependencies } = manifest.parse(
    createRequire(__filename)("pulumi-workspace-gateway/package.json"),
  );
  return { name, version, node: engines.node, sdk: peerDependencies["@pulumi/pulumi"] };
}

/** The values that no line may show: what is secret in the config, and each credential, encrypted or not. */
function secretsIn(config: StackConfig): string[] {
  return Object.entries(config).flatMap(([key, { secret, value }]) =>
    secret === true || isCredentialKey(key) ? (configText(value) ?? []) : [],
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
function covered(finding: Diagnosis, secrets: readonly string[]): Diagnosis {
  const cover = (text: string) => printable(redact(text, secrets));
  const { found, means, remedy, facts } = finding;
  return {
    ...finding,
    found: cover(found),
    ...(means === undefined ? {} : { means: cover(means) }),
    ...(remedy === undefined ? {} : { remedy: cover(remedy) }),
    ...(facts === undefined ? {} : { facts: JSON.parse(redact(JSON.stringify(facts), secrets)) }),
  };
}
