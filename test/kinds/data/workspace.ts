import { team } from "../../e2e/support/objects.ts";
import { any } from "../../golden/any.ts";
import {
  asks,
  del,
  type Exchange,
  exchange,
  type Group,
  get,
  ok,
  patch,
  post,
} from "../../golden/exchange.ts";
import { missing, stamps, theCaller } from "../../golden/shared.ts";
import { item, rows, type Template } from "../../golden/template.ts";
import { anyString, type KindData, notEmpty, nothingGiven, wrong } from "../kind-data.ts";

const create = "Workspaces, POST /workspaces; Limits 3";
const update = "Workspaces, PATCH /workspaces/{id}";
const path = "/workspaces/{ws}";
const list = asks("Workspaces, GET /workspaces; Resources, Workspace", get("/workspaces"));
const read = asks("Workspaces, GET /workspaces/{id}; Response shape", get(path));
const nowhere = "/workspaces/no-such-item";
const change = { name: "Customer care" };

const listed = {
  id: "{ws}",
  name: "Support",
  owner_id: "{me}",
  my_role: "OWNER",
  stats: {
    ...{ member_count: any.integer, prompt_count: any.integer, config_count: any.integer },
    ...{ mapping_count: any.integer, provider_count: any.integer },
  },
  ...stamps,
} satisfies Template;

const named = (law: string, name: string, status: number): Exchange =>
  exchange(
    law,
    create,
    post("/workspaces", { name }),
    status === 200 ? ok(item({ id: any.id, name })) : status,
  );

const renamed = (law: string, at: string, name: string, status: number): Exchange =>
  exchange(law, `${update}; Limits 3`, patch(at, { name }), status);

const workspaces: Group = {
  about: "workspaces",
  setup: [theCaller],
  life: [
    list("the list says how many there are", ok({ data: rows([]), total: any.atLeast(0) })),
    exchange(
      "create answers with the workspace",
      create,
      post("/workspaces", { name: "Support" }),
      ok(item({ id: any.id.as("ws"), name: "Support" })),
    ),
    list("list rows have owner, role and counts", ok({ data: rows([listed]), total: any.atLeast(1) })),
    read("a single workspace comes in data", ok({ data: { id: "{ws}", name: "Support" } })),
    exchange("update renames", update, patch(path, change), ok(item({ id: "{ws}", ...change }))),
    read("the new name is read back", ok({ data: { id: "{ws}", ...change } })),
    list("the list has it", ok({ data: rows([{ ...listed, ...change }]), total: any.atLeast(1) })),
    exchange("the owner deletes", "Workspaces, DELETE /workspaces/{id}; Authentication 4", del(path), 200),
    missing("a deleted workspace is not found", get(path)),
    list("a deleted one is in no list", ok({ data: rows([], [{ id: "{ws}" }]), total: any.atLeast(0) })),
  ],
  further: [
    named("a name of one character is enough", "W", 200),
    named("a name of 128 characters is short enough", "w".repeat(128), 200),
    named("a name of 129 characters is too long", "w".repeat(129), 400),
    named("an empty name is refused", "", 400),
    exchange("a name is required", create, post("/workspaces", {}), 400),
    exchange(
      "another workspace is created",
      create,
      post("/workspaces", { name: "First" }),
      ok(item({ id: any.id.as("first") })),
    ),
    named("a second workspace of the same name is a conflict", "First", 409),
    renamed("a rename to a name that is taken is a conflict", "/workspaces/{first}", "W", 409),
    renamed("a rename to nothing is refused", "/workspaces/{first}", "", 400),
    renamed("rename of a missing workspace finds nothing", nowhere, "Other", 404),
    missing("read of a missing workspace finds nothing", get(nowhere)),
    missing("delete of a missing workspace finds nothing", del(nowhere)),
  ],
};

export default {
  kind: "Workspace",
  readme: "the container for all objects except quotas | deleted if empty",
  collection: { heading: "Workspaces", path: "/workspaces", scope: "workspaces" },
  golden: { groups: [workspaces], outputs: ["ownerId", "createdAt", "updatedAt"] },
  samples: () => ({ name: ["Support assistant ", "Sales assistant "] }),
  wrong: [
    wrong("an empty name", { name: ["", notEmpty] }),
    wrong("too long a name", { name: ["n".repeat(129), "must have at most 128 characters"] }),
    wrong(
      "wrong types",
      { name: [5, anyString], colour: ["red"] },
      "Workspace has no property `colour`. The properties are ",
    ),
    nothingGiven("name"),
  ],
  doubts: [["name", " ", "is empty"]],
  declared: team,
} satisfies KindData;
