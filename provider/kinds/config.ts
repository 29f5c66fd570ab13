import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, type FieldDanger, field, harmless, kind, type Where } from "../spec/index.js";
import { scoped, text, timestamps, workspaceId } from "./shared.js";

const isDefault: readonly Where[] = [{ isDefault: [true], enabled: [true, null] }];
const lost = { rule: "default-config-lost", level: "refused", where: isDefault, sole: true } as const;
const noLonger = "is no longer the default config, and no other config takes its place";
const another = { rule: "default-config-changed", level: "medium", where: isDefault } as const;
const handled: readonly FieldDanger[] = [
  { when: "changed", ...another, says: "changes how requests that do not name a config are handled" },
  {
    when: "changed",
    rule: "config-changed",
    level: "medium",
    where: [{ isDefault: [false, null] }],
    says: "changes how requests that name it are handled",
  },
];

/**
 * A workflow that determines how requests are handled (API document, section "Config"). It cannot be updated.
 */
export const config = kind("Config", {
  source: created,
  endpoints: scoped("/configs", { update: false }),
  scope: "models",
  naturalKey: ["workspaceId", "name"],
  inputs: z.strictObject({
    /** Id of the workspace that the config belongs to. */
    workspaceId: workspaceId(),
    /** Name of the config. Requests select the config by this name. */
    name: text({
      danger: [
        {
          when: "changed",
          rule: "config-changed",
          level: "medium",
          says: "is no longer found by its old name",
        },
      ],
    }),
    /**
     * Human-readable description.
     *
     * @default set by the gateway
     */
    description: field(z.string(), {
      danger: [{ when: "changed", ...another, says: "is replaced, so there is briefly no default config" }],
    }).nullish(),
    /**
     * Whether the config is active.
     *
     * @default set by the gateway
     */
    enabled: field(z.boolean(), {
      danger: [{ when: "to", value: false, existing: true, ...lost, says: noLonger }, ...handled],
    }).optional(),
    /**
     * Whether requests that do not name a config use this one. The API does not document whether a workspace
     * can have several default configs, so this package tolerates a different config taking over the flag.
     *
     * @default set by the gateway
     */
    isDefault: field(z.boolean(), {
      exclusive: "the API does not document how requests that do not name a config are then handled",
      danger: [
        { when: "from", value: true, ...lost, says: noLonger },
        { when: "to", value: true, ...another, says: "handles all requests that do not name a config" },
      ],
    }).optional(),
    /**
     * Workflow graph: any JSON object, sent unchanged.
     *
     * @default an empty object
     */
    workflow: field(z.record(z.string(), z.unknown()), { byDefault: {}, danger: handled }).optional(),
    /**
     * Order of a replacement. `deleteFirst` deletes the old config, then creates the new one. `createFirst`
     * creates the new one first, and requires a gateway that allows two configs with the same name.
     *
     * @default `deleteFirst`
     */
    replaceOrder: field(z.enum(["deleteFirst", "createFirst"]), { local: true, danger: harmless }).optional(),
  }),
  danger: {
    create: [],
    delete: [
      { ...lost, says: noLonger },
      { rule: "deleted", level: "medium", says: "is deleted: requests that name it no longer find it" },
    ],
    replace: [],
  },
  outputs: z.object({ ...timestamps }),
  overlap: { input: "replaceOrder", value: "createFirst" },
});

/** The arguments of a {@link Config}: a name and a workflow graph. */
export interface ConfigArgs extends ArgsOf<typeof config> {}

/**
 * A workflow that determines how requests are handled in a workspace.
 *
 * - Replaced on changes to: everything except `replaceOrder`, `adopt`.
 * - On destroy: deleted.
 * - Scopes: `models:read`, `models:write`.
 * - Errors: the `name` is already taken (409). Nothing is changed; the error shows the existing object's id
 *   and your options: `adopt`, import or a different name. If a different config becomes the default, a
 *   refresh reports this but does not repair it. If the gateway rejects a replacement after the old config
 *   was deleted, the old config is recreated.
 *
 * @example
 * ```ts
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * new gateway.Config("standard", { workspaceId: team.id, name: "standard", isDefault: true, workflow: {
 * steps: [] } });
 * ```
 */
export class Config extends resource(config) {}
