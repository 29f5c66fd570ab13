import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Declared, renamed, withArgs } from "../../e2e/support/declaration.ts";
import { prompt } from "../../e2e/support/objects.ts";
import { installCopy, ownVersion, packageIn } from "../../e2e/support/package-copy.ts";
import { startGateway } from "../../gateway/index.ts";
import { type Adapter, adapterProject } from "../../harness/adapter.ts";
import { projectFiles } from "../../harness/project-files.ts";
import { after } from "../declared.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

/** One of each sort that a rename without an alias goes by: what is adopted, and what is found. */
const renames = ["tone", "default", "burst", "ada"];
const all = withArgs(after, { tone: { adopt: true }, default: { adopt: true } });
/** The same objects under names that no run has seen. Only what refers to them would notice, and nothing does. */
const renamedAll = renames.reduce((made, name) => renamed(made, name, `second-${name}`), all);
const isRenamed = new RegExp(`::second-(${renames.join("|")})"`);

/** What it takes to go beyond a frame. */
interface Crossing {
  readonly frame: string;
  readonly when: string;
  /** Of all runs, from the first. */
  readonly env?: Readonly<Record<string, string>>;
  begin?(stage: Stage): Promise<void>;
  /** Goes beyond, in which this is to be declared. */
  cross(stage: Stage, objects: readonly Declared[]): Promise<unknown>;
  /** How it is declared from then on: as it is, unless this says otherwise. */
  declares?(objects: readonly Declared[]): readonly Declared[];
}

/** The plugin is in Pulumi.yaml from the first run on: what is deleted may be of either adapter. */
async function use(stage: Stage, adapter: Adapter): Promise<void> {
  const { project } = stage;
  await project.write("Pulumi.yaml", projectFiles("e2e", "", "native")["Pulumi.yaml"] ?? "");
  for (const [key, value] of Object.entries(adapterProject.native.config)) {
    const change = adapter === "native" ? ["set", key, value] : ["rm", key];
    const { code, output } = await project.run(["config", ...change, "--stack", project.stack]);
    if (code !== 0) throw new Error(output);
  }
}

const inside = (around: object) => ({ TEST_INSIDE: "1", TEST_AROUND: JSON.stringify(around) });

/** Puts the plugin of a version where pulumi installs plugins, and takes the entry out of Pulumi.yaml that names one for all. */
async function installPlugin({ project }: Stage, version: string): Promise<void> {
  const own = path.join(project.directory, "versions", version);
  await installCopy(own, version);
  const folder = path.join(project.directory, ".home/plugins", `resource-workspace-gateway-v${version}`);
  await mkdir(folder, { recursive: true });
  const file = "pulumi-resource-workspace-gateway";
  await symlink(path.join(packageIn(own), "plugin", file), path.join(folder, file));
  await project.write("Pulumi.yaml", projectFiles("e2e", "")["Pulumi.yaml"] ?? "");
}

const explicit: Crossing = {
  frame: "provider",
  when: "in the same `up` as one `Provider` takes the place of another",
  env: inside({ provider: "environment", providerName: "a" }),
  cross: async ({ env }) => Object.assign(env, inside({ provider: "environment", providerName: "b" })),
};

const connection: Crossing = {
  frame: "provider",
  when: "in the same `up` as a named connection takes the place of the stack's own",
  cross: async ({ project, env }) => {
    for (const [key, value = ""] of Object.entries({ ...project.env, ...env }))
      if (key.startsWith("WORKSPACE_GATEWAY_")) env[key.replace("GATEWAY_", "GATEWAY_B_")] = value;
  },
  declares: (objects) => objects.map((each) => ({ ...each, args: { ...each.args, connection: "b" } })),
};

function crossings(adapter: Adapter): readonly Crossing[] {
  return [
    {
      frame: "process",
      when: "in an `up` that fails, and that is done again",
      cross: async (stage, objects) => {
        await stage.declare([...objects, prompt("refused", { modelId: "no-such-model" })]);
        await stage.up({ ends: "failed", failsWith: [/refused/] });
      },
    },
    {
      frame: "adapter",
      when: "in the same `up` as the plugin is switched on or off",
      begin: (stage) => use(stage, adapter),
      cross: (stage) => use(stage, adapter === "native" ? "dynamic" : "native"),
    },
    adapter === "native" ? explicit : connection,
    {
      frame: "version",
      when: "in the same `up` as an upgrade of the package",
      begin: async (stage) => {
        const former = "0.0.9";
        await installCopy(stage.project.directory, former);
        if (adapter === "native")
          for (const version of [former, await ownVersion()]) await installPlugin(stage, version);
      },
      cross: ({ project }) => rm(packageIn(project.directory), { recursive: true }),
    },
    {
      frame: "component",
      when: "in the same `up` as the component around them is renamed by an alias",
      env: inside({ name: "unit" }),
      cross: async ({ env }) => Object.assign(env, inside({ name: "squad", aliases: [{ name: "unit" }] })),
    },
  ];
}

/** The stack as it is before: whatever it has then is to be the same object afterwards. */
async function begun(stage: Stage): Promise<void> {
  await stage.declare(all);
  await stage.up({ ends: "done" });
  stage.keep();
}

async function up(stage: Stage, objects: readonly Declared[]): Promise<void> {
  await stage.declare(objects);
  await stage.up({ ends: "done" });
}

/** What happens in a run: what is declared then, and what each resource to which it has happened has in the state. */
const happenings = {
  rename: {
    what: "resources get other names, without aliases,",
    happen: () => ({ objects: renamedAll, sign: isRenamed }),
  },
  move: {
    what: "the gateway gets another name (`movedFrom`)",
    happen: ({ env, proxy }: Stage) => {
      const otherName = proxy.baseUrl.replace("127.0.0.1", "localhost");
      env.WORKSPACE_GATEWAY_BASE_URL = otherName;
      env.WORKSPACE_GATEWAY_MOVED_FROM = proxy.baseUrl;
      return { objects: all, sign: new RegExp(otherName) };
    },
  },
};

/** A row, and how often what it is about was seen. */
function row(
  { frame, event }: { readonly frame: string; readonly event: string },
  what: string,
  run: (stage: Stage) => Promise<number>,
  env?: Crossing["env"],
): Scenario {
  let seen = 0;
  return {
    ...{ name: `${frame}-${event}`, what, env },
    run: async (stage) => {
      seen = await run(stage);
    },
    seen: () => seen,
  };
}

function rowsOf({ frame, when, env, ...crossing }: Crossing): Scenario[] {
  const { begin, cross, declares = (objects) => objects } = crossing;
  return (["rename", "move"] as const).map((event) => {
    const { what, happen } = happenings[event];
    const run = async (stage: Stage) => {
      await begin?.(stage);
      await begun(stage);
      const { objects, sign } = happen(stage);
      await cross(stage, objects);
      await up(stage, declares(objects));
      const { resources = [] } = (await stage.project.exportState()).deployment;
      return resources.filter((each) => sign.test(JSON.stringify(each))).length;
    };
    return row({ frame, event }, `${what} ${when}`, run, env);
  });
}

/** Lets the settings lead to a copy of the gateway, which has the same ids, while this is done. Nothing may be written to it. */
async function atCopy(stage: Stage, work: () => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "copy-"));
  await cp(path.dirname(stage.db), folder, { recursive: true });
  const copy = await startGateway({ port: 0, db: path.join(folder, path.basename(stage.db)) });
  stage.env.WORKSPACE_GATEWAY_BASE_URL = copy.baseUrl;
  try {
    await work();
    const writes = copy.log
      .entries()
      .filter(({ method, path: to }) => method !== "GET" && !to.includes("token"));
    stage.untrue.push(...writes.map(({ method, path: to }) => `${method} ${to} went to another gateway`));
  } finally {
    delete stage.env.WORKSPACE_GATEWAY_BASE_URL;
    await copy.close();
    await rm(folder, { recursive: true });
  }
}

const madeElsewhere = /was created on http/;
const otherGateway = [madeElsewhere, /movedFrom|MOVED_FROM/];

const refusals = (stage: Stage) => stage.said(madeElsewhere);

/** Settings that lead to another gateway, and then to the first again. */
const gateways: readonly Scenario[] = [
  row(
    { frame: "gateway", event: "rename" },
    "resources get other names while the settings lead to a copy of the gateway; then the settings are repaired",
    async (stage) => {
      await begun(stage);
      await stage.declare(renamedAll);
      const preview = { skipPreview: false };
      await atCopy(stage, () => stage.up({ ends: "failed", failsWith: otherGateway }, preview));
      await stage.repair("the right settings", () => up(stage, renamedAll));
      return refusals(stage);
    },
  ),
  row(
    { frame: "gateway", event: "move" },
    "an `up`, a refresh and a destroy with settings that lead to a copy of the gateway; then they are repaired",
    async (stage) => {
      await begun(stage);
      await atCopy(stage, async () => {
        await stage.up({ ends: "failed", failsWith: otherGateway });
        for (const command of ["refresh", "destroy"] as const) await stage.refused(command, otherGateway);
      });
      await stage.repair("the right settings", () => up(stage, all));
      return refusals(stage);
    },
  ),
];

/** What goes beyond one run, one adapter, one provider, one version, one gateway, or is inside a component. */
export function crossed(adapter: Adapter): readonly Scenario[] {
  return [...crossings(adapter).flatMap(rowsOf), ...gateways];
}
