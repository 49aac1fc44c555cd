/** Clients that differ in ways that the API document allows. The audition must pass all of them. */

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

import { functionDriver, runAudition } from '../../audition/index.ts';
import { carefulClient } from '../../docs/examples/clients/careful.ts';
import { GaveUp, refusalOf, type Tools } from '../../docs/examples/clients/careful-sender.ts';

/** The scenarios with the largest differences. All scenarios at once would measure the machine and not the clients. */
const TELLING = [
  'content_cut_at_40',
  'content_html_200',
  'content_range_total',
  'poll_goes_backwards',
  'poll_404_once',
  'rate_limit_no_header',
  'rate_limit_http_date',
  'storm_503',
];

type LegalClient = () => Partial<Tools>;

const LEGAL_CLIENTS: Readonly<Record<string, LegalClient>> = {
  'never tries again, but says why': () => {
    let last: Response | undefined;
    return {
      fetch: async (url, init) => {
        last = undefined;
        last = await fetch(url, init);
        return last;
      },
      sleep: async (ms) => {
        if (last?.ok !== true)
          throw new GaveUp({
            code: 'connection_failed',
            ...(last && refusalOf(last, undefined)),
            message: 'It failed.',
          });
        await sleep(ms);
      },
    };
  },
  'starts downloads anew': () => ({
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.delete('range');
      headers.delete('if-range');
      return fetch(url, { ...init, headers });
    },
  }),
  'polls every five seconds': () => ({ sleep: (ms) => sleep(Math.max(ms, 4000 + 1000 * Math.random())) }),
  'polls with long pauses': () => ({ sleep: (ms) => sleep(ms < 1000 ? ms : Math.min(2 * ms, 8000)) }),
  // Two attempts are one retry. The sender counts to seven, so the second failure ends the operation.
  'retries once': () => {
    const failures = new Map<string, number>();
    return {
      fetch: async (url, init) => {
        const work = `${init.method} ${url}`;
        const answer = await fetch(url, init);
        if (answer.ok) failures.delete(work);
        else failures.set(work, (failures.get(work) ?? 0) + 1);
        if (answer.ok || (failures.get(work) ?? 0) < 2) return answer;
        const failure = refusalOf(answer, await answer.text());
        throw new GaveUp({ ...failure, id: /videos\/([^/]+)/.exec(url)?.[1] });
      },
    };
  },
  'tries ten times before its sender counts one': () => ({
    fetch: async (url, init) => {
      const attempt = async (left: number, pauseMs: number): Promise<Response> => {
        const answer = await fetch(url, init);
        const isBusy = answer.status === 503 || answer.status === 502 || answer.status === 500;
        if (!isBusy || left === 0 || answer.headers.has('retry-after')) return answer;
        await answer.body?.cancel();
        await sleep(pauseMs * (0.75 + 0.5 * Math.random()));
        return attempt(left - 1, Math.min(pauseMs * 2, 2000));
      };
      return attempt(9, 200);
    },
  }),
  'opens a connection for each request': () => ({
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('connection', 'close');
      return fetch(url, { ...init, headers });
    },
  }),
  'cannot parse an HTTP date, and waits ten seconds instead': () => ({
    fetch: async (url, init) => {
      const { body, status, headers } = await fetch(url, init);
      const shown = new Headers(headers);
      if (shown.get('retry-after')?.endsWith('GMT') === true) shown.set('retry-after', '10');
      return new Response(body, { status, headers: shown });
    },
  }),
  'asks for a range even at the first byte': () => ({
    fetch: async (url, init) => {
      const asked = new Headers(init.headers);
      if (!url.endsWith('/content') || asked.has('range')) return fetch(url, init);
      asked.set('range', 'bytes=0-');
      const answer = await fetch(url, { ...init, headers: asked });
      const { body, headers } = answer;
      return answer.status === 206 ? new Response(body, { status: 200, headers }) : answer;
    },
  }),
  'fills in the defaults, and sorts the members of its body': () => ({
    fetch: (url, init) => {
      if (typeof init.body !== 'string') return fetch(url, init);
      const body = { audio: true, aspect_ratio: '16:9', mode: 'text-to-video', ...(JSON.parse(init.body) as object) };
      const sorted = Object.fromEntries(Object.entries(body).toSorted(([a], [b]) => a.localeCompare(b)));
      return fetch(url, { ...init, body: JSON.stringify(sorted) });
    },
  }),
  'asks by HEAD first': () => ({
    fetch: async (url, init) => {
      const { method: _method, body: _body, ...rest } = init;
      if (url.endsWith('/content')) await fetch(url, { ...rest, method: 'HEAD' }).catch(() => undefined);
      return fetch(url, init);
    },
  }),
};

describe('a client that', () => {
  test.concurrent.each(Object.entries(LEGAL_CLIENTS))('%s is not broken', async (name, tools) => {
    const client = { name, drive: () => functionDriver((call) => carefulClient(call, tools())) };
    const { report } = await runAudition({ clients: [client], only: TELLING });
    const cases = report.clients.flatMap((one) => one.cases);
    const red = cases.filter(({ word }) => word === 'broken' || word === 'crashed' || word === 'hung');
    const missed = red.map(({ scenario, word, results }) => ({
      scenario,
      word,
      missed: results.filter(({ judgement, level }) => judgement.kind === 'missed' && level === 'must'),
    }));
    expect(missed).toEqual([]);
    expect(report.exitStatus).toBe(0);
  });
});
