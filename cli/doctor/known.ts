import type { Io, JsonObject, Kind, Settings } from "pulumi-workspace-gateway/tools";
import type { Plan } from "../review/plan/plan.js";
import type { StackState } from "../stack/stack-state.js";
import type { Contact } from "./gateway/contact.js";
import type { SettingPlaces } from "./gateway/settings.js";
import type { SignedIn } from "./gateway/signed-in.js";
import type { Machine, Ran } from "./machine.js";
import type { OwnManifest } from "./project/installed.js";
import type { FoundProject, PulumiProject } from "./project/pulumi-project.js";
import type { Access } from "./rights/scopes.js";
import type { Use, Workload } from "./rights/work.js";
import type { Backend } from "./stack/backend.js";
import type { ConfigListing } from "./stack/config-listing.js";
import { type Fact, rowsOf } from "./table.js";

/** What can be known of a machine, of the project in its folder, and of a stack. */
export interface ProjectKnown {
  readonly machine: Machine;
  readonly own: OwnManifest;
  /** The kinds need the engine's SDK, which may be missing. */
  readonly kinds: readonly Kind[];
  readonly node: Ran;
  readonly version: Ran;
  readonly folder: FoundProject;
  readonly project: PulumiProject;
  readonly nodeProject: PulumiProject;
  readonly whoami: Ran;
  readonly backend: Backend;
  readonly stack: string;
  /** The config as it was asked for with its secrets in plain text. */
  readonly decrypted: Ran;
  /** With secrets in plain text, if they could be decrypted: nobody may print it. */
  readonly config: ConfigListing;
  readonly stacks: Ran;
  /** Where the files of the project's stacks are, and which stack is meant. */
  readonly files: {
    readonly place: { backend: string; project: string };
    readonly stack: string | undefined;
  };
  readonly exported: Fact<StackState>;
  readonly state: StackState;
  readonly preview: Ran;
  readonly previewed: Fact<Plan>;
  readonly plan: Plan;
  /** Our resources in the plan; if there is none, in the state. */
  readonly uses: readonly Use[];
}

/** What else can be known of the gateway that a connection leads to. */
export interface GatewayKnown extends ProjectKnown {
  readonly io: Io;
  readonly places: SettingPlaces;
  /** The settings, of which a credential may still be missing. */
  readonly place: Settings;
  readonly settings: Settings;
  /** A question without a credential, and what came of it. */
  readonly knock: Contact;
  readonly session: SignedIn;
  /** Undefined if the token may not read it. */
  readonly account: JsonObject | undefined;
  readonly work: Workload;
  readonly access: Access;
}

/** Makes a row that needs nothing but facts of the project. */
export const projectRow = rowsOf<ProjectKnown>();

export const gatewayRow = rowsOf<GatewayKnown>();
