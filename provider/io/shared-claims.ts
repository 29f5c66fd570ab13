import { hash, randomUUID } from "node:crypto";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { z } from "zod";
import { type JsonObject, jsonIn } from "../text/json.js";
import { messageOf } from "../text/words.js";
import { codeOf, tolerating } from "./error-codes.js";

const holding = z.enum(["kept", "claimed", "created"]);

/** How a resource obtained its object in this operation. */
export type Holding = z.output<typeof holding>;

/** Claims on objects, or on the names of new ones, shared between the processes of one operation. */
export interface Claims {
  /** Claims the key, unless another process has a claim not in `beside`. Returns the other claim, if any. */
  take(key: string, how: Holding, beside: readonly Holding[]): Holding | undefined;
  foreign(key: string): Holding | undefined;
  /** Shares values with the other processes, replacing earlier ones with the same key. */
  note(key: string, values: JsonObject): void;
  noted(key: string): JsonObject | undefined;
  /** Why other processes' claims are unknown. Undefined if they are known, or if there are no others. */
  readonly problem: string | undefined;
}

/** For a process that runs alone, such as a command. */
export const noOthers: Claims = {
  take: () => undefined,
  foreign: () => undefined,
  note: () => {},
  noted: () => undefined,
  problem: undefined,
};

/** The version of the file format. Other releases read and write the same files. */
const format = 2;

const note = z.record(z.string(), z.json());

/** One day in milliseconds. An older folder without a living process is a leftover. */
const longest = 24 * 60 * 60 * 1000;

interface Opened {
  readonly folder: string;
  readonly name: string;
  readonly file: number;
}

/**
 * Claims in a folder that all processes of one operation find by their engine's address. Each process
 * appends lines to its own file, and reads the files of the other processes before every decision.
 *
 * A process appends its claim before it looks for other claims. If two processes claim a key at the same
 * time, at least one sees the other's claim. If both do, both are refused.
 *
 * Addresses are reused, so a file counts while its process is alive. After that, it counts only for
 * processes that were already alive when its last line was written, because their engine already had the
 * address at that time.
 */
export class SharedClaims implements Claims {
  private readonly own = new Set<string>();
  private readonly began = Date.now();
  private opened: Opened | { readonly problem: string } | undefined;

  constructor(
    private readonly address: string,
    private readonly base: string = path.join(tmpdir(), `pulumi-workspace-gateway-${userInfo().uid}`),
  ) {}

  get problem(): string | undefined {
    const opened = this.open();
    return "problem" in opened ? opened.problem : undefined;
  }

  take(key: string, how: Holding, beside: readonly Holding[]): Holding | undefined {
    if (this.own.has(key)) {
      return undefined;
    }
    this.own.add(key);
    this.append(key, how);
    const other = this.foreign(key);
    if (other !== undefined && !beside.includes(other)) {
      this.own.delete(key);
      this.append(key, "withdrawn"); // the file is append-only
    }
    return other;
  }

  foreign(key: string): Holding | undefined {
    return holding.safeParse(this.read(key)).data;
  }

  note(key: string, values: JsonObject): void {
    this.append(key, JSON.stringify(values));
  }

  noted(key: string): JsonObject | undefined {
    return note.safeParse(jsonIn(this.read(key) ?? "")).data;
  }

  end(): void {
    const { opened } = this;
    // Later claims are not written, because a socket may reuse the descriptor of the closed file.
    this.opened = { problem: "the operation has ended" };
    if (opened !== undefined && "file" in opened) {
      closeSync(opened.file);
      rmSync(path.join(opened.folder, opened.name), { force: true });
      tolerating(["ENOTEMPTY", "EEXIST", "ENOENT"], () => rmdirSync(opened.folder));
    }
  }

  private append(key: string, text: string): void {
    const opened = this.open();
    if ("file" in opened) {
      writeSync(opened.file, `${digest(key)} ${text}\n`);
    }
  }

  private read(key: string): string | undefined {
    const opened = this.open();
    if (!("file" in opened)) {
      return undefined;
    }
    const start = `${digest(key)} `;
    return readdirSync(opened.folder)
      .filter((name) => name !== opened.name)
      .map((name) => this.linesOf(path.join(opened.folder, name)))
      .map((lines) => lines.findLast((line) => line.startsWith(start))?.slice(start.length))
      .find((text) => text !== undefined && text !== "withdrawn");
  }

  /** Returns only complete lines, and none from an outdated file. */
  private linesOf(file: string): string[] {
    const lines = tolerating(["ENOENT"], () => {
      const counts = statSync(file).mtimeMs >= this.began || lives(path.basename(file));
      return counts ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
    });
    return lines ?? [];
  }

  private open(): Opened | { readonly problem: string } {
    this.opened ??= openedIn(this.base, `${format}-${digest(this.address)}`);
    return this.opened;
  }
}

function openedIn(base: string, operation: string): Opened | { readonly problem: string } {
  try {
    mkdirSync(base, { recursive: true, mode: 0o700 });
    assertOwn(base);
    clean(base);
    const folder = path.join(base, operation);
    const name = `${process.pid}-${beginOf(process.pid) ?? ""}-${randomUUID()}`;
    let file: number | undefined;
    while (file === undefined) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // The folder may be gone, because the last process to end removes it.
      file = tolerating(["ENOENT"], () => openSync(path.join(folder, name), "ax", 0o600));
    }
    return { folder, name, file };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/** Another user's folder, or one that others can write to, cannot be trusted. */
function assertOwn(folder: string): void {
  const stats = lstatSync(folder);
  const isOwn =
    process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0);
  if (!stats.isDirectory() || !isOwn) {
    throw new Error(`${folder} is not a folder that only this user can write to`);
  }
}

/** Removes folders that remain after a crash or a power failure. */
function clean(base: string): void {
  for (const name of readdirSync(base)) {
    const folder = path.join(base, name);
    tolerating(["ENOENT", "ENOTDIR"], () => {
      const isOld = Date.now() - statSync(folder).mtimeMs > longest;
      if (isOld && !readdirSync(folder).some(lives)) {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
}

/** The file's name contains the process's id and start time, because ids are reused. */
function lives(name: string): boolean {
  const [pid, began] = name.split("-");
  try {
    process.kill(Number(pid), 0);
    return began === "" || beginOf(Number(pid)) === began;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function beginOf(pid: number): string | undefined {
  const stat = tolerating(["ENOENT", "ESRCH", "EACCES"], () => readFileSync(`/proc/${pid}/stat`, "utf8"));
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

function digest(text: string): string {
  return hash("sha256", text).slice(0, 32);
}
