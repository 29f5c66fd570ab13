import { describe, expect, test } from "vitest";
import { credentialKeys } from "../../provider/client/settings.js";
import { refusePlainCredentials } from "../../provider/program/preflight.js";

function environment(config: Record<string, string>, secretKeys: string[] = []) {
  return { PULUMI_CONFIG: JSON.stringify(config), PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secretKeys) };
}

const names = credentialKeys.flatMap((key) => [`workspace-gateway:${key}`, `workspace-gateway:eu.${key}`]);

describe.each(names)("%s", (name) => {
  test("in plain text is refused with the command that encrypts it, and without the value", () => {
    const check = () => refusePlainCredentials(environment({ [name]: "plain-credential" }));
    expect(check).toThrow(`pulumi config set --secret ${name}`);
    expect(check).not.toThrow("plain-credential");
  });

  test("as a secret passes", () => {
    expect(() => refusePlainCredentials(environment({ [name]: "x" }, [name]))).not.toThrow();
  });
});

test("one secret credential does not let another one pass", () => {
  const secret = "workspace-gateway:accessToken";
  const plain = "workspace-gateway:eu.accessToken";
  expect(() => refusePlainCredentials(environment({ [secret]: "x", [plain]: "y" }, [secret]))).toThrow(plain);
});

test.each<[string, Record<string, string>]>([
  [
    "has no credential of ours",
    environment({
      "workspace-gateway:baseUrl": "x",
      "other:accessToken": "y",
      "workspace-gateway:maxWait": "1",
    }),
  ],
  ["lacks the engine's variables", {}],
])("an environment that %s passes", (_what, env) => {
  expect(() => refusePlainCredentials(env)).not.toThrow();
});
