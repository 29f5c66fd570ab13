import path from "node:path";
import { withGateway } from "./gateway-record.ts";
import { localCli } from "./local-cli.ts";
import { main } from "./main.ts";
import { paths } from "./paths.ts";
import { quickstart } from "./quickstart.ts";
import { openGateway } from "./reference-gateway.ts";
import { Stack } from "./stack.ts";

await main(async (signal) => {
  const cli = await localCli();
  const gateway = await openGateway(paths.gateway, paths.gatewayDatabase);
  say(`The emulator is listening on ${gateway.baseUrl}`);
  try {
    const env = withGateway(cli, gateway);
    const stack = new Stack(quickstart.stack, { cwd: paths.root, env, signal });
    await deploy(stack);
    report(stack.name, gateway.baseUrl);
    return 0;
  } finally {
    await gateway.close();
  }
});

async function deploy(stack: Stack): Promise<void> {
  await stack.ensure();
  await stack.ensureSecrets(quickstart.secrets);
  await stack.show(["up", "--yes"]);
  const changes = await stack.lastChanges();
  await stack.show(["preview", "--expect-no-changes"]);
  say(
    changes === 0 ? "\nNo changes: the gateway is as declared." : `\n${changes} changes applied, none left.`,
  );
}

function report(stack: string, baseUrl: string): void {
  const { port } = new URL(baseUrl);
  const db = path.relative(paths.root, paths.gatewayDatabase);
  say(`
Where things are:
  ${db}        the gateway's database
  .state/pulumi            Pulumi's state of the stack ${stack}

What to try:
  npm start                             once more: no changes
  edit examples/quickstart/index.ts, then
    npm run pulumi -- preview --diff    see what would change
    npm run pulumi -- up                change it
  npm run gateway -- --port ${port} --db ${db}
                                        keep the gateway running for your own requests
  npm run pulumi -- destroy             delete everything`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
