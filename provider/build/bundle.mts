// What every run of pulumi loads is put together: a process that starts reads a few files in the place of some hundred.
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const provider = path.join(import.meta.dirname, "..");
const dist = path.join(provider, "dist");

/** What a program, the engine and the native plugin load. All else stays as the compiler has written it. */
const entries = ["index", "runtime", "plugin/main"];

/**
 * The dependencies that every run needs: zod at once, without the languages that it speaks besides, and undici, in a file of its own, with
 * the first request.
 */
const taken = ["zod", "undici"];

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [entry, path.join(provider, `${entry}.ts`)])),
  platform: "node",
  // The sources name each other as the compiler writes them.
  resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
  external: (id) => !path.isAbsolute(id) && !id.startsWith(".") && !taken.includes(id),
});
await bundle.write({
  dir: dist,
  format: "cjs",
  exports: "named",
  entryFileNames: "[name].js",
  chunkFileNames: "bundle/[name].js",
  codeSplitting: { groups: taken.map((name) => ({ name, test: new RegExp(`/node_modules/${name}/`) })) },
});
await bundle.close();
for (const name of taken) {
  const licence = path.join(
    path.dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))),
    "LICENSE",
  );
  await copyFile(licence, path.join(dist, `bundle/${name}.LICENSE`));
}
