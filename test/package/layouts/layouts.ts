/** A way in which people keep their packages, and how a program of it is installed and run. */
export interface Layout {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** What people type. The first word is a program of npm, of a version that stands here. */
  readonly install: readonly (readonly string[])[];
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly note: string;
}

const sdk = "3.270.0";
const pnpm = "pnpm@12.21.0";
const yarn = "@yarnpkg/cli-dist@4.18.1";
const bun = "bun@1.4.5";

const project = (main: string, options: object = {}) =>
  JSON.stringify({ name: "layouts", runtime: { name: "nodejs", options }, main });

const manifest = (more: object = {}, up = "..") =>
  JSON.stringify({
    name: "infra",
    version: "1.0.0",
    private: true,
    dependencies: {
      "@pulumi/pulumi": sdk,
      "pulumi-workspace-gateway": `file:${up}/pulumi-workspace-gateway.tgz`,
    },
    devDependencies: { "@types/node": "24.19.2", typescript: "5.9.3" },
    ...more,
  });

const workspace = (more: object = {}) =>
  JSON.stringify({ name: "root", private: true, workspaces: ["packages/*"], ...more });

const noBuilds = "allowBuilds:\n  protobufjs: false\n";
const inFolder = {
  "packages/infra/Pulumi.yaml": project("index.ts"),
  "packages/infra/package.json": manifest({}, "../../.."),
};
const atTop = { "Pulumi.yaml": project("index.ts"), "package.json": manifest() };

const npx = (tool: string, ...args: string[]) => ["npx", "--yes", tool, ...args];
const npm = ["npm", "install", "--no-audit", "--no-fund"];

export const layouts: readonly Layout[] = [
  { name: "npm", files: atTop, install: [npm], note: "" },
  {
    name: "npm, ES modules, types stripped by Node",
    files: {
      "Pulumi.yaml": project("index.ts", { typescript: false }),
      "package.json": manifest({ type: "module" }),
    },
    install: [npm],
    note: "`typescript: false` in Pulumi.yaml: Node reads the program itself",
  },
  {
    name: "npm workspaces",
    files: { ...inFolder, "package.json": workspace() },
    install: [npm],
    folder: "packages/infra",
    note: "packages lie in the root's `node_modules`",
  },
  {
    name: "pnpm",
    files: { ...atTop, "pnpm-workspace.yaml": noBuilds },
    install: [npx(pnpm, "install")],
    note: "`allowBuilds: { protobufjs: false }` in pnpm-workspace.yaml: that script only prints advice",
  },
  {
    name: "pnpm workspace",
    files: {
      ...inFolder,
      "package.json": workspace(),
      "pnpm-workspace.yaml": `packages: ['packages/*']\n${noBuilds}`,
    },
    install: [npx(pnpm, "install")],
    folder: "packages/infra",
    note: "the same",
  },
  {
    name: "Yarn 4, `nodeLinker: node-modules`",
    files: { ...atTop, ".yarnrc.yml": "nodeLinker: node-modules\n", "yarn.lock": "" },
    install: [npx(yarn, "install", "--no-immutable")],
    note: "",
  },
  {
    name: "Yarn 4, Plug'n'Play",
    files: { ...atTop, ".yarnrc.yml": "nodeLinker: pnp\n", "yarn.lock": "" },
    install: [npx(yarn, "install", "--no-immutable")],
    env: { NODE_OPTIONS: "--require ./.pnp.cjs" },
    note: '`NODE_OPTIONS="--require ./.pnp.cjs"` for every run of pulumi',
  },
  { name: "Yarn 1", files: atTop, install: [npx("yarn@1.22.22", "install")], note: "" },
  { name: "bun install, run by Node", files: atTop, install: [npx(bun, "install")], note: "" },
  {
    name: "one file by esbuild",
    files: {
      "Pulumi.yaml": project("dist/index.js", { typescript: false }),
      "package.json": manifest({ devDependencies: { esbuild: "0.28.2" } }),
    },
    install: [
      npm,
      [
        "node_modules/.bin/esbuild",
        ...["index.ts", "--bundle", "--platform=node", "--outfile=dist/index.js"],
        ...["--external:@pulumi/pulumi", "--external:pulumi-workspace-gateway"],
      ],
    ],
    note: "both packages stay outside: the engine's provider process loads them by name",
  },
];
