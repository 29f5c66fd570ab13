import { expect, onTestFinished, test, vi } from "vitest";
import { timeOf } from "../../../cli/text/words.js";

const noon = Date.UTC(2026, 10, 20, 12);

test.each(["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])(
  "a time is the same for a reader in %s, with a zone, with an offset, without one, and by whole seconds",
  (zone) => {
    vi.stubEnv("TZ", zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    const forms = ["T12:00:00.000Z", "T12:00:00Z", "T14:00:00+02:00", "T12:00:00", "T12:00", " 12:00:00.000"];
    expect(forms.map((form) => timeOf(`2026-11-20${form}`))).toEqual(forms.map(() => noon));
    expect(timeOf("2026-11-20")).toBe(noon - 43_200_000);
  },
);

test.each([1_763_640_000, "1763640000", "2026", "yesterday", "2026-13-40T00:00:00Z", "", null, undefined])(
  "%j is no time",
  (value) => {
    expect(timeOf(value)).toBeUndefined();
  },
);
