// What every run of pulumi loads is put together: a process that starts reads a few files in the place of some hundred.
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { provider } from "./compiler.mts";
import { root } from "./sources.mts";

const dist = path.join(provider, "dist");

/** What a program, the engine and the native plugin load. All else stays as the compiler has written it. */
export const entries = ["index", "runtime", "plugin/main"].map((entry) => `provider/${entry}.ts`);

/**
 * The dependencies that every run needs: zod at once, without the languages that it speaks besides, and undici, in a file of its own, with
 * the first request.
 */
const taken = ["zod", "undici"];

export async function bundle(): Promise<void> {
  const built = await rolldown({
    input: Object.fromEntries(entries.map((file) => [nameOf(file), path.join(root, file)])),
    platform: "node",
    // The sources name each other as the compiler writes them.
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    external: (id) => !path.isAbsolute(id) && !id.startsWith(".") && !taken.includes(id),
  });
  await built.write({
    dir: dist,
    format: "cjs",
    exports: "named",
    entryFileNames: "[name].js",
    chunkFileNames: "bundle/[name].js",
    codeSplitting: { groups: taken.map((name) => ({ name, test: new RegExp(`/node_modules/${name}/`) })) },
  });
  await built.close();
  for (const name of taken) {
    const licence = path.join(
      path.dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))),
      "LICENSE",
    );
    await copyFile(licence, path.join(dist, `bundle/${name}.LICENSE`));
  }
}

/** The name of an entry in `dist`. */
function nameOf(file: string): string {
  return path.relative(provider, path.join(root, file)).replace(/\.ts$/, "").replaceAll(path.sep, "/");
}
