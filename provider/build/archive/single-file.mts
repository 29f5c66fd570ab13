import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { root } from "../sources.mts";

const folder = path.join(root, "provider");

/** What of the sources reads files of the package, and what stands in its place where there is no package. */
function replacements(version: string): Readonly<Record<string, string>> {
  return {
    "io/package-version.ts": `
      import path from "node:path";
      export const packageVersion = () => ${JSON.stringify(version)};
      export const packageFolder = () => path.dirname(process.execPath);`,
    "plugin/read-schema.ts": `
      import { getAsset } from "node:sea";
      export const readSchema = () => getAsset("schema.json", "utf8");`,
  };
}

/** Takes in what the plugin would load of the SDK that is installed beside it. */
function standalone(version: string): Plugin {
  const instead = replacements(version);
  const ofSdk = createRequire(createRequire(path.join(folder, "index.ts")).resolve("@pulumi/pulumi"));
  const nameOf = (id: string) => path.relative(folder, id).replaceAll(path.sep, "/");
  return {
    name: "standalone",
    load(id) {
      const code = instead[nameOf(id)];
      return code === undefined ? null : { code, moduleType: "js" };
    },
    transform(code, id) {
      if (nameOf(id).startsWith("..")) {
        return null;
      }
      return code.replace(
        /\bofSdk\("([^"]+)"\)/g,
        (_call, name: string) => `require(${JSON.stringify(ofSdk.resolve(name))})`,
      );
    },
  };
}

/** Writes the plugin as one file that loads nothing but Node's own modules; gives the licences of all that it has in it. */
export async function singleFile(file: string, version: string): Promise<string> {
  const built = await rolldown({
    input: path.join(folder, "plugin/main.ts"),
    platform: "node",
    resolve: {
      extensionAlias: { ".js": [".ts", ".js"] },
      // What has been built: of a CommonJS module, a name may be missing.
      alias: { "#sdk": path.join(folder, "dist/plugin/no-sdk.js") },
    },
    plugins: [standalone(version)],
  });
  const { output } = await built.write({ file, format: "cjs", minify: true, codeSplitting: false });
  await built.close();
  const [{ imports, moduleIds }] = output;
  const foreign = imports.filter((name) => !name.startsWith("node:"));
  if (foreign.length > 0) {
    throw new Error(`the plugin's single file would load ${foreign.join(", ")}`);
  }
  return licencesOf(moduleIds);
}

/** The licence of every npm package that has one of these files, under its name. */
function licencesOf(files: readonly string[]): string {
  const packages = files.flatMap(
    (file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? [],
  );
  return [...new Set(packages)]
    .toSorted()
    .map((place) => {
      const { name, version, license } = JSON.parse(readFileSync(path.join(place, "package.json"), "utf8"));
      const text = readdirSync(place).find((each) => /^(licen[cs]e|copying)/i.test(each));
      const whole = text === undefined ? "" : readFileSync(path.join(place, text), "utf8").trim();
      return `${name} ${version} (${license})\n\n${whole}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
