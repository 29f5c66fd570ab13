import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const provider = path.resolve(import.meta.dirname, "../../provider");

/** Loads every kind and function in a Node of its own, and prints which files of the SDK and of gRPC it has loaded with them. */
const loading = `
  void require(${JSON.stringify(path.join(provider, "dist/tools.js"))}).everyKind().then((kinds) => {
    const foreign = Object.keys(require.cache).filter((file) => /@(pulumi|grpc)/.test(file));
    console.log(JSON.stringify({ kinds: kinds.map(({ name }) => name), foreign }));
  });
`;

function loaded(...options: string[]): { kinds: string[]; foreign: string[] } {
  return JSON.parse(execFileSync(process.execPath, [...options, "-e", loading], { encoding: "utf8" }));
}

test("in the plugin's process every kind and function is loaded, and nothing of the SDK", () => {
  expect(existsSync(path.join(provider, "dist/tools.js")), "npm run build").toBe(true);
  const inPlugin = loaded("--conditions=workspace-gateway-plugin");
  expect(inPlugin.foreign).toEqual([]);
  const inProgram = loaded();
  expect(inProgram.foreign.length).toBeGreaterThan(0);
  expect(inPlugin.kinds).toEqual(inProgram.kinds);
});
