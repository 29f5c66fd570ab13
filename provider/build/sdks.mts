// Writes the SDK of every language: `node provider/build/sdks.mts FOLDER`, by the `pulumi` on the PATH and its language hosts; with
// `--generator FILE`, by the generator that the tests build, for the languages that it knows. It reads what the build has made.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Manifest } from "./schema/package-facts.mts";
import { finishSdk } from "./sdks/finish-sdk.mts";
import { type SdkLanguage, sdkLanguages } from "./sdks/languages.mts";
import { root } from "./sources.mts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { generator: { type: "string" } },
});
const [out = "sdks"] = positionals;
const manifest: Manifest = read("provider/package.json");
const schema = read("provider/dist/plugin/schema.json");
const goModule = path.posix.dirname(schema.language.go.importBasePath);

mkdirSync(out, { recursive: true });
for (const language of sdkLanguages) {
  const folder = path.join(out, language.name);
  rmSync(folder, { recursive: true, force: true });
  generate(language);
  if (existsSync(folder)) {
    finishSdk(folder, language, manifest, goModule);
    console.log(`${language.title}: ${folder}`);
  } else {
    console.log(`${language.title}: not made, because this generator does not know it`);
  }
}

function generate({ name, withoutConfig }: SdkLanguage): void {
  const file = path.join(out, `schema-${name}.json`);
  writeFileSync(file, JSON.stringify(withoutConfig ? { ...schema, config: undefined } : schema));
  if (values.generator === undefined) {
    run("pulumi", "package", "gen-sdk", file, "--language", name, "--out", out);
  } else {
    run(values.generator, file, out, name);
  }
  rmSync(file);
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
}

function read(file: string) {
  return JSON.parse(readFileSync(path.join(root, file), "utf8"));
}
