/** Clients with one flaw each, and the check that each is for: the careful client with a tool that misbehaves. */

import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ClientCall, FunctionAnswer } from '../../audition/index.ts';
import { carefulClient } from '../../docs/examples/clients/careful.ts';
import { GaveUp, type Tools } from '../../docs/examples/clients/careful-sender.ts';

export interface Flaw {
  /** The check that has to notice it. */
  readonly check: string;
  readonly scenario: string;
  /** Other checks that cannot but notice it, too. */
  readonly also?: readonly string[];
  readonly client: (call: ClientCall) => Promise<FunctionAnswer>;
}

type Fetch = Tools['fetch'];
type Change = (call: ClientCall) => Partial<Tools>;

const passOn: Fetch = (url, init) => fetch(url, init);

function careful(change: Change): Flaw['client'] {
  return (call) => carefulClient(call, change(call));
}

/** Changes what is sent. */
function sending(alter: (headers: Headers, init: RequestInit) => void): Flaw['client'] {
  return careful(() => ({
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      alter(headers, init);
      return passOn(url, { ...init, headers });
    },
  }));
}

/** Does something of its own at an answer, and then goes on with what it gives back. */
function meeting(
  meet: (answer: Response, again: () => Promise<Response>, url: string) => Promise<Response>,
): Flaw['client'] {
  return careful(() => ({
    fetch: async (url, init) => meet(await passOn(url, init), () => passOn(url, init), url),
  }));
}

/** Sends a request that fails again and again. */
async function repeating(
  answer: Response,
  again: () => Promise<Response>,
  { most, pauseMs }: { readonly most: number; readonly pauseMs: number },
): Promise<Response> {
  let latest = answer;
  for (let tries = 0; !latest.ok && tries < most; tries += 1) {
    await latest.body?.cancel();
    if (pauseMs > 0) await sleep(pauseMs);
    latest = await again();
  }
  return latest;
}

const isCreate = ({ method }: RequestInit): boolean => method === 'POST';
const isContent = (url: string): boolean => url.endsWith('/content');

/** Gives up at the first answer of a kind, with a word of its own. */
function givingUp(isIt: IsIt, answer: FunctionAnswer): Flaw['client'] {
  return async (call) => {
    const change = { fetch: gaveUpAt(isIt) };
    const told = await carefulClient(call, change);
    return told.outcome === 'gave-up' ? { ids: told.ids, outcome: 'gave-up', ...answer } : told;
  };
}

type IsIt = (answer: Response, url: string) => boolean | Promise<boolean>;

function gaveUpAt(isIt: IsIt): Fetch {
  return async (url, init) => {
    const answer = await passOn(url, init);
    if (await isIt(answer.clone(), url)) throw new GaveUp({ message: 'That is enough.' });
    return answer;
  };
}

const SAID = { outcome: 'gave-up' as const, error: { code: 'connection_failed', message: 'That is enough.' } };

/** A download that breaks off is the last. */
function onceOnly(call: ClientCall): Promise<FunctionAnswer> {
  let downloads = 0;
  const only: Fetch = (url, init) => {
    downloads += isContent(url) ? 1 : 0;
    return downloads > 1 ? Promise.reject(new GaveUp({ message: 'That is enough.' })) : passOn(url, init);
  };
  return carefulClient(call, { fetch: only });
}

/** Follows a redirect with all that it sent before. */
const followWithKey: Fetch = async (url, init) => {
  const answer = await passOn(url, { ...init, redirect: 'manual' });
  const { headers = {} } = init;
  return answer.status === 302 ? passOn(answer.headers.get('location') ?? '', { headers }) : answer;
};

/** Says of every answer that it has the ETag of the first. */
function oneEtag(): Fetch {
  let first: string | undefined;
  return async (url, init) => {
    const sent = new Headers(init.headers);
    sent.delete('if-range');
    const { body, status, headers } = await passOn(url, { ...init, headers: sent });
    const shown = new Headers(headers);
    first ??= headers.get('etag') ?? undefined;
    if (first !== undefined) shown.set('etag', first);
    return new Response(body, { status, headers: shown });
  };
}

/** Shows an answer of 200 to a range as if it were the rest. */
const appended: Fetch = async (url, init) => {
  const answer = await passOn(url, init);
  const from = /bytes=(\d+)-/.exec(new Headers(init.headers).get('range') ?? '')?.[1];
  if (from === undefined || answer.status !== 200) return answer;
  const size = Number(answer.headers.get('content-length'));
  const headers = new Headers(answer.headers);
  headers.set('content-range', `bytes ${from}-${Number(from) + size - 1}/${Number(from) + size}`);
  return new Response(answer.body, { status: 206, headers });
};

export const FLAWS: readonly Flaw[] = [
  {
    check: 'waits-as-long-as-retry-after',
    scenario: 'rate_limit_burst_then_ok',
    client: meeting(async (answer) => {
      const headers = new Headers(answer.headers);
      headers.delete('retry-after');
      return new Response(answer.body, { status: answer.status, headers });
    }),
  },
  {
    check: 'same-key-on-every-attempt',
    scenario: 'rate_limit_no_header',
    client: sending((headers, init) => isCreate(init) && headers.set('idempotency-key', crypto.randomUUID())),
  },
  {
    check: 'one-generation-for-one-wish',
    scenario: 'skips_running',
    // Two at once, to have it sooner.
    client: careful(() => ({
      fetch: async (url, init) => {
        const headers = new Headers(init.headers);
        headers.set('idempotency-key', crypto.randomUUID());
        const [answer] = await Promise.all([passOn(url, init), isCreate(init) && passOn(url, { ...init, headers })]);
        return answer;
      },
    })),
  },
  {
    check: 'no-second-create',
    scenario: 'poll_404_once',
    client: careful(({ url: base, apiKey, body }) => ({
      fetch: async (url, init) => {
        const answer = await passOn(url, init);
        const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
        if (answer.status === 404)
          await passOn(`${base}/v1/videos`, { method: 'POST', headers, body: JSON.stringify(body) });
        return answer;
      },
    })),
  },
  {
    check: 'sends-idempotency-key',
    scenario: 'skips_running',
    client: sending((headers) => headers.delete('idempotency-key')),
  },
  {
    check: 'delivers',
    scenario: 'extra_and_missing_fields',
    client: givingUp(async (answer) => /"completed"(?!.*"output")/.test(await answer.text()), SAID),
  },
  {
    check: 'delivered-file-is-the-clip',
    scenario: 'skips_running',
    client: careful(() => ({ save: (path, bytes) => writeFile(path, bytes.subarray(1)) })),
  },
  {
    check: 'ends-by-its-deadline',
    scenario: 'poll_404_once',
    client: meeting((answer) => (answer.status === 404 ? new Promise(() => undefined) : Promise.resolve(answer))),
  },
  {
    check: 'no-partial-file-left',
    scenario: 'content_cut_at_40',
    client: async (call) => {
      const told = await onceOnly(call);
      if (told?.outcome !== 'gave-up') return told;
      await writeFile(call.output, 'ftyp');
      return { outcome: 'gave-up', ids: [] };
    },
  },
  {
    check: 'finishes-what-was-accepted',
    scenario: 'insufficient_mid_batch',
    client: (call) => givingUp(({ status }) => call.goal === 'batch' && status === 200, SAID)(call),
  },
  {
    check: 'attempts-have-an-end',
    scenario: 'storm_503',
    client: meeting((answer, again) => repeating(answer, again, { most: 36, pauseMs: 60 })),
    also: ['waits-as-long-as-retry-after'],
  },
  {
    check: 'pauses-between-attempts',
    scenario: 'content_404_after_completed',
    client: meeting((answer, again) => repeating(answer, again, { most: 4, pauseMs: 0 })),
  },
  {
    check: 'pauses-grow',
    scenario: 'rate_limit_garbage',
    client: careful(() => ({ sleep: () => sleep(2500 + 250 * Math.random()) })),
    also: ['pauses-differ'],
  },
  {
    check: 'pauses-differ',
    scenario: 'rate_limit_garbage',
    client: careful(() => ({ sleep: () => sleep(3000) })),
    also: ['pauses-grow'],
  },
  { check: 'tries-again', scenario: 'content_cut_at_40', client: onceOnly },
  {
    check: 'resumes-where-it-broke-off',
    scenario: 'content_cut_at_40',
    client: sending((headers) => headers.delete('range')),
  },
  {
    check: 'sends-if-range',
    scenario: 'content_cut_at_40',
    client: sending((headers) => headers.delete('if-range')),
  },
  {
    check: 'changed-etag-starts-anew',
    scenario: 'content_changed_between_ranges',
    client: careful(() => ({ fetch: oneEtag() })),
    also: ['sends-if-range'],
  },
  {
    check: 'nothing-appended-after-200',
    scenario: 'content_range_ignored',
    client: careful(() => ({ fetch: appended })),
    also: ['delivered-file-is-the-clip'],
  },
  {
    check: 'idle-time-out',
    scenario: 'content_drip',
    client: careful(() => ({
      fetch: (url, init) => passOn(url, isContent(url) ? { ...init, signal: AbortSignal.timeout(3000) } : init),
    })),
  },
  { check: 'key-goes-nowhere-else', scenario: 'content_redirect', client: careful(() => ({ fetch: followWithKey })) },
  {
    check: 'key-stays-secret',
    scenario: 'skips_running',
    client: careful(({ apiKey }) => ({
      save: async (path, bytes) => {
        await writeFile(`${path}.log`, apiKey);
        await writeFile(path, bytes);
      },
    })),
  },
  {
    check: 'stops-polling-at-the-end',
    scenario: 'skips_running',
    client: meeting(async (answer, again, url) => {
      const isEnd = !isContent(url) && (await answer.clone().text()).includes('"completed"');
      for (let polls = isEnd ? 0 : 5; polls < 5; polls += 1) {
        await sleep(50);
        await (await again()).text();
      }
      return answer;
    }),
  },
  {
    check: 'stops-at-a-refusal',
    scenario: 'key_revoked_mid_poll',
    client: meeting(async (answer, again) => {
      if (answer.status !== 401) return answer;
      await sleep(300);
      return again();
    }),
  },
  {
    check: 'stops-submitting-at-402',
    scenario: 'insufficient_mid_batch',
    client: careful(({ url: base, apiKey, body }) => ({
      fetch: async (url, init) => {
        const answer = await passOn(url, init);
        if (answer.status !== 402 || !Array.isArray(body)) return answer;
        await sleep(300);
        const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
        await passOn(`${base}/v1/videos`, { method: 'POST', headers, body: JSON.stringify(body.at(-1)) });
        return answer;
      },
    })),
  },
  {
    check: 'unknown-status-is-no-end',
    scenario: 'status_unknown_value',
    client: givingUp(async (answer, url) => !isContent(url) && (await answer.text()).includes('"paused"'), SAID),
    also: ['delivers'],
  },
  {
    check: 'failed-poll-is-no-failure',
    scenario: 'poll_404_once',
    client: givingUp(({ status }) => status === 404, { ...SAID, status: 'failed' }),
  },
  {
    check: 'time-out-is-neither',
    scenario: 'stuck_pending',
    client: (call) => {
      let polls = 0;
      return givingUp(({ status }) => status === 200 && (polls += 1) > 4, { ...SAID, status: 'failed' })(call);
    },
  },
  {
    check: 'tells-what-failed',
    scenario: 'content_404_after_completed',
    client: givingUp(({ status }) => status === 404, { outcome: 'gave-up' }),
    also: ['tries-again'],
  },
];
