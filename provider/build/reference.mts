// Writes `docs/reference` of the repository. It reads what `npm run build` has made.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Specs } from "./reference/class-page.mts";
import { reference } from "./reference/pages.mts";

const built = createRequire(path.join(import.meta.dirname, "../dist/index.js"));
const { kinds }: Pick<Specs, "kinds"> = built("./every-kind.js");
const { fateOf }: Pick<Specs, "fateOf"> = built("./lifecycle/state/fate.js");
const folder = path.join(import.meta.dirname, "../../docs/reference");

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of reference(
  { kinds, fateOf },
  readFileSync(built.resolve("./index.d.ts"), "utf8"),
)) {
  writeFileSync(path.join(folder, name), text);
}
