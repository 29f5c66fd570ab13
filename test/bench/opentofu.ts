// OpenTofu and the generic REST provider: built from their Go modules, and what a person would write for them.
import { buildWithGo, type GoProgram } from "../harness/cli/go-build.ts";
import { findKit, type Kit } from "../harness/cli/kits.ts";
import type { BenchObject } from "./objects.ts";

const version = "v1.11.0";
const providerVersion = "v1.20.0";

const programs: readonly GoProgram[] = [
  {
    name: "tofu",
    module: "github.com/opentofu/opentofu",
    version,
    command: "cmd/tofu",
    // As the go.mod of that version has it.
    replace: {
      "github.com/hashicorp/hcl/v2": "github.com/opentofu/hcl/v2 v2.20.2-0.20251021132045-587d123c2828",
    },
    stamp: "github.com/opentofu/opentofu/version.dev=no",
  },
  {
    name: "terraform-provider-restapi",
    module: "github.com/Mastercard/terraform-provider-restapi",
    version: providerVersion,
  },
];

const kit: Kit = {
  title: "OpenTofu CLI",
  version,
  folder: `opentofu-${version}-restapi-${providerVersion}`,
  files: ["tofu", "terraform-provider-restapi"],
  prints: `OpenTofu ${version}`,
};

/** The folder of both programs: cached, or built with Go in about four minutes. */
export async function findOpenTofu(): Promise<string> {
  const found = await findKit(kit, (go, empty) => buildWithGo(go, kit, programs, empty));
  if ("missing" in found) throw new Error(`OpenTofu is not available: ${found.missing}`);
  return found.folder;
}

/** Serves the provider from our folder, so that there is nothing to download and no `init`. */
export function openTofuSettings(folder: string): string {
  const overrides = `dev_overrides { "mastercard/restapi" = ${JSON.stringify(folder)} }`;
  return `provider_installation {\n  ${overrides}\n  direct {}\n}\n`;
}

export function openTofuProgram(objects: readonly BenchObject[]): string {
  return [head, ...objects.map(resource)].join("\n");
}

const head = `terraform {
  required_providers {
    restapi = { source = "mastercard/restapi" }
  }
}

variable "uri" {}

variable "token" {
  sensitive = true
}

provider "restapi" {
  uri                  = var.uri
  headers              = { authorization = "Bearer \${var.token}" }
  id_attribute         = "data/id"
  update_method        = "PATCH"
  write_returns_object = true
}
`;

/** The gateway wants the workspace in the query of a read, and in the body of a DELETE. */
function resource({ collection, name, workspace, body }: BenchObject): string {
  const id = `restapi_object.${workspace}.id`;
  const scope = workspace === undefined ? {} : { workspace_id: id };
  const written = Object.entries(body).map(([field, value]) => [field, JSON.stringify(value)]);
  const lines = [
    `path = "/${collection}"`,
    `data = ${encoded([...written, ...Object.entries(scope)])}`,
    ...(workspace === undefined
      ? []
      : [`query_string = "workspace_id=\${${id}}"`, `destroy_data = ${encoded(Object.entries(scope))}`]),
  ];
  return `resource "restapi_object" "${name}" {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
}

function encoded(fields: readonly (readonly string[])[]): string {
  return `jsonencode({ ${fields.map(([field, value]) => `${field} = ${value}`).join(", ")} })`;
}
