import { blocks, code, codes, table } from "../reference/markdown.mts";

/** The schema, as far as the pages are made of it. */
export interface RegistrySchema {
  readonly displayName: string;
  readonly homepage: string;
  readonly pluginDownloadURL: string;
  readonly config: { readonly variables: Readonly<Record<string, Setting>> };
  readonly resources: Readonly<Record<string, { readonly description: string }>>;
}

interface Setting {
  readonly description: string;
  readonly secret?: boolean;
  readonly defaultInfo: { readonly environment: readonly string[] };
}

/** The two pages that the Pulumi Registry shows of a package, by their names in `docs`. */
export function registryPages(schema: RegistrySchema): Map<string, string> {
  return new Map([
    ["_index.md", overview(schema)],
    ["installation-configuration.md", installation(schema)],
  ]);
}

function page(title: string, description: string, ...parts: readonly string[]): string {
  const head = ["---", `title: ${title}`, `meta_desc: ${description}`, "layout: package", "---"].join("\n");
  return `${blocks(head, made, ...parts)}\n`;
}

const made =
  "<!-- `npm run reference` makes this page from the schema, for the Pulumi Registry. Change the comments in the code, not this page. -->";

function overview(schema: RegistrySchema): string {
  const files = `${schema.homepage}/blob/main`;
  const names = Object.keys(schema.resources).map((token) => token.split(":").at(-1) ?? "");
  return page(
    schema.displayName,
    `Declare the workspaces, models, prompts, budgets and people of an AI gateway with Pulumi.`,
    `The ${schema.displayName} package declares an AI gateway by its management API: ${codes(names)}. It comes with a command that reviews a change before it is applied, writes a program for an existing account, and shows what was changed by hand.`,
    "## Example",
    "A workspace with a model:",
    chooser(schema.resources["workspace-gateway:index:Model"]?.description ?? ""),
    "## More",
    [
      `- [Installation and configuration](./installation-configuration/)`,
      `- [Documentation](${files}/docs/index.md): review and guard of changes, import of an account, drift, tests`,
      `- [Reference](${files}/docs/reference/README.md) and [examples](${schema.homepage}/tree/main/examples)`,
      `- [Changelog](${files}/CHANGELOG.md) and [issues](${schema.homepage}/issues)`,
    ].join("\n"),
  );
}

/** The examples of a description, one for each language that readers choose. */
function chooser(description: string): string {
  const fences = [...description.matchAll(/^```(\w+)\n[\s\S]*?\n```$/gm)];
  const choices = fences.map(([fence, language]) =>
    blocks(`{{% choosable language ${language} %}}`, fence, "{{% /choosable %}}"),
  );
  const languages = fences.map(([, language]) => language).join(",");
  return blocks(`{{< chooser language "${languages}" >}}`, ...choices, "{{< /chooser >}}");
}

function installation(schema: RegistrySchema): string {
  const rows = Object.entries(schema.config.variables).map(([key, { description, secret, defaultInfo }]) => [
    code(`workspace-gateway:${key}`),
    codes(defaultInfo.environment),
    secret === true ? `${description} Secret.` : description,
  ]);
  return page(
    `${schema.displayName} Installation & Configuration`,
    `How to install the ${schema.displayName} package and its plugin, and every setting of it.`,
    "## Installation",
    "Programs in TypeScript and JavaScript need the package of npm, and no plugin:",
    "```sh\nnpm install pulumi-workspace-gateway @pulumi/pulumi\n```",
    `Programs in other languages need the plugin, which needs neither Node.js nor npm, and the SDK of their language: each [release](${schema.homepage}/releases) has both, with what to do in the SDK's README.`,
    `\`\`\`sh\npulumi plugin install resource workspace-gateway --server ${schema.pluginDownloadURL}\n\`\`\``,
    "## Configuration",
    "Give the settings in the environment, or in the config of the stack. The environment comes first.",
    "```sh\nexport WORKSPACE_GATEWAY_BASE_URL=https://gateway.example.com/api/v1\npulumi config set --secret workspace-gateway:accessToken\n```",
    table(["config", "environment", "meaning"], rows),
    "A `Provider` in a program has only what its arguments say: nothing of the environment and of the config counts for it, so that no token goes to another gateway than its own.",
  );
}
