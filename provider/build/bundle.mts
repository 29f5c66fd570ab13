// Bundles the sources, so that a process loads only a few files instead of hundreds.
import { copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { bundledBy, root } from "./sources.mts";

/** The entry points, relative to the package's folder. */
const entries: Readonly<Record<"provider" | "cli", readonly string[]>> = {
  provider: ["index.ts", "runtime.ts", "tools.ts", "plugin/main.ts", "plugin/no-sdk.ts", "program/sdk.ts"],
  cli: ["main.ts", "policy/pack.ts", "testing/index.ts", "testing/child.ts"],
};

export async function bundle(folder: "provider" | "cli"): Promise<void> {
  const taken = bundledBy[folder];
  const dist = path.join(root, folder, "dist");
  await write(path.join(root, folder), dist, entries[folder], taken);
  for (const name of taken) {
    const manifest = fileURLToPath(import.meta.resolve(`${name}/package.json`));
    await mkdir(path.join(dist, "bundle"), { recursive: true });
    await copyFile(path.join(path.dirname(manifest), "LICENSE"), path.join(dist, `bundle/${name}.LICENSE`));
  }
}

export type BuiltSpecs = typeof import("./specs.ts");

export async function builtSpecs(): Promise<BuiltSpecs> {
  const folder = path.join(root, "provider");
  await write(folder, path.join(folder, "dist"), ["build/specs.ts"], []);
  return createRequire(import.meta.url)(path.join(folder, "dist/build/specs.js"));
}

async function write(folder: string, dir: string, entries: readonly string[], taken: readonly string[]) {
  const built = await rolldown({
    input: Object.fromEntries(entries.map((file) => [file.replace(/\.ts$/, ""), path.join(folder, file)])),
    platform: "node",
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } }, // sources import files by their compiled names
    external: (id) => !path.isAbsolute(id) && !id.startsWith(".") && !taken.includes(id),
  });
  await built.write({
    dir,
    format: "cjs",
    exports: "named",
    entryFileNames: "[name].js",
    chunkFileNames: "bundle/[name].js",
    codeSplitting: { groups: taken.map((name) => ({ name, test: new RegExp(`/node_modules/${name}/`) })) },
  });
  await built.close();
}
