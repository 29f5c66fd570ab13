/** What package.json says of the package. */
export interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly repository: { readonly url: string };
}

/** What a registry shows of the package, where its plugin is, and what it is called in each language. */
export function packageFacts({ version, description, license, keywords, repository }: Manifest) {
  const home = repository.url.replace(/^git\+|\.git$/g, "");
  const { hostname, pathname } = new URL(home);
  return {
    name: "workspace-gateway",
    displayName: "Workspace Gateway",
    version,
    description,
    publisher: "pulumi-workspace-gateway",
    license,
    keywords: [...keywords, "category/infrastructure", "kind/native"],
    homepage: home,
    repository: home,
    // A picture of pixels: what Pulumi makes for .NET takes it for one.
    logoUrl: `https://raw.githubusercontent.com${pathname}/main/docs/images/logo.png`,
    pluginDownloadURL: `github://api.${hostname}${pathname}`,
    meta: { moduleFormat: "(.*)", supportPack: true },
    language: {
      // The package of this repository: what `pulumi import` writes needs no other one.
      nodejs: { packageName: "pulumi-workspace-gateway", respectSchemaVersion: true },
      python: {
        packageName: "pulumi_workspace_gateway",
        pyproject: { enabled: true },
        respectSchemaVersion: true,
      },
      // The name of a package of Go has no hyphen.
      go: {
        importBasePath: `${hostname}${pathname}/sdk/go/workspacegateway`,
        respectSchemaVersion: true,
      },
      csharp: { namespaces: { "workspace-gateway": "WorkspaceGateway" }, respectSchemaVersion: true },
      java: { basePackage: "io.github.pulumiworkspacegateway", buildFiles: "gradle" },
    },
  };
}
