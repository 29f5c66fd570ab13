// `npm run build`: makes anew what is older than its sources. Types are checked by `npm run check`, not here.
import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { bundle, entries } from "./bundle.mts";
import { declarations } from "./declarations.mts";
import { modules } from "./modules.mts";
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
  type Stamp,
  writeStamp,
} from "./sources.mts";

/** Taken away before a build begins, so that one that does not end is done again. */
const nothing: Stamp = { sources: {}, declarations: [] };

/** What the package's README is made of. */
const page = "README.md";

const make: Record<Part["name"], (part: Part, sources: Digests) => Promise<readonly string[]>> = {
  provider: makeProvider,
  emulator: makeEmulator,
};

for (const part of outdated()) {
  const sources = digestsOf(part);
  writeStamp(part, { sources, declarations: await make[part.name](part, sources) });
}

/**
 * Only the modules that have changed are compiled again, and the declarations only if something that they are made of has. The
 * schema is read from modules that share what they load, so the bundle takes the place of its entries last.
 */
async function makeProvider(part: Part, sources: Digests): Promise<readonly string[]> {
  const dist = path.join(root, part.folder, "dist");
  const stamp = readStamp(part) ?? nothing;
  const changed = changedSince(stamp.sources, sources).filter((file) => file !== page);
  if (changed.length === 0) {
    readme();
    return stamp.declarations;
  }
  const anew = !changed.every(isModule);
  rmSync(anew ? dist : path.join(dist, ".built.json"), { recursive: true, force: true });
  modules(dist, [...(anew ? Object.keys(sources) : changed), ...entries].filter(isModule));
  const kept = !anew && !changed.some((file) => stamp.declarations.includes(file));
  const read = kept ? stamp.declarations : declarations();
  schema();
  await bundle();
  readme();
  chmodSync(path.join(dist, "cli/main.js"), 0o755);
  return read;
}

/** A module that the package consists of. Any other source is a tool or a setting of the build. */
function isModule(file: string): boolean {
  return /^provider\/(?!build\/).*\.ts$/.test(file);
}

async function makeEmulator({ folder }: Part): Promise<readonly string[]> {
  rmSync(path.join(root, folder, "dist"), { recursive: true, force: true });
  const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", folder], { cwd: root, stdio: "inherit" });
  return [];
}
