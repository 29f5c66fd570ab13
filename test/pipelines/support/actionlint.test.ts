import path from "node:path";
import { expect, test } from "vitest";
import { goCalls, goOnPath, standIn } from "../../harness/cli/stand-in.ts";
import { findActionlint } from "./actionlint.ts";

const build = `printf '#!/bin/sh\\n[ "$1" = -version ] && echo 1.7.12\\n' > "$output"`;

test("actionlint is built from its module at a fixed version once, and then found in the cache", async () => {
  const host = await standIn();
  await goOnPath(host, build);
  const file = path.join(host.cache, "actionlint-v1.7.12/actionlint");
  expect(await findActionlint(host)).toEqual({ file });
  const calls = await goCalls(host);
  expect(calls).toContain("require github.com/rhysd/actionlint v1.7.12\n");
  expect(await findActionlint(host)).toEqual({ file });
  expect(await goCalls(host)).toBe(calls);
});

test("without Go, or where the module cannot be had, it is said why there is none", async () => {
  const host = await standIn();
  expect(await findActionlint(host)).toEqual({ missing: "there is no Go to build it with" });
  await goOnPath(host, "exit 1");
  const found = await findActionlint(host);
  expect(found).toEqual({
    missing: expect.stringContaining("Compiling actionlint failed (go exited with 1)"),
  });
  expect(await host.cached()).toEqual([]);
});
