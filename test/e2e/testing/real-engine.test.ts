import path from "node:path";
import { expect, test } from "vitest";
import { deploy, type KindName, secret } from "../../../cli/testing/index.js";
import { type Gateway, startGateway } from "../../gateway/index.ts";
import { made } from "../support/contents.ts";
import { example, settingsOf } from "../support/example.ts";
import { ok } from "../support/outcome.ts";

async function gatewaysFor(names: readonly string[]): Promise<Record<string, Gateway>> {
  const started = names.map(async (name) => {
    const gateway = await startGateway({ keepsAlive: false });
    gateway.seed.samples();
    return [name, gateway] as const;
  });
  return Object.fromEntries(await Promise.all(started));
}

/** Without ids, times and random values, which differ between two gateways. */
function steady(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/"(api_key|code|gateKey|link)":"[^"]+"/g, '"$1":"<random>"');
  return JSON.parse(text);
}

const objectsOf = (gateway: Gateway) =>
  made.map((table) =>
    gateway
      .rows(table)
      .map((row) => JSON.stringify(steady(row)))
      .toSorted(),
  );

/** A value of `pulumi stack export --show-secrets`, without the form of secrets. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, inside) =>
    typeof inside?.plaintext === "string" ? JSON.parse(inside.plaintext) : inside,
  );
}

test.each([
  { folder: "quickstart", keys: ["openaiApiKey", "deepseekApiKey"], names: ["default"] },
  { folder: "multi-gateway", keys: ["euOpenaiApiKey", "usOpenaiApiKey"], names: ["eu", "us"] },
  { folder: "team", keys: ["openaiApiKey", "deepseekApiKey"], names: ["default"] },
])("deploy creates what `pulumi up` creates: examples/$folder", async ({ folder, keys, names }) => {
  const secrets = Object.fromEntries(keys.map((key) => [key, `sk-${key}`]));
  const project = await example(folder, { stack: "prod", secrets });
  try {
    if (folder === "team") {
      const place = ["--stack", "prod", "--path", "teams[0].handbook", "https://handbook.test/docs"];
      await ok(project.run(["config", "set", ...place]));
    }
    const real = await gatewaysFor(names);
    const settings = Object.entries(real).map(([name, gateway]) =>
      settingsOf(gateway, name === "default" ? undefined : name.toUpperCase()),
    );
    await ok(project.up({ skipPreview: true, env: Object.assign({}, ...settings) }));
    const { deployment } = await project.exportState(["--show-secrets"]);

    const gateways = await gatewaysFor(names);
    const stack = await deploy(path.join(project.directory, "index.ts"), {
      stack: "prod",
      config: Object.fromEntries(Object.entries(secrets).map(([key, value]) => [key, secret(value)])),
      connections: names.filter((name) => name !== "default"),
      gateways,
    });
    for (const name of names) {
      expect(objectsOf(gateways[name] as Gateway)).toEqual(objectsOf(real[name] as Gateway));
    }
    expect(steady(stack.secretOutputs)).toEqual(steady(await project.outputs()));
    const ours = (deployment.resources ?? []).filter(({ urn }) => urn.includes("workspace-gateway:"));
    expect(ours.length).toBeGreaterThan(3);
    for (const { urn, outputs = {} } of ours) {
      const kind = urn.split("::")[2]?.split(":").at(-1) as KindName;
      const found = stack.resources(kind, { secrets: true }).find((each) => each.urn === urn);
      const visible = Object.entries(outputs).filter(([name]) => !name.startsWith("__"));
      expect(steady(found), urn).toMatchObject(steady(plain(Object.fromEntries(visible))) as object);
    }
  } finally {
    await project.dispose();
  }
});
