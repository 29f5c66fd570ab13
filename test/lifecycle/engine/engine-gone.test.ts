import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { expect, onTestFinished, test } from "vitest";
import { structOf } from "../../../provider/plugin/grpc.js";
import { loader } from "../../../provider/spec/token.js";
import { paths } from "../../harness/paths.ts";

const require = createRequire(import.meta.url);

/** Stands in for the engine: listens as it does, and starts a provider's process that gets its address. */
const engine = `
const server = require("node:http2").createServer().listen(0, "127.0.0.1", () => {
  const address = "127.0.0.1:" + server.address().port;
  require("node:child_process").spawn(process.argv[1], [...process.argv.slice(2), address], { stdio: "inherit" });
});`;

const adapters = {
  native: {
    command: [path.join(paths.root, "provider/plugin/pulumi-resource-workspace-gateway")],
    use: async () => {},
  },
  dynamic: {
    command: [process.execPath, require.resolve("@pulumi/pulumi/cmd/dynamic-provider")],
    use: check,
  },
};

/** The process of a dynamic provider is Pulumi's. It loads this package for the first call, which here makes no request. */
async function check(port: string): Promise<void> {
  const { ResourceProviderClient } = require("@pulumi/pulumi/proto/provider_grpc_pb.js");
  const { CheckRequest, ConfigureRequest } = require("@pulumi/pulumi/proto/provider_pb.js");
  const grpc = createRequire(require.resolve("@pulumi/pulumi"))("@grpc/grpc-js");
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  const news = structOf({ __provider: loader("Workspace"), name: "Support" });
  const request = new CheckRequest().setUrn("urn:pulumi:t::t::t::team").setOlds(structOf({})).setNews(news);
  const done = (resolve: () => void, reject: (error: Error) => void) => (error: Error | null) =>
    error === null ? resolve() : reject(error);
  await new Promise<void>((resolve, reject) =>
    client.configure(new ConfigureRequest().setArgs(structOf({})), done(resolve, reject)),
  );
  await new Promise<void>((resolve, reject) => client.check(request, done(resolve, reject)));
  client.close();
}

/** The provider's process has the same output, which therefore ends with the last of the two. */
async function ended({ stdout }: ChildProcess): Promise<void> {
  if (stdout?.closed !== true) await once(stdout ?? expect.unreachable(), "close");
}

test.each(Object.entries(adapters))(
  "the process of the %s provider ends by itself when the engine is killed, though it was never asked for anything",
  async (_adapter, { command, use }) => {
    const killed = spawn(process.execPath, ["-e", engine, ...command], {
      cwd: path.join(paths.root, "examples"),
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    onTestFinished(() => {
      try {
        process.kill(-(killed.pid ?? expect.unreachable()), "SIGKILL");
      } catch {
        // both have ended
      }
    });
    for await (const port of createInterface(killed.stdout)) {
      await use(port);
      killed.kill("SIGKILL");
      break;
    }
    await ended(killed);
  },
);
