import { z } from "zod";

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `14d`, `36h`, `90m`, in milliseconds. */
export const ageSchema = z.string().transform((text, context): number => {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text.trim()) ?? [];
  if (count === undefined) {
    context.addIssue({ code: "custom", message: "must be a time such as 14d, 36h or 90m" });
    return z.NEVER;
  }
  return Number(count) * units[unit as keyof typeof units];
});

/** The same the other way round, in the largest unit without a rest. */
export function ageText(milliseconds: number): string {
  const [unit, length] =
    (["d", "h", "m"] as const)
      .map((name) => [name, units[name]] as const)
      .find(([, each]) => milliseconds % each === 0) ?? (["m", units.m] as const);
  return `${Math.round(milliseconds / length)}${unit}`;
}
