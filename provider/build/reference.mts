// Writes `docs/reference` of the repository, its page of errors, and the pages of the Pulumi Registry. It reads what `npm run build` has made.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { builtSpecs } from "./bundle.mts";
import { reference } from "./reference/pages.mts";
import { registryPages } from "./registry/registry-pages.mts";
import { troubleshootingPage } from "./troubleshooting/troubleshooting-page.mts";

const folder = path.join(import.meta.dirname, "../../docs/reference");
const declarations = readFileSync(path.join(import.meta.dirname, "../dist/index.d.ts"), "utf8");

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of reference(await builtSpecs(), declarations)) {
  writeFileSync(path.join(folder, name), text);
}

const schema = JSON.parse(readFileSync(path.join(import.meta.dirname, "../dist/plugin/schema.json"), "utf8"));
for (const [name, text] of registryPages(schema)) {
  writeFileSync(path.join(folder, "..", name), text);
}

writeFileSync(path.join(folder, "../troubleshooting.md"), troubleshootingPage());
