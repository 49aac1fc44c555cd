/** Turns a scenario on where that takes more than a request of the client's own: by the control API, and by the test helper. */

import type { AccountOptions, Standin } from '../../emulator/test-helpers/index.ts';

/** An account on which a scenario is on. */
export interface Opened {
  readonly label: string;
  readonly apiKey: string;
}

export interface Wanted {
  readonly name: string;
  readonly label: string;
  /** Settings as a key carries them, each with its `~`. */
  readonly setUp: string;
}

/** Opens an account without it, and turns it on as any language can. */
export async function turnOnByControl(url: string, { name, label, setUp }: Wanted): Promise<Opened> {
  const call = async (method: string, path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/_standin${path}`, { method, headers, body: JSON.stringify(body) });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const opened = (await call('POST', '/accounts', { name: label, ...toOptions(setUp) })) as { key: string };
  await call('PUT', `/accounts/${label}/scenarios`, { scenarios: [name] });
  return { label, apiKey: opened.key };
}

/** Opens an account with it, as a test does that has `useStandin()`. */
export async function turnOnByHelper(standin: Standin, { name, setUp }: Wanted): Promise<Opened> {
  const account = await standin.openAccount({ ...toOptions(setUp), scenario: name });
  return { label: account.name, apiKey: account.apiKey };
}

/** `~latency-polls-1-1` on a key is `{ latency: 'polls:1,1' }` elsewhere. */
function toOptions(setUp: string): AccountOptions {
  const pairs = setUp.split('~').flatMap((part): [string, string][] => {
    const dash = part.indexOf('-');
    return dash < 0 ? [] : [[part.slice(0, dash), part.slice(dash + 1)]];
  });
  const spelled = pairs.map(([name, value]) => [name, value.replace(/^polls-(\d+)-(\d+)$/, 'polls:$1,$2')]);
  return Object.fromEntries(spelled) as AccountOptions;
}
