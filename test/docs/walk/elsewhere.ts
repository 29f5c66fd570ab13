import { inReadme, leftOut, type PageWalk, startCommands } from "./page-walk.ts";

const inPython =
  "test/e2e/languages/python.test.ts types this page's way, from an archive and an SDK that were made here";
const inArchive =
  "needs a release: test/e2e/plugin-archive.test.ts installs an archive from a file and from a server";
const inGo =
  "test/e2e/languages/go.test.ts runs the example, by the Automation API: no host for Go can be had here";
const inYaml = "test/e2e/languages/yaml.test.ts runs the example where pulumi-language-yaml is on the PATH";

const gatewayOfReader = [
  "export WORKSPACE_GATEWAY_BASE_URL=https://gateway.example.com/api/v1",
  "export WORKSPACE_GATEWAY_ACCESS_TOKEN=...",
];
const firstUp = ["pulumi stack init dev", "pulumi config set --secret openaiApiKey", "pulumi up"];
const installed = "npm install pulumi-workspace-gateway @pulumi/pulumi";
const plugin = "./node_modules/pulumi-workspace-gateway/plugin/pulumi-resource-workspace-gateway";

/** Pages of which other tests run every command, or which need what cannot be had here. */
export const elsewhere: readonly PageWalk[] = [
  { page: "docs/index.md", left: leftOut(inReadme, ...startCommands) },
  {
    page: "docs/languages.md#!the-native-plugin",
    left: {
      ...leftOut(
        inPython,
        "VERSION=0.1.0",
        "python3 -m venv venv",
        "venv/bin/pip install https://github.com/pulumi-workspace-gateway/pulumi-workspace-gateway/releases/download/v$VERSION/workspace-gateway-sdk-python-v$VERSION.tar.gz",
        "export WORKSPACE_GATEWAY_BASE_URL=https://gateway.example.com/api/v1 WORKSPACE_GATEWAY_ACCESS_TOKEN=...",
        "pulumi login file://.",
        "pulumi stack init dev",
        "pulumi config set --secret openaiApiKey",
        "pulumi up --yes",
      ),
      ...leftOut(
        inArchive,
        "pulumi plugin install resource workspace-gateway $VERSION --file pulumi-resource-workspace-gateway-v$VERSION-linux-amd64.tar.gz",
        "pulumi plugin install resource workspace-gateway $VERSION --server https://plugins.example.com",
      ),
    },
  },
  {
    page: "examples/python/README.md",
    left: leftOut(
      "test/e2e/languages/python.test.ts runs the example, with the SDK that these commands make",
      installed,
      `pulumi package gen-sdk --language python --out sdk \\\n  ${plugin}`,
      "python3 -m venv venv && venv/bin/pip install -r requirements.txt",
      ...gatewayOfReader,
      ...firstUp,
    ),
  },
  {
    page: "examples/go/README.md",
    left: leftOut(
      inGo,
      installed,
      `pulumi package gen-sdk --language go --out sdk \\\n  ${plugin}`,
      "go mod tidy",
      ...gatewayOfReader,
      ...firstUp,
    ),
  },
  { page: "examples/yaml/README.md", left: leftOut(inYaml, installed, ...gatewayOfReader, ...firstUp) },
  {
    page: "docs/installation-configuration.md",
    left: {
      [installed]: inReadme,
      "pulumi plugin install resource workspace-gateway --server github://api.github.com/pulumi-workspace-gateway/pulumi-workspace-gateway":
        inArchive,
      "export WORKSPACE_GATEWAY_BASE_URL=https://gateway.example.com/api/v1": {
        page: "docs/configuration.md#!sign-in",
      },
      "pulumi config set --secret workspace-gateway:accessToken": { page: "docs/configuration.md#sign-in" },
    },
  },
];
