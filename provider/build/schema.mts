// Writes `dist/plugin/schema.json`: SDKs for other languages are made from it, and YAML programs checked by it. It reads what the
// build has made before.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { BuiltSpecs } from "./bundle.mts";
import { readDeclarations } from "./reference/declared.mts";
import { withExamples } from "./schema/examples/examples.mts";
import type { Manifest } from "./schema/package-facts.mts";
import { type Built, PackageSchema } from "./schema/package-schema.mts";

export function schema(specs: BuiltSpecs): void {
  const folder = path.join(import.meta.dirname, "..");
  const declared = readDeclarations(readFileSync(path.join(folder, "dist/index.d.ts"), "utf8"));
  const manifest: Manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const toJSONSchema: Built["toJSONSchema"] = (...asked) =>
    JSON.parse(JSON.stringify(specs.toJSONSchema(...asked)));
  const made = new PackageSchema({ ...specs, toJSONSchema }, declared).make(manifest);
  const whole = withExamples(JSON.parse(JSON.stringify(made)), declared);
  writeFileSync(path.join(folder, "dist/plugin/schema.json"), `${JSON.stringify(whole, null, 2)}\n`);
}
