// `npm run build`: rebuilds packages that are older than their sources. `npm run check` checks the types.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { builtSpecs, bundle } from "./bundle.mts";
import { declarations } from "./declarations.mts";
import { readme } from "./readme.mts";
import { schema } from "./schema.mts";
import {
  changedSince,
  type Digests,
  digestsOf,
  outdated,
  type Part,
  readStamp,
  root,
  template,
  writeStamp,
} from "./sources.mts";
import { testingDeclarations } from "./testing-declarations.mts";

const make: Record<Part["name"], (part: Part, sources: Digests) => Promise<readonly string[]>> = {
  provider: makeProvider,
  cli: makeCli,
  emulator: makeEmulator,
};

for (const part of outdated()) {
  const sources = digestsOf(part);
  writeStamp(part, { sources, declarations: await make[part.name](part, sources) });
}

/** Declarations take the longest to build, so they are rebuilt only if one of their sources has changed. */
async function makeProvider(part: Part, sources: Digests): Promise<readonly string[]> {
  const dist = path.join(root, part.folder, "dist");
  const stamp = readStamp(part) ?? { sources: {}, declarations: [] };
  const changed = changedSince(stamp.sources, sources).filter((file) => file !== "README.md");
  if (changed.length === 0) {
    readme("provider");
    return stamp.declarations;
  }
  // All other files are tools or settings of the build. A change to one of them requires a full rebuild.
  const isModule = (file: string) => /^provider\/(?!build\/).*\.ts$/.test(file);
  const anew = changed.some((file) => !isModule(file) || stamp.declarations.includes(file));
  // Deletes the stamp first, so that an interrupted build runs again.
  for (const old of anew ? [""] : ["bundle", ".built.json"]) {
    rmSync(path.join(dist, old), { recursive: true, force: true });
  }
  await bundle("provider");
  const specs = await builtSpecs();
  const read = anew ? declarations(specs) : stamp.declarations;
  schema(specs);
  readme("provider");
  return read;
}

async function makeCli({ folder }: Part): Promise<readonly string[]> {
  rmSync(path.join(root, folder, "dist"), { recursive: true, force: true });
  await bundle("cli");
  testingDeclarations();
  copyTemplate(path.join(root, folder, "dist/template"));
  readme("cli");
  return [];
}

/** npm does not publish `.gitignore`, so it is renamed. */
function copyTemplate(to: string): void {
  mkdirSync(to);
  for (const file of template) {
    copyFileSync(path.join(root, file), path.join(to, path.basename(file).replace(/^\./, "")));
  }
}

async function makeEmulator({ folder }: Part): Promise<readonly string[]> {
  rmSync(path.join(root, folder, "dist"), { recursive: true, force: true });
  const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", folder], { cwd: root, stdio: "inherit" });
  return [];
}
