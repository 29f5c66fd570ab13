// Finds outdated packages. It loads only Node's built-in modules, because every test run uses it.
import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export const root = path.join(import.meta.dirname, "../..");

/** The folders of published packages, in dependency order. */
export const published = ["provider", "cli", "test/gateway"] as const;

/** Dependencies that are bundled into each package. npm does not install them. */
export const bundledBy: Readonly<Record<"provider" | "cli", readonly string[]>> = {
  provider: ["zod", "undici"],
  cli: ["zod"],
};

export interface Part {
  readonly name: "provider" | "cli" | "emulator";
  readonly folder: string;
  /** Additional sources outside the folder. */
  readonly besides: readonly string[];
}

const everywhere = ["package-lock.json", "tsconfig.json"];

const tools = ["bundle.mts", "readme.mts", "testing-declarations.mts"].map(
  (file) => `provider/build/${file}`,
);

/** The files that `workspace-gateway init` writes. */
export const template = [
  "AGENTS.md",
  "Pulumi.yaml",
  ".gitignore",
  "gateway-guard.yaml",
  "gateway-routes.yaml",
  "index.ts",
  "package.json",
  "tsconfig.json",
].map((file) => `examples/quickstart/${file}`);

export const parts: readonly Part[] = [
  { name: "provider", folder: "provider", besides: [...everywhere, "README.md"] },
  { name: "cli", folder: "cli", besides: [...everywhere, "docs/commands.md", ...tools, ...template] },
  { name: "emulator", folder: "test/gateway", besides: everywhere },
];

export type Digests = Readonly<Record<string, string>>;

interface Stamp {
  readonly sources: Digests;
  /** The sources of the published declarations. */
  readonly declarations: readonly string[];
}

const notSources = /(?:^|\/)(?:dist|node_modules|tests)\/|\.test\.ts$/;

export function digestsOf({ folder, besides }: Part): Digests {
  const inside = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .filter((file) => /\.m?ts$|(?:package|tsconfig)\.json$/.test(file) && !notSources.test(file));
  return Object.fromEntries([...inside, ...besides].toSorted().map((file) => [file, digestOf(file)]));
}

function digestOf(file: string): string {
  return hash("sha256", readFileSync(path.join(root, file)), "base64url");
}

const stampFile = ({ folder }: Part) => path.join(root, folder, "dist/.built.json");

export function readStamp(part: Part): Stamp | undefined {
  const file = stampFile(part);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

export function writeStamp(part: Part, stamp: Stamp): void {
  writeFileSync(stampFile(part), JSON.stringify(stamp));
}

export function changedSince(built: Digests, now: Digests): string[] {
  const all = new Set([...Object.keys(built), ...Object.keys(now)]);
  return [...all].filter((file) => built[file] !== now[file]);
}

export function outdated(): Part[] {
  return parts.filter((part) => changedSince(readStamp(part)?.sources ?? {}, digestsOf(part)).length > 0);
}
