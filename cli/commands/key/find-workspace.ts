import { type Client, hasStatus, idOf, path } from "pulumi-workspace-gateway/tools";

const scope = "workspaces:read";

/**
 * The id of the workspace with this id, or else with this name.
 * The id comes first: a workspace that has the id of another one as its name is never taken for it.
 */
export async function findWorkspace(client: Client, wanted: string): Promise<string> {
  const { rows, complete } = await client.rows({ method: "GET", path: "/workspaces", scope });
  if (rows.some((row) => idOf(row) === wanted) || (!complete && (await exists(client, wanted)))) {
    return wanted;
  }
  if (!complete) {
    throw new Error(
      `no workspace has the id ${JSON.stringify(wanted)}, and it cannot be found by its name, because ` +
        "the gateway did not send the whole list of workspaces. Give the id of the workspace",
    );
  }
  const named = rows.filter(({ name }) => name === wanted).flatMap((row) => idOf(row) ?? []);
  const [id] = named;
  if (id === undefined) {
    const names = rows.map(({ name }) => JSON.stringify(name)).join(", ");
    throw new Error(
      `no workspace has the id or name ${JSON.stringify(wanted)}. The workspaces are: ${names || "none"}`,
    );
  }
  if (named.length > 1) {
    throw new Error(
      `several workspaces have the name ${JSON.stringify(wanted)}: give one of the ids ${named.join(", ")}`,
    );
  }
  return id;
}

async function exists(client: Client, id: string): Promise<boolean> {
  try {
    await client.send({ method: "GET", path: path`/workspaces/${id}`, scope });
    return true;
  } catch (error) {
    if (hasStatus(error, 404)) {
      return false;
    }
    throw error;
  }
}
