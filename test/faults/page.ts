import type { Adapter } from "../harness/adapter.ts";
import type { Kept, KeptRow } from "./kept.ts";
import { planOf } from "./kills/plan.ts";
import { markdown } from "./report.ts";
import { events, type FrameEvent, frames } from "./scenario.ts";
import { scenarios } from "./scenarios/index.ts";

type Both = Readonly<Record<Adapter, Kept>>;
type PlacedRow = KeptRow & Pick<Kept, "adapter">;

const titles: Readonly<Record<Adapter, string>> = {
  dynamic: "without the plugin",
  native: "with the plugin",
};

/** docs/reliability.md: what a whole run by each adapter has found, beside each other. */
export function page(both: Both): string {
  const rows = Object.values(both).flatMap(({ adapter, rows }) => rows.map((row) => ({ ...row, adapter })));
  const kills = rows.filter(({ name }) => name === "kill");
  return `# Reliability

After this page you know what was thrown at the package, what was left of it, and how to repeat it.

${verdict(rows)}

${Object.values(both).map(written).join("\n")}

## What is done

Each row has a gateway, a stack and a backend of its own, and the real \`pulumi\`, with the settings that users get. A workspace, a provider, a
config and a mapping are there at first. Then a stack with all twelve kinds is declared, so that the \`up\` that meets the fault creates,
changes, replaces and deletes. The fault ends, and the same command is run until it succeeds.

Then the gateway's own tables and the exported state are compared. A row is clean if

- every run told the truth, and the fault has really hit something;
- a preview and a refresh are empty, and the gateway holds what is declared;
- no objects are alike, none is without a resource, and no resource is without its object;
- no API key, token or issued secret stands in any output, in the backend or in a copy that \`recover\` keeps, plain or encoded.

**Issued twice**: an invitation and a gateway key have no name, so nothing can tell whether one was made when its answer is lost. The next run
makes another, and says so. The first works until it expires.

## Faults

A cell says what it took until all was as declared, and how many requests. *The run itself*: no other command was needed. The first row is a run without a fault. Repeat a row with
\`npm run faults --\` and the last column; \`--adapter native\` is with the plugin.

${faultTable(both)}

${notes(rows)}

## Kills

A process is ended with SIGKILL in the middle of a command: the CLI, the provider, Pulumi's language host or the program. Then
\`workspace-gateway recover --yes\` is run, and the next command, with the program as before, a changed one, or one without what was
begun. Half of the runs write no checkpoints; after those, \`recover\` gets \`--since\`. A cell says how many kills were not clean, of how many.

${killTable(kills)}

${Object.values(both)
  .map(({ adapter, stranded }) => `- ${capital(titles[adapter])}: ${stranded.replace(/^Before/, "before")}`)
  .join("\n")}
- What was needed besides: ${besides(kills)}.

Repeat one with \`npm run faults -- --only kill --kills 1 --seed 1\`, up to seed 60. A seed fixes what is hit by the order in which requests
arrive, which is the engine's: a repetition is alike, and not the same to the last request. \`test/faults/found\` has each kill.

## Beyond one run

Another process goes on, the plugin is switched on or off, another \`Provider\` or connection takes over, the package is upgraded, the
settings lead to another gateway, or all is in a component. In that very run, resources get other names without aliases, the CLI is
killed, or the gateway gets another address. A cell says how much was lost, orphaned or made twice, of how many rows.

${frameTable(rows)}

## What was not covered

- Other backends than a folder. [Fleets](fleet.md#where-the-states-lie) says what was tested of others.
- A machine that loses power, another system than the one above, and another gateway than the reference gateway of this repository.
- Faults of a \`destroy\` or a refresh, besides kills, a withdrawn version and lists that cannot be read: the other faults hit an \`up\`.
- A kill of the program or the language host in a \`destroy\` or an import: neither runs then.
- An \`up --skip-preview\` of something new with settings that lead to another gateway. The object may be made there. The state says where,
  and every operation with the right settings is refused until \`pulumi destroy --target\` has removed it with the wrong ones. A preview
  refuses it before anything is made.
- Whether a secret was shown that a killed run had issued and not recorded: nobody knows its value.
`;
}

const allClean = `Every run told the truth: what ended with 0 had done what is declared, and what failed named a resource with its error. No object was
made twice, none was without a resource, no resource lost its object or its key, and no output showed a secret.`;

function verdict(rows: readonly PlacedRow[]): string {
  const kinds = (kill: boolean) =>
    new Set(rows.filter(({ name }) => (name === "kill") === kill).map(idOf)).size;
  const unclean = rows.filter(({ wrong }) => wrong.length > 0);
  const told = unclean.map((row) => `- \`${idOf(row)}\`, ${titles[row.adapter]}: ${row.wrong.join("; ")}`);
  return `**${rows.length - unclean.length} of ${rows.length} runs left nothing wrong**: ${kinds(false)} faults and ${kinds(true)} kills, each with the [native plugin](native.md) and
without it.

${told.length === 0 ? allClean : told.join("\n")}`;
}

function idOf({ name, seed }: KeptRow): string {
  return `--only ${name} --seed ${seed}`;
}

function written({ adapter, machine: on, took }: Kept): string {
  const command = `npm run faults${adapter === "native" ? " -- --adapter native" : ""}`;
  return `- ${capital(titles[adapter])}: \`${command}\` on ${on.date}, ${on.cores} cores (${on.model}), ${on.memoryGigabytes} GB, ${on.system}, Node ${on.node}, Pulumi
  ${on.pulumi}, SDK ${on.sdk}. ${took}`;
}

function faultTable({ dynamic, native }: Both): string {
  const columns = ["what goes wrong", titles.dynamic, titles.native, "`npm run faults --`"];
  const faults = dynamic.rows.filter(({ name }) => name !== "kill");
  return markdown(
    columns,
    faults.map((row) => {
      const other = native.rows.find(({ name, seed }) => name === row.name && seed === row.seed);
      const what = other === undefined || other.what === row.what ? row.what : `${row.what} (${other.what})`;
      return [
        what,
        outcome(row),
        other === undefined ? "not run" : outcome(other),
        `\`--only ${row.name}${row.seed === 1 ? "" : ` --seed ${row.seed}`}\``,
      ];
    }),
  );
}

function outcome({ wrong, convergedBy, requests, issuedTwice }: KeptRow): string {
  const bad = wrong.length === 0 ? "" : `**${wrong.length} wrong**, `;
  const twice = issuedTwice === 0 ? "" : `, ${issuedTwice} issued twice`;
  return `${bad}${convergedBy}, ${requests} requests${twice}`;
}

function killTable(kills: readonly PlacedRow[]): string {
  const planned = kills.map((row) => ({ ...row, plan: planOf(row.seed, 0, row.adapter) }));
  const kinds = new Map(
    planned.map(({ plan }) => [`the ${plan.victim} in \`pulumi ${plan.command}\``, plan]),
  );
  const rows = [...kinds]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { victim, command }]) => {
      const cells = (Object.keys(titles) as Adapter[]).map((adapter) => {
        const those = planned.filter(
          ({ plan, ...row }) => row.adapter === adapter && plan.victim === victim && plan.command === command,
        );
        return `${those.filter(({ wrong }) => wrong.length > 0).length} of ${those.length}`;
      });
      return [title, ...cells];
    });
  return markdown(["killed", ...Object.values(titles)], rows);
}

/** How often a person or a further command was needed after `recover`. */
function besides(kills: readonly PlacedRow[]): string {
  const counts = new Map<string, number>();
  for (const { convergedBy } of kills) {
    const [, more] = convergedBy.split(", then ");
    if (more !== undefined) counts.set(more, (counts.get(more) ?? 0) + 1);
  }
  return [...counts].map(([more, count]) => `${more} (${count})`).join(", ") || "nothing";
}

const frameWords: Readonly<Record<FrameEvent["frame"], string>> = {
  process: "another process",
  adapter: "the plugin switched",
  provider: "another `Provider` or connection",
  version: "an upgrade",
  gateway: "another gateway",
  component: "in a component",
};

/** How much was lost, by what a run goes beyond and what happens in it. */
function frameTable(rows: readonly PlacedRow[]): string {
  const cells = new Map<string, FrameEvent>([["kill", { frame: "process", event: "kill" }]]);
  for (const { name, cell } of scenarios()) if (cell !== undefined) cells.set(name, cell);
  const cellOf = (frame: string, event: string) => {
    const those = rows.filter(
      ({ name }) => cells.get(name)?.frame === frame && cells.get(name)?.event === event,
    );
    const lost = those.flatMap(({ wrong }) => wrong.filter((each) => /^(?:twin|orphan|lost):/.test(each)));
    const bad = those.filter(({ wrong }) => wrong.length > 0).length;
    return those.length === 0
      ? "not run"
      : `${lost.length} of ${those.length}${bad === 0 ? "" : `, **${bad} not clean**`}`;
  };
  return markdown(
    ["", ...events],
    frames.map((frame) => [frameWords[frame], ...events.map((event) => cellOf(frame, event))]),
  );
}

function notes(rows: readonly PlacedRow[]): string {
  return rows
    .flatMap(({ name, adapter, notes: said = [] }) =>
      said.map((note) => `- \`${name}\`, ${titles[adapter]}: ${note}.`),
    )
    .join("\n");
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
