import { existsSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What a module of a package has once it is built: then it is CommonJS. No line of its own, which keeps the numbers. */
const commonJs =
  "const __filename = import.meta.filename, __dirname = import.meta.dirname, " +
  'require = process.getBuiltinModule("node:module").createRequire(import.meta.url); ';

/** The engine's protocol: Node does not see what these files export. */
const protocol = /\/@pulumi\/pulumi\/proto\/\w+_pb\.js$/;
const withNames = "with-names:";

function namedExports(file: string): string {
  const required = `createRequire(${JSON.stringify(file)})(${JSON.stringify(file)})`;
  const names = Object.keys(createRequire(file)(file)).join(", ");
  return `import { createRequire } from "node:module"; export const { ${names} } = ${required};`;
}

/** The suffix of modules that are loaded a second time, for the native adapter. */
export const native = "?native";
const typeScript = /\.ts(?:\?native)?$/;
const ofTests = /\/test\/(?!mutation\/).*\.ts$/;

const standIn = new URL("vitest.ts", import.meta.url).href;

/** Lets Node load the tests and the provider as they stand: `x.js` may be `x.ts`, and `vitest` is our stand-in. */
export function loadTypeScript(): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === "vitest" && context.parentURL !== standIn) {
        return { url: standIn, shortCircuit: true };
      }
      const resolved = next(inTypeScript(specifier, context.parentURL), context);
      // Test modules are loaded once per adapter. Both share the modules of the provider.
      if (context.parentURL?.endsWith(native) && ofTests.test(resolved.url)) resolved.url += native;
      if (protocol.test(resolved.url) && typeScript.test(context.parentURL ?? "")) {
        return { url: `${withNames}${fileURLToPath(resolved.url)}`, format: "module", shortCircuit: true };
      }
      return typeScript.test(resolved.url) ? { ...resolved, format: "module-typescript" } : resolved;
    },
    load(url, context, next) {
      if (url.startsWith(withNames)) {
        return { source: namedExports(url.slice(withNames.length)), format: "module", shortCircuit: true };
      }
      const loaded = next(url, context);
      return /(?<!\/test)\/(?:provider|cli)\/.*\.ts$/.test(url)
        ? { ...loaded, source: `${commonJs}${loaded.source}` }
        : loaded;
    },
  });
}

/** What the provider's package.json calls so is built; here its sources stand for it. */
const built = new Map([
  ["#sdk", "program/sdk.ts"],
  ["pulumi-workspace-gateway/tools", "tools.ts"],
]);

function inTypeScript(specifier: string, parent: string | undefined): string {
  const source = built.get(specifier);
  if (source !== undefined) {
    return pathToFileURL(path.resolve("provider", source)).href; // of the copy in which Stryker works
  }
  if (!specifier.startsWith(".") || !specifier.endsWith("js") || parent === undefined) {
    return specifier;
  }
  const url = new URL(specifier.replace(/js$/, "ts"), parent);
  return url.protocol === "file:" && existsSync(fileURLToPath(url)) ? url.href : specifier;
}
