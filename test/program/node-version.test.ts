import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { requireNode } from "../../provider/program/node-version.js";

const root = path.join(import.meta.dirname, "../..");
const { engines } = JSON.parse(readFileSync(path.join(root, "provider/package.json"), "utf8"));

test.each(["20.20.2", "22.18.9", "18.0.0"])("Node %s is refused, with what is needed", (found) => {
  expect(() => requireNode(found)).toThrow(
    new RegExp(`^pulumi-workspace-gateway needs Node 22\\.19 or newer, and this is Node ${found}: install`),
  );
});

test.each(["22.19.0", "22.20.0", "24.0.0", process.versions.node])("Node %s is good enough", (found) => {
  expect(() => requireNode(found)).not.toThrow();
});

test("the package asks for the Node that is checked", () => {
  expect(engines).toEqual({ node: ">=22.19" });
});
