import { constants } from "node:fs";
import { access, appendFile, readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { cliFiles, cliVersion, isAtLeast } from "./cli.ts";
import { cliOf, findCli } from "./find.ts";
import { goCalls, goOnPath, installerScript, pulumiOnPath, type StandIn, standIn } from "./stand-in.ts";

const kept = `pulumi-${cliVersion}`;
const installer = { download: async () => installerScript };

function binary(host: StandIn, name: string): string {
  return path.join(host.cache, kept, name);
}

test("pulumi on PATH comes before everything else", async () => {
  const host = await standIn(installer);
  await goOnPath(host);
  await findCli(host);
  await pulumiOnPath(host, "v3.300.0");
  expect(await findCli(host)).toEqual({ directory: host.env.PATH, version: "v3.300.0", source: "PATH" });
});

test.each([
  [
    "is too old",
    (host: StandIn) => pulumiOnPath(host, "v3.215.9"),
    "pulumi is not used: it is v3.215.9, but v3.216.0 or newer is needed",
  ],
  [
    "lacks its Node.js plugins",
    (host: StandIn) => host.command("pulumi", "echo v3.300.0"),
    "pulumi-language-nodejs and pulumi-resource-pulumi-nodejs is not on PATH",
  ],
])("pulumi on PATH that %s is passed over, with the reason", async (_what, put, reason) => {
  const host = await standIn(installer);
  await put(host);
  expect(await findCli(host)).toMatchObject({ source: "installer" });
  expect(host.said[0]).toContain(reason);
});

test("the installer is asked before Go, for exactly our version", async () => {
  const host = await standIn(installer);
  await goOnPath(host);
  expect(await findCli(host)).toEqual({
    directory: path.join(host.cache, kept),
    version: cliVersion,
    source: "installer",
  });
  await expect(goCalls(host)).rejects.toThrow("ENOENT");
});

test("what was installed is found in the cache by the next run, with nothing said", async () => {
  const host = await standIn(installer);
  await findCli(host);
  host.said.length = 0;
  expect(await findCli(host)).toMatchObject({ source: "cache" });
  expect(host.said).toEqual([]);
  expect(await host.cached()).toEqual([kept]);
});

test("a version that is asked for is got beside ours, whatever is on PATH", async () => {
  const host = await standIn(installer);
  await pulumiOnPath(host, "v3.300.0");
  const directory = path.join(host.cache, "pulumi-v3.216.0");
  const asked = { directory, version: "v3.216.0" };
  expect(await cliOf(host, "v3.216.0")).toEqual({ ...asked, source: "installer" });
  expect(await cliOf(host, "v3.216.0")).toEqual({ ...asked, source: "cache" });
  expect((await cliOf(host, cliVersion)).directory).toBe(path.join(host.cache, kept));
  expect(await host.cached()).toEqual(["pulumi-v3.216.0", kept]);
});

test("Go builds the engine of the version that is asked for", async () => {
  const host = await standIn();
  await goOnPath(host, `printf '#!/bin/sh\\necho v3.216.0\\n' > "$output"`);
  expect(await cliOf(host, "v3.216.0")).toMatchObject({ source: "Go" });
  expect(await goCalls(host)).toContain("require github.com/pulumi/pulumi/pkg/v3 v3.216.0\n");
});

test("without network Go builds engine and language host from their modules, and the plugin comes from the SDK", async () => {
  const host = await standIn();
  await goOnPath(host);
  expect(await findCli(host)).toMatchObject({ source: "Go" });
  expect(host.said[0]).toContain("install.sh cannot be reached (no such host)");
  const calls = await goCalls(host);
  expect(calls).toContain("tool github.com/pulumi/pulumi/pkg/v3/cmd/pulumi\n");
  expect(calls).toContain(`require github.com/pulumi/pulumi/pkg/v3 ${cliVersion}\n`);
  expect(calls).toContain("require github.com/pulumi/pulumi/sdk/v3 v3.68.0\n");
  expect(calls.match(/^go [a-z]+/gm)).toEqual(Array(3).fill(["go mod", "go build"]).flat());
  const [pulumi, languageHost, plugin] = cliFiles;
  const files = ["manifest.json", pulumi, languageHost, `${languageHost}-by-flags`, plugin];
  expect((await readdir(path.join(host.cache, kept))).sort()).toEqual(files);
  for (const name of cliFiles) await access(binary(host, name), constants.X_OK);
});

test.each(["pulumi-language-nodejs", "pulumi-language-nodejs-by-flags"])(
  "a cached copy of which the bytes of %s changed is replaced, and the person told",
  async (file) => {
    const host = await standIn();
    await goOnPath(host);
    await findCli(host);
    await appendFile(binary(host, file), "x");
    expect(await findCli(host)).toMatchObject({ source: "Go" });
    expect(host.said).toContain(
      `The Pulumi CLI in ${path.join(host.cache, kept)} is damaged and will be replaced.`,
    );
    expect(await findCli(host)).toMatchObject({ source: "cache" });
  },
);

test("with neither pulumi nor network nor Go the message names all three and what to do", async () => {
  const host = await standIn();
  const failure = findCli(host);
  await expect(failure).rejects.toThrow("no usable `pulumi` with its Node.js plugins is on PATH");
  await expect(failure).rejects.toThrow("install.sh cannot be reached (no such host)");
  await expect(failure).rejects.toThrow("no `go` to build it with is on PATH");
  await expect(failure).rejects.toThrow("Install Pulumi (https://www.pulumi.com/docs/install/) or Go");
  expect(await host.cached()).toEqual([]);
});

test("an installer that fails hands over to Go and leaves nothing behind", async () => {
  const host = await standIn({ download: async () => "echo 'no such platform'; exit 3" });
  await goOnPath(host);
  expect(await findCli(host)).toMatchObject({ source: "Go" });
  expect(host.said).toContain(
    "Pulumi's installer did not work: Pulumi's installer failed: no such platform.",
  );
  expect(await host.cached()).toEqual([kept]);
});

test.each([
  [
    "that fails, of which the end of Go's output is shown,",
    "echo 'undefined: everything' >&2; exit 2",
    "Compiling pulumi failed (go exited with 2):\nundefined: everything",
  ],
  [
    "that prints another version",
    `printf '#!/bin/sh\\necho v0.0.1\\n' > "$output"`,
    `\`pulumi version\` does not print ${cliVersion}`,
  ],
])("of a build %s nothing is kept", async (_what, build, message) => {
  const host = await standIn();
  await goOnPath(host, build);
  await expect(findCli(host)).rejects.toThrow(message);
  expect(await host.cached()).toEqual([]);
});

test("a full disk is told before anything is built", async () => {
  const host = await standIn({ freeBytes: async () => 1.23e9 });
  await goOnPath(host);
  await expect(findCli(host)).rejects.toThrow(/needs about 5 GB, but only 1\.2 GB are free where .+ lies/);
  await expect(goCalls(host)).rejects.toThrow("ENOENT");
});

test("an interrupt during the build leaves neither a copy nor a lock", async () => {
  const host = await standIn();
  await goOnPath(host, `echo compiling; exec /bin/sleep 600`);
  const run = host.run;
  host.run = (command, args, options) => {
    const onOutput = () => host.interrupt.abort(new Error("Interrupted."));
    return run(command, args, args.includes("build") ? { ...options, onOutput } : options);
  };
  await expect(findCli(host)).rejects.toThrow();
  expect(await host.cached()).toEqual([]);
});

test("an interrupt during the installer does not go on to Go", async () => {
  const host = await standIn();
  await goOnPath(host);
  host.download = async () => {
    host.interrupt.abort(new Error("Interrupted."));
    throw new Error("aborted");
  };
  await expect(findCli(host)).rejects.toThrow("Interrupted.");
  await expect(goCalls(host)).rejects.toThrow("ENOENT");
});

test.each([
  ["v3.216.0", true],
  ["3.259.0", true],
  ["v4.0.0", true],
  ["v3.216.0-alpha.1", true],
  ["v3.99.9", false],
  ["v2.300.0", false],
  ["", false],
])("%s is at least v3.216.0: %s", (version, expected) => {
  expect(isAtLeast(version, "v3.216.0")).toBe(expected);
});
