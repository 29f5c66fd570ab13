import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const state = path.join(root, ".state");

/** Paths in the checkout. All that the harness writes is below `state`, which git ignores. */
export const paths = {
  root,
  state,
  bin: path.join(root, "node_modules/.bin"),
  sdk: path.join(root, "node_modules/@pulumi/pulumi"),
  backend: path.join(state, "pulumi"),
  home: path.join(state, "home"),
  projects: path.join(state, "e2e"),
  gateway: path.join(state, "gateway.json"),
  gatewayDatabase: path.join(state, "gateway.db"),
};
