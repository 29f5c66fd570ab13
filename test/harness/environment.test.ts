import { expect, test } from "vitest";
import { compileCache, offlineEnvironment } from "./environment.ts";

const places = { cli: "/cli", bin: "/bin24", backend: "/state/pulumi", home: "/state/home" };

test("Pulumi keeps its state in the checkout, under an empty passphrase, without network", () => {
  expect(offlineEnvironment({ PATH: "/usr/bin" }, places)).toEqual({
    GOGC: "off",
    GOMEMLIMIT: "512MiB",
    ...compileCache,
    PULUMI_BACKEND_URL: "file:///state/pulumi",
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_HOME: "/state/home",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_DISABLE_REGISTRY_RESOLVE: "true",
    PATH: "/bin24:/cli:/usr/bin",
  });
});

test("what the person has set stays", () => {
  const own = {
    PULUMI_BACKEND_URL: "s3://states",
    PULUMI_HOME: "/home/me/.pulumi",
    PULUMI_SKIP_UPDATE_CHECK: "",
  };
  expect(offlineEnvironment(own, places)).toMatchObject(own);
});

test("a passphrase file takes the place of the empty passphrase", () => {
  const env = offlineEnvironment({ PULUMI_CONFIG_PASSPHRASE_FILE: "/secret" }, places);
  expect(env).not.toHaveProperty("PULUMI_CONFIG_PASSPHRASE");
});
