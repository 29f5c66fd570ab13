import { expect, test } from "vitest";
import { cliVersion } from "../harness/cli/cli.ts";
import { goCalls, goOnPath, standIn } from "../harness/cli/stand-in.ts";
import { findSdkGenerator } from "./support/sdk-generator.ts";

test("the generator of SDKs is built of our source with Pulumi's module once, and then found in the cache", async () => {
  const host = await standIn();
  await goOnPath(host);
  const [found, kept] = [await findSdkGenerator(host), await host.cached()];
  expect(found).toEqual({ file: `${host.cache}/${kept[0]}/sdk-generator` });
  const calls = await goCalls(host);
  expect(calls).toContain(`require github.com/pulumi/pulumi/pkg/v3 ${cliVersion}\n`);
  expect(calls).not.toContain("tool ");
  expect(calls).toMatch(/^go build .* \.$/m);
  expect(await findSdkGenerator(host)).toEqual(found);
  expect(await goCalls(host)).toBe(calls);
});

test("without Go, or where the module cannot be had, it is said why there is no generator", async () => {
  const host = await standIn();
  expect(await findSdkGenerator(host)).toEqual({ missing: "there is no Go to build it with" });
  await goOnPath(host, "exit 1");
  expect(await findSdkGenerator(host)).toEqual({
    missing: expect.stringContaining("Compiling sdk-generator failed (go exited with 1)"),
  });
  expect(await host.cached()).toEqual([]);
});
