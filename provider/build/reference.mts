// Writes `docs/reference` of the repository. It reads what `npm run build` has made.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { builtSpecs } from "./bundle.mts";
import { reference } from "./reference/pages.mts";

const folder = path.join(import.meta.dirname, "../../docs/reference");
const declarations = readFileSync(path.join(import.meta.dirname, "../dist/index.d.ts"), "utf8");

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of reference(await builtSpecs(), declarations)) {
  writeFileSync(path.join(folder, name), text);
}
