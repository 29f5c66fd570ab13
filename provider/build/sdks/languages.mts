/** A language that Pulumi makes an SDK for. */
export interface SdkLanguage {
  /** What Pulumi calls it, and the folder of its SDK. */
  readonly name: "nodejs" | "python" | "go" | "dotnet" | "java";
  readonly title: string;
  /** The file that has the version. */
  readonly manifest: string;
  /** How a program gets it, from the folder in which the archive was unpacked. */
  readonly install: string;
  /** Whether the settings would be a class of the name that a kind has. */
  readonly withoutConfig: boolean;
}

export const sdkLanguages: readonly SdkLanguage[] = [
  {
    name: "python",
    title: "Python",
    manifest: "pyproject.toml",
    install: "pip install ./python",
    withoutConfig: false,
  },
  {
    name: "go",
    title: "Go",
    manifest: "workspacegateway/pulumi-plugin.json",
    install: "go mod edit -replace=MODULE=./go && go mod tidy",
    withoutConfig: false,
  },
  {
    name: "dotnet",
    title: ".NET",
    manifest: "version.txt",
    install: "dotnet add reference ./dotnet/Pulumi.WorkspaceGateway.csproj",
    withoutConfig: false,
  },
  {
    name: "java",
    title: "Java",
    manifest: "build.gradle",
    install: "gradle --project-dir ./java publishToMavenLocal",
    withoutConfig: true,
  },
  {
    name: "nodejs",
    title: "Node.js",
    manifest: "package.json",
    install: "npm install ./nodejs",
    withoutConfig: false,
  },
];
