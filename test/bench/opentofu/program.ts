import type { BenchObject, Reference } from "../mixes.ts";

type Value = BenchObject["body"][string];

/** What a person would write for the generic REST provider: one `restapi_object` for each object. */
export function programOf(objects: readonly BenchObject[]): string {
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

/** The gateway wants to know the workspace in the query of a read, and in the body of a DELETE. */
function resource({ collection, name, body }: BenchObject): string {
  const { workspace_id } = body;
  const scope =
    workspace_id === undefined
      ? []
      : [
          `query_string = "workspace_id=\${${expression(workspace_id)}}"`,
          `destroy_data = ${jsonOf({ workspace_id })}`,
        ];
  const lines = [`path = "/${collection}"`, `data = ${jsonOf(body)}`, ...scope];
  return `resource "restapi_object" "${name}" {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
}

function jsonOf(fields: Readonly<Record<string, Value>>): string {
  const pairs = Object.entries(fields).map(([field, value]) => `${field} = ${expression(value)}`);
  return `jsonencode({ ${pairs.join(", ")} })`;
}

function expression(value: Value): string {
  return typeof value === "object" ? reference(value) : JSON.stringify(value);
}

/** The provider knows the id; every other field stands in the text of the last answer. */
function reference({ ref, output }: Reference): string {
  const object = `restapi_object.${ref}`;
  return output === "id" ? `${object}.id` : `jsondecode(${object}.api_response).data.${output}`;
}
