/** Flaws in creating: too many generations, and keys that change. */

import { careful, sending, isCreate, passOn, type Flaw } from './flawed-client.ts';

function newKey(headers: Headers, init: RequestInit): void {
  if (isCreate(init)) headers.set('idempotency-key', crypto.randomUUID());
}

export const CREATE_FLAWS: readonly Flaw[] = [
  {
    check: 'one-generation-per-intent',
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
    check: 'same-key-on-every-attempt',
    scenario: 'empty_500',
    client: sending(newKey),
  },
  {
    check: 'keeps-key-when-refused',
    scenario: 'rate_limit_no_header',
    client: sending(newKey),
  },
  {
    check: 'same-body-on-every-attempt',
    scenario: 'rate_limit_no_header',
    also: ['creates-what-was-asked'],
    client: careful(() => {
      let creates = 0;
      return {
        fetch: (url, init) => {
          if (!isCreate(init) || typeof init.body !== 'string') return passOn(url, init);
          const body = { ...(JSON.parse(init.body) as object), audio: (creates += 1) > 1 };
          return passOn(url, { ...init, body: JSON.stringify(body) });
        },
      };
    }),
  },
  {
    check: 'creates-what-was-asked',
    scenario: 'skips_running',
    // A client that lists the fields it knows, and whose list is short.
    client: careful(() => ({
      fetch: (url, init) => {
        if (!isCreate(init) || typeof init.body !== 'string') return passOn(url, init);
        const { resolution: _resolution, ...body } = JSON.parse(init.body) as Record<string, unknown>;
        return passOn(url, { ...init, body: JSON.stringify(body) });
      },
    })),
  },
  {
    check: 'sends-idempotency-key',
    scenario: 'skips_running',
    client: sending((headers) => headers.delete('idempotency-key')),
  },
];
