/** Calls the emulator's control API in this process. */

import type { Emulator } from '../../emulator/index.ts';

/** An emulator with its control token, if its control API requires one. */
export type ControlledEmulator = Emulator & { readonly controlToken?: string };

/** Calls a route such as `POST /accounts`. Throws if the response is not a success, because that is a defect. */
export async function callControl(
  { fetch, controlToken }: Pick<ControlledEmulator, 'fetch' | 'controlToken'>,
  call: string,
  body?: unknown,
): Promise<unknown> {
  const [method = '', path = ''] = call.split(' ');
  const response = await fetch(
    new Request(`http://127.0.0.1/_standin${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${call} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}
