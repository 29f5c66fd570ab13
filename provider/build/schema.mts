// Writes `dist/plugin/schema.json`: SDKs for other languages are made from it, and YAML programs checked by it. It reads what the
// build has made before.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { readDeclarations } from "./reference/declared.mts";
import { type Built, PackageSchema } from "./schema/package-schema.mts";

export function schema(): void {
  const dist = path.join(import.meta.dirname, "../dist");
  const built = createRequire(path.join(dist, "index.js"));
  const modules = ["every-kind", "plugin/invokes", "client/settings/settings-schema", "lifecycle/state/fate"];
  const spec = ["field", "kind", "token"].map((name) => `spec/${name}`);
  const parts: Built = Object.assign(
    {},
    built("zod"),
    ...[...modules, ...spec].map((name) => built(`./${name}.js`)),
  );
  const declared = readDeclarations(readFileSync(path.join(dist, "index.d.ts"), "utf8"));
  const { version, description, keywords, license } = built("../package.json");
  const made = new PackageSchema(parts, declared).make({ version, description, keywords, license });
  writeFileSync(path.join(dist, "plugin/schema.json"), `${JSON.stringify(made, null, 2)}\n`);
}
