/** Digits after the point that count. */
const digits = 12;

/** More than any request costs: what is larger is no cost. */
const largest = 1e15;

/**
 * Adds costs as decimal numbers, to twelve digits after the point: 0.1 and 0.2 are 0.3, and the order and the number of the
 * costs do not matter.
 */
export class DecimalSum {
  private units = 0n;

  add(cost: number): void {
    this.units += BigInt(cost.toFixed(digits).replace(".", ""));
  }

  get value(): number {
    return Number(`${this.units}e-${digits}`);
  }
}

/** Whether a value of a row is a cost that can be added. */
export function isCost(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) < largest;
}
