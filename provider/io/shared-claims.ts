import { hash, randomUUID } from "node:crypto";
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { z } from "zod";
import { type JsonObject, jsonIn } from "../text/json.js";
import { messageOf } from "../text/words.js";
import type { Claims, Holding } from "./claims.js";
import { codeOf, tolerating } from "./error-codes.js";

/** Other releases read and write the same files. */
const format = 1;

const claimSchema = z.object({
  pid: z.number(),
  /** When the process began, as the system counts it: process ids come again. */
  began: z.string().optional(),
  how: z.enum(["kept", "claimed", "created"]),
  /** What a note says. */
  values: z.record(z.string(), z.json()).optional(),
});
type Claim = z.output<typeof claimSchema>;

/** Milliseconds. A claim that is older, and of no living process, was left behind. */
const longest = 24 * 60 * 60 * 1000;

/**
 * Claims in a folder that all processes of one operation find by the address of their engine. Each is a file that is made
 * exclusively and named by a digest.
 *
 * Addresses are used again. So a claim counts while its process lives. After that it counts for the processes that lived when its
 * process made the last one: as long as a process lives, the address is that of its engine.
 */
export class SharedClaims implements Claims {
  private readonly own = new Set<string>();
  /** The last file that was written for each way to have an object: other claims of this way are links to it. */
  private readonly written = new Map<Holding, string>();
  private readonly began = Date.now();
  private readonly process = { pid: process.pid, began: beginOf(process.pid) };
  private opened: { readonly folder: string } | { readonly problem: string } | undefined;

  constructor(
    /** Where the engine of the operation listens. */
    private readonly address: string,
    private readonly base: string = path.join(tmpdir(), `pulumi-workspace-gateway-${userInfo().uid}`),
  ) {}

  get problem(): string | undefined {
    const opened = this.open();
    return "problem" in opened ? opened.problem : undefined;
  }

  take(key: string, how: Holding): Holding | undefined {
    const file = this.fileOf(key);
    if (file === undefined || this.own.has(file)) {
      return undefined;
    }
    while (!this.isMade(file, how)) {
      const claim = this.read(file);
      if (claim !== undefined) {
        return claim.how;
      }
      this.putAside(file);
    }
    this.own.add(file);
    return undefined;
  }

  foreign(key: string): Holding | undefined {
    const file = this.fileOf(key);
    return file === undefined || this.own.has(file) ? undefined : this.read(file)?.how;
  }

  note(key: string, values: JsonObject): void {
    const file = this.fileOf(key);
    if (file !== undefined) {
      const note: Claim = { ...this.process, how: "kept", values };
      writeFileSync(file, JSON.stringify(note), { mode: 0o600 });
      this.own.add(file);
    }
  }

  noted(key: string): JsonObject | undefined {
    const file = this.fileOf(key);
    return file === undefined ? undefined : this.read(file)?.values;
  }

  /** Removes the own claims, and the folder once it is empty. The operation has ended. */
  end(): void {
    for (const file of this.own) {
      rmSync(file, { force: true });
    }
    const { opened } = this;
    if (opened !== undefined && "folder" in opened) {
      tolerating(["ENOTEMPTY", "EEXIST", "ENOENT"], () => rmdirSync(opened.folder));
    }
  }

  /** Makes a claim, unless there is one in its place. */
  private isMade(file: string, how: Holding): boolean {
    if (isLinked(this.written.get(how), file)) {
      return true;
    }
    const isNew = isWritten(file, JSON.stringify({ ...this.process, how } satisfies Claim));
    if (isNew) {
      this.written.set(how, file);
    }
    return isNew;
  }

  /** The claim in a file, if it counts. */
  private read(file: string): Claim | undefined {
    const stats = statSync(file, { throwIfNoEntry: false }); // mostly there is none: an error takes ten times as long
    if (stats === undefined) {
      return undefined;
    }
    const isNew = stats.mtimeMs >= this.began;
    return tolerating(["ENOENT"], () => {
      const claim = claimIn(readFileSync(file, "utf8"));
      if (isNew) {
        return claim ?? { pid: 0, how: "claimed" }; // a file that is just being written has nothing in it yet
      }
      return claim !== undefined && lives(claim) ? claim : undefined;
    });
  }

  /** Removes a claim that does not count. If another process has just made a new one there, that is put back. */
  private putAside(file: string): void {
    const aside = `${file}.${randomUUID()}`;
    tolerating(["ENOENT"], () => renameSync(file, aside));
    if (this.read(aside) !== undefined) {
      tolerating(["EEXIST"], () => linkSync(aside, file));
    }
    rmSync(aside, { force: true });
  }

  private fileOf(key: string): string | undefined {
    const opened = this.open();
    return "folder" in opened ? path.join(opened.folder, digest(key)) : undefined;
  }

  private open() {
    this.opened ??= folderIn(this.base, `${format}-${digest(this.address)}`);
    return this.opened;
  }
}

function folderIn(base: string, name: string): { folder: string } | { problem: string } {
  try {
    mkdirSync(base, { recursive: true, mode: 0o700 });
    assertOwn(base);
    clean(base);
    const folder = path.join(base, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return { folder };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/**
 * Makes a claim out of another one, if that can be: some systems take no links, or a thousand. A link takes no time, and a new file
 * a millisecond if many were removed just before, as at the end of the preview of an `up`.
 */
function isLinked(written: string | undefined, file: string): boolean {
  if (written === undefined) {
    return false;
  }
  try {
    const now = new Date();
    utimesSync(written, now, now); // a claim counts for who lived at the last one
    linkSync(written, file);
    return true;
  } catch {
    return false;
  }
}

function isWritten(file: string, text: string): boolean {
  const done = tolerating(["EEXIST"], () => {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    return true;
  });
  return done === true;
}

/** A folder of somebody else, or one that others may write in, could say anything. */
function assertOwn(folder: string): void {
  const stats = lstatSync(folder);
  const isOwn =
    process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0);
  if (!stats.isDirectory() || !isOwn) {
    throw new Error(`${folder} is no folder of this user alone`);
  }
}

/** Removes what machines that were switched off have left. */
function clean(base: string): void {
  for (const name of readdirSync(base)) {
    const folder = path.join(base, name);
    tolerating(["ENOENT", "ENOTDIR"], () => {
      const isOld = Date.now() - statSync(folder).mtimeMs > longest;
      const claims = readdirSync(folder).map((file) =>
        claimIn(readFileSync(path.join(folder, file), "utf8")),
      );
      if (isOld && !claims.some((claim) => claim !== undefined && lives(claim))) {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
}

function claimIn(text: string): Claim | undefined {
  return claimSchema.safeParse(jsonIn(text)).data;
}

function lives({ pid, began }: Claim): boolean {
  try {
    process.kill(pid, 0);
    return began === undefined || beginOf(pid) === began;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** When a process began; undefined where the system does not tell. */
function beginOf(pid: number): string | undefined {
  const stat = tolerating(["ENOENT", "ESRCH", "EACCES"], () => readFileSync(`/proc/${pid}/stat`, "utf8"));
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

function digest(text: string): string {
  return hash("sha256", text).slice(0, 32);
}
