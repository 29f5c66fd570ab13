import { constants } from "node:fs";
import { access, readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { goCalls, goOnPath, standIn } from "../../harness/cli/stand-in.ts";
import { findOpenTofu } from "./find.ts";
import { kit } from "./kit.ts";

const tofuBuild = `printf '#!/bin/sh\\necho ${kit.prints}\\necho on linux_amd64\\n' > "$output"`;

test("OpenTofu and its provider are built from their modules at fixed versions, and lie in one folder", async () => {
  const host = await standIn();
  await goOnPath(host, tofuBuild);
  const directory = await findOpenTofu(host);
  expect(directory).toBe(path.join(host.cache, "opentofu-v1.11.0-restapi-v1.20.0"));
  expect((await readdir(directory)).sort()).toEqual(["manifest.json", "terraform-provider-restapi", "tofu"]);
  for (const name of kit.files) await access(path.join(directory, name), constants.X_OK);
  const calls = await goCalls(host);
  expect(calls.match(/^go [a-z]+/gm)).toEqual(["go mod", "go build", "go mod", "go build"]);
  expect(calls).toContain("tool github.com/opentofu/opentofu/cmd/tofu\n");
  expect(calls).toContain("require github.com/opentofu/opentofu v1.11.0\n");
  expect(calls).toMatch(
    /^replace github\.com\/hashicorp\/hcl\/v2 => github\.com\/opentofu\/hcl\/v2 v2\.20\.2-/m,
  );
  expect(calls).toContain("tool github.com/Mastercard/terraform-provider-restapi\n");
  expect(calls).toContain("require github.com/Mastercard/terraform-provider-restapi v1.20.0\n");
});

test("what was built is found in the cache by the next run, with nothing said", async () => {
  const host = await standIn();
  await goOnPath(host, tofuBuild);
  const built = await findOpenTofu(host);
  host.said.length = 0;
  expect(await findOpenTofu(host)).toBe(built);
  expect(host.said).toEqual([]);
  expect(await host.cached()).toEqual([kit.folder]);
});

test("two at once: one builds, the other waits and uses the result", async () => {
  const host = await standIn();
  await goOnPath(host, tofuBuild);
  host.sleep = (_ms, signal) => (signal ? new Promise(() => {}) : new Promise(setImmediate));
  const [one, other] = await Promise.all([findOpenTofu(host), findOpenTofu(host)]);
  expect(one).toBe(other);
  expect((await goCalls(host)).match(/go build/g)).toHaveLength(2);
  expect(host.said).toContain(`Process ${process.pid} is getting the OpenTofu CLI already; waiting for it.`);
});

test("a build that is another version is not kept", async () => {
  const host = await standIn();
  await goOnPath(host, `printf '#!/bin/sh\\necho OpenTofu v1.11.0-dev\\n' > "$output"`);
  await expect(findOpenTofu(host)).rejects.toThrow("`tofu version` does not print OpenTofu v1.11.0");
  expect(await host.cached()).toEqual([]);
});
