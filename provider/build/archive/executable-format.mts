/** The mark in Node's executables behind which stands whether a program was put into them. */
export const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** Formats of executables: the bytes that they begin with, and where they say for which machine they are. */
const formats = [
  { system: "linux", magic: "7f454c46", machineAt: () => 18, machines: { 62: "amd64", 183: "arm64" } },
  { system: "darwin", magic: "cffaedfe", machineAt: () => 4, machines: { 7: "amd64", 12: "arm64" } },
  {
    system: "windows",
    magic: "4d5a",
    machineAt: (file: Buffer) => file.readUInt32LE(0x3c) + 4,
    machines: { 34404: "amd64", 43620: "arm64" },
  },
] as const;

/** The platform that an executable is for, as Pulumi calls it; undefined if it has none of these formats. */
export function platformOf(file: Buffer): string | undefined {
  const format = formats.find(({ magic }) => file.toString("hex", 0, 4).startsWith(magic));
  if (format === undefined) {
    return undefined;
  }
  const machine = file.readUInt16LE(format.machineAt(file));
  const [, name] = Object.entries(format.machines).find(([code]) => Number(code) === machine) ?? [];
  return name === undefined ? undefined : `${format.system}-${name}`;
}

/** Whether a Node has a program in it. */
export function hasProgram(file: Buffer): boolean {
  return file.includes(`${fuse}:1`);
}
