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

test("a build that is another version is not kept", async () => {
  const host = await standIn();
  await goOnPath(host, `printf '#!/bin/sh\\necho OpenTofu v1.11.0-dev\\n' > "$output"`);
  await expect(findOpenTofu(host)).rejects.toThrow("`tofu version` does not print OpenTofu v1.11.0");
  expect(await host.cached()).toEqual([]);
});
