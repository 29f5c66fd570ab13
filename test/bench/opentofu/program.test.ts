import { expect, test } from "vitest";
import { objectsOf } from "../mixes.ts";
import { programOf } from "./program.ts";

const program = programOf(objectsOf("c", 11));

test("the program declares every object once", () => {
  expect(program.match(/^resource "restapi_object" "[^"]+"/gm)).toHaveLength(11);
  expect(program).toContain(`resource "restapi_object" "team-0" {
  path = "/workspaces"
  data = jsonencode({ name = "Team 0" })
}
`);
});

test("an object tells its workspace where the gateway looks for it, and refers to what other objects become", () => {
  expect(program).toContain(`resource "restapi_object" "mapping-0-6" {
  path = "/mappings"
  data = jsonencode({ workspace_id = restapi_object.team-0.id, source_name = "model-6", target_model = jsondecode(restapi_object.model-0-2.api_response).data.gateway_name, priority = 1 })
  query_string = "workspace_id=\${restapi_object.team-0.id}"
  destroy_data = jsonencode({ workspace_id = restapi_object.team-0.id })
}
`);
});

test("the token is not written into the program", () => {
  expect(program).toContain(`headers              = { authorization = "Bearer \${var.token}" }`);
});
