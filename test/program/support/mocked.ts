import * as pulumi from "@pulumi/pulumi";

export interface Registration {
  readonly type: string;
  readonly id: string | undefined;
  readonly inputs: Record<string, unknown>;
  readonly provider: string | undefined;
}

/** Puts mocks in the place of the engine; what is declared from now on, by its name. */
export async function mocked(project?: string, preview = false): Promise<Map<string, Registration>> {
  const registered = new Map<string, Registration>();
  await pulumi.runtime.setMocks(
    {
      newResource: ({ name, type, id, inputs, provider }) => {
        registered.set(name, { type, id, inputs, provider });
        return { id: id || `${name}-id`, state: inputs };
      },
      call: () => ({}),
    },
    project,
    undefined,
    preview,
  );
  return registered;
}

export function resolved<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}
