import { hasStatus, holdsKinds, isReadable, type Kind } from "pulumi-workspace-gateway/tools";

/** The error of a list that the gateway refuses, with what the user can do besides getting the scope. */
export function withWayAround(error: unknown, kinds: readonly Kind[]): unknown {
  if (!hasStatus(error, 403)) {
    return error;
  }
  const word = wordOf(error.path, kinds);
  return word === undefined
    ? error
    : new Error(`${error.message} Or leave them out: --without ${word}. Nothing was written.`, {
        cause: error,
      });
}

/** What `--without` calls that which is read at a path. */
function wordOf(path: string, kinds: readonly Kind[]): string | undefined {
  const shown = kinds.filter(isReadable);
  const kind = shown
    .filter((each) => !holdsKinds(each, kinds))
    .find(({ endpoints: { list, get } }) => [list, get].some((template) => isAt(path, template)));
  const strays = shown.flatMap(({ guard }) => guard?.harmless ?? []);
  return kind?.name ?? strays.find(({ list }) => isAt(path, list))?.what;
}

/** Whether a path is made of a template such as `/workspaces/{workspaceId}/members`. */
function isAt(path: string, template: string | undefined): boolean {
  const [steps, parts] = [path.split("/"), template?.split("/") ?? []];
  return (
    steps.length === parts.length && parts.every((part, at) => part.startsWith("{") || part === steps[at])
  );
}
