import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { template } from "../../provider/build/sources.mts";
import { kinds } from "../../provider/every-kind.js";
import { ok } from "../e2e/support/outcome.ts";
import { type Gateway, startGateway } from "../gateway/index.ts";
import { adapters } from "../harness/adapter.ts";
import { paths } from "../harness/paths.ts";
import { RunningProcess } from "../harness/process.ts";
import { filesOf, packed, textOf } from "./tarball.ts";
import { install, openTemplate, type Template } from "./template.ts";

let root: string;
let tarballs: Record<"provider" | "cli", string>;
let gateway: Gateway;

beforeAll(async () => {
  // Outside the checkout, so that nothing resolves through the repository's node_modules.
  root = await realpath(await mkdtemp(path.join(tmpdir(), "workspace-gateway-package-")));
  tarballs = { provider: await packed("provider", root), cli: await packed("cli", root) };
  gateway = await startGateway();
});

afterAll(async () => {
  await gateway?.close();
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

const packages = {
  provider: {
    taken: ["zod", "undici"],
    others: [
      ...["dist/index.d.ts", "dist/runtime.d.ts", "dist/plugin/schema.json"],
      ...["", ".cmd"].map((end) => `plugin/pulumi-resource-workspace-gateway${end}`),
    ],
    entries: ["dist/index.js", "dist/runtime.js", "dist/tools.js", "dist/plugin/main.js"],
    told: kinds.map(({ name }) => `\n| [\`${name}\`](`),
  },
  cli: {
    taken: ["zod"],
    others: [
      ...[
        "bin.js",
        ...["drift", "guard", "routes"].map((name) => `gateway-${name}.schema.json`),
        "policy/PulumiPolicy.yaml",
        "policy/package.json",
      ],
      ...["api", "index"].map((name) => `dist/testing/${name}.d.ts`),
      ...template.map((file) => `dist/template/${path.basename(file).replace(/^\./, "")}`),
    ],
    entries: ["dist/main.js", "dist/policy/pack.js", "dist/testing/index.js"],
    told: ["review", "drift", "recover", "export"].map((command) => `npx workspace-gateway ${command}`),
  },
};

describe.each(["provider", "cli"] as const)("the tarball of %s", (folder) => {
  const { taken, others, entries, told } = packages[folder];
  const tarball = () => tarballs[folder];

  test("contains exactly the build output, README, licenses, manifest, and entry points", async () => {
    const files = await filesOf(tarball());
    const single = ["LICENSE", "README.md", "package.json"];
    const licences = taken.map((name) => `dist/bundle/${name}.LICENSE`);
    expect(files.filter((file) => !/^dist\/.*\.js$/.test(file)).sort()).toEqual(
      [...single, ...licences, ...others].sort(),
    );
    expect(files).toEqual(expect.arrayContaining(entries));
    expect(files.filter((file) => /\b(test|build)\b/.test(file))).toEqual([]);
  });

  test("has a README made from the repository's, with links that also work outside of it", async () => {
    const readme = await textOf(tarball(), "README.md");
    for (const text of told) expect(readme).toContain(text);
    const targets = [...readme.matchAll(/\]\(([^)]*)\)|\bsrc(?:set)?="([^"]*)"/g)].map(
      ([, link, picture]) => link ?? picture ?? "",
    );
    const { version } = JSON.parse(await textOf(tarball(), "package.json"));
    const ours = "pulumi-workspace-gateway/pulumi-workspace-gateway";
    const atTag = new RegExp(
      `^https://(?:github\\.com/${ours}/blob|raw\\.githubusercontent\\.com/${ours})/v${version.replaceAll(".", "\\.")}/([^#]+)`,
    );
    const files = targets.flatMap((target) => atTag.exec(target)?.[1] ?? []);
    expect(files.filter((file) => !existsSync(path.join(paths.root, file)))).toEqual([]);
    expect(files.length).toBeGreaterThan(3);
    expect(targets.filter((target) => !atTag.test(target) && !/^https:|^#/.test(target))).toEqual([]);
  });

  test("passes publint", async () => {
    const { buffer } = new Uint8Array(await readFile(tarball()));
    expect((await publint({ pack: { tarball: buffer } })).messages).toEqual([]);
  });
});

test("`npx workspace-gateway export` works in a folder where only our packages are installed", async () => {
  const cwd = path.join(root, "empty");
  await mkdir(cwd);
  const env = { ...process.env, ...environment() };
  await ok(new RunningProcess("npm", [...install, tarballs.cli, tarballs.provider], { cwd, env }).done);
  await ok(new RunningProcess("npx", ["--no", "workspace-gateway", "export", "account"], { cwd, env }).done);
  expect(await readFile(path.join(cwd, "account/package.json"), "utf8")).toContain(
    "pulumi-workspace-gateway",
  );
});

describe.each(["classic", "nodenext", "esm", "javascript"])("a program of the %s template", (name) => {
  let template: Template;

  beforeAll(async () => {
    template = await openTemplate(name, root, environment());
    await template.install();
  });

  afterAll(() => template?.dispose());

  test("has exactly one copy of Pulumi's SDK", async () => {
    expect(await template.copiesOf("@pulumi/pulumi")).toEqual(["node_modules/@pulumi/pulumi"]);
  });

  if (name !== "javascript") {
    test("compiles with our declarations, and does not compile with a misspelled property", async () => {
      await template.project.write("misspelt.ts", misspelt);
      const { output } = await template.typeCheck(["index.ts", "misspelt.ts"]);
      expect(output.trim().split("\n")).toEqual([
        expect.stringMatching(/^misspelt\.ts\(2,.*'nam' does not exist/),
      ]);
    });
  }

  test("is deployed and destroyed, and its literal key is stored encrypted", async () => {
    const { project } = template;
    await ok(project.up({ skipPreview: true }));
    expect(onGateway()).toEqual([name, "upstream", "large", "tone", "default"]);
    const route = gateway.rows("models")[0]?.gateway_name;
    expect(await project.outputs()).toEqual({ route, found: name });
    expect(await project.stateText()).not.toContain("literal-upstream-key");
    const { resources = [] } = (await project.exportState()).deployment;
    const ours = resources.filter(({ type }) => type.includes("workspace-gateway"));
    const file = `project:///index.${name === "javascript" ? "js" : "ts"}#`;
    expect(ours.filter(({ sourcePosition }) => !String(sourcePosition).startsWith(file))).toEqual([]);

    await ok(project.destroy({ skipPreview: true }));
    expect(onGateway()).toEqual([]);
  });
});

describe("a program with the oldest SDK that the package supports", () => {
  let template: Template;
  let oldest: string;

  beforeAll(async () => {
    template = await openTemplate("classic", root, environment());
    const manifest = await readFile(path.join(paths.root, "provider/package.json"), "utf8");
    oldest = JSON.parse(manifest).peerDependencies["@pulumi/pulumi"].replace("^", "");
    await template.require({ "@pulumi/pulumi": oldest });
    await template.install();
    const plugin = { name: "workspace-gateway", path: "node_modules/pulumi-workspace-gateway/plugin" };
    const project = { name: "classic", runtime: "nodejs", plugins: { providers: [plugin] } };
    await template.project.write("Pulumi.yaml", JSON.stringify(project));
  });

  afterAll(() => template?.dispose());

  test("has no other copy of the SDK", async () => {
    const manifest = path.join(template.project.directory, "node_modules/@pulumi/pulumi/package.json");
    expect(JSON.parse(await readFile(manifest, "utf8")).version).toBe(oldest);
    expect(await template.copiesOf("@pulumi/pulumi")).toEqual(["node_modules/@pulumi/pulumi"]);
  });

  test("compiles with our declarations", async () => {
    await ok(template.typeCheck(["index.ts"]));
  });

  test("maps stack traces of its own errors, but not of the SDK's promises", async () => {
    await template.project.write("traces.cjs", traces);
    expect(await ok(template.run(process.execPath, ["traces.cjs"]))).toMatch(
      /^Error, mapped: [1-9]\d*\nError\nError: own, mapped: [1-9]\d*\n$/,
    );
  });

  test.each(adapters)("%s: deploys, shows no changes afterwards, and is destroyed", async (adapter) => {
    const { project } = template;
    const isNative = String(adapter === "native");
    await ok(project.run(["config", "set", "workspace-gateway:native", isNative, "--stack", project.stack]));
    const events = await ok(project.up({ skipPreview: true, json: true }));
    expect(events).toContain("debug");
    expect(events).not.toContain("literal-upstream-key");
    expect(gateway.rows("models").map(({ name }) => name)).toEqual(["large"]);
    const types = ((await project.exportState()).deployment.resources ?? []).map(({ type }) => type);
    expect(types.some((type) => type.startsWith("pulumi-nodejs:dynamic"))).toBe(adapter === "dynamic");
    expect(await project.stateText()).not.toContain("literal-upstream-key");
    await ok(project.preview({ expectNoChanges: true, refresh: true }));
    await ok(project.destroy({ skipPreview: true }));
    expect(onGateway()).toEqual([]);
  });
});

function environment() {
  return {
    WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
  };
}

// Passes if our declarations mean nothing to the compiler: what it cannot resolve is `any`.
const misspelt = `import { Workspace } from "pulumi-workspace-gateway";
new Workspace("team", { nam: "team" });
`;

// What the SDK records with a promise, before a resource is declared and after it; and a trace of the program.
const traces = `Error.prepareStackTrace = (error, frames) => error + ", mapped: " + frames.length;
const { runtime } = require("@pulumi/pulumi");
const { debuggablePromise } = require("@pulumi/pulumi/runtime/debuggable");
function recorded() {
  const promise = Promise.resolve();
  debuggablePromise(promise, "a promise");
  return promise._debugStackTrace;
}
console.log(recorded());
runtime.setMocks({ newResource: ({ inputs }) => ({ id: "1", state: inputs }), call: () => ({}) });
new (require("pulumi-workspace-gateway").Workspace)("team", { name: "team" });
console.log(recorded());
console.log(new Error("own").stack);
`;

function onGateway(): unknown[] {
  const tables = ["workspaces", "providers", "models", "prompts", "mappings"] as const;
  return tables.flatMap((table) => gateway.rows(table)).map((row) => row.name ?? row.source_name);
}
