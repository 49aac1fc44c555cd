/**
 * Auditions through a proxy: the client calls `standin proxy`, and the emulator behind it misbehaves. The proxy passes
 * on the faults of the emulator and the requests of the client, so the verdicts are the same as without a proxy.
 */

import { expect, test } from 'vitest';
import { functionDriver, runAudition, type AuditionReport, type ClientFunction } from '../../audition/index.ts';
import { carefulClient } from '../../docs/examples/clients/careful.ts';
import { FLAWS } from '../audition/flaws/flaws.ts';
import { startProxy, type ProxyProcess } from './proxy-process.ts';

/** Every suitable scenario if CI sets SIZES. Otherwise one scenario for each kind of fault. */
const IS_FULL = process.env['SIZES'] === 'full';
const FEW = [
  'accepted_then_reset',
  'content_cut_at_40',
  'content_slow_first_byte',
  'rate_limit_http_date',
  'storm_503',
];
/** The client receives a base URL with a path. Requests outside of the proxy's own base path do not pass the proxy. */
const WITH_A_PATH: ReadonlySet<string> = new Set(['relative_output_url']);
/** The proxy waits for the service after the client has left, so the emulator never sees the timeout of the client. */
const HIDDEN_BY_PROXY: ReadonlySet<string> = new Set(['slow_headers']);

interface Through {
  readonly report: AuditionReport;
  readonly spent: number;
}

/** Auditions a client that knows only the address of the proxy. */
async function through(client: ClientFunction, options: { only?: string[]; skip?: string[] }): Promise<Through> {
  let proxy: Promise<ProxyProcess> | undefined;
  const behind: ClientFunction = async (task) => {
    proxy ??= startProxy(new URL(task.url).origin, '--budget', '1000');
    return client({ ...task, url: task.url.replace(new URL(task.url).origin, (await proxy).url) });
  };
  const drive = (): ReturnType<typeof functionDriver> => functionDriver(behind);
  const { report } = await runAudition({ clients: [{ name: 'client', drive }], parallel: 16, ...options });
  const told = await (await proxy)?.end();
  return { report, spent: (told?.spent_usd ?? 0) + (told?.uncertain_usd ?? 0) };
}

const words = ({ clients }: AuditionReport): string[] =>
  clients.flatMap(({ untestable, cases }) => [
    ...(untestable === undefined ? [] : [untestable]),
    ...cases.map(({ scenario, word, results }) =>
      [
        scenario,
        word,
        ...results.flatMap(({ id, judgement }) => (judgement.kind === 'missed' ? [`${id}: ${judgement.says}`] : [])),
      ].join(' '),
    ),
  ]);

test('a careful client is sound through a proxy', async () => {
  const { report, spent } = await through(
    carefulClient,
    IS_FULL ? { skip: [...WITH_A_PATH, ...HIDDEN_BY_PROXY] } : { only: FEW },
  );
  expect(words(report).filter((text) => !text.endsWith(' sound'))).toEqual([]);
  expect(report.clients[0]?.cases.length).toBeGreaterThan(IS_FULL ? 30 : FEW.length);
  expect(spent).toBeGreaterThan(0);
});

/** One flaw of each family: a second payment, an incomplete file, a wait that is too short. */
const NOTICED = new Set(['same-key-on-every-attempt', 'resumes-where-it-broke-off', 'waits-as-long-as-retry-after']);

/**
 * The proxy notes the cost of a create before it forwards it. It therefore forwards the second of two parallel creates
 * after the first answer.
 */
const SEEN_AS = new Map([['one-generation-per-intent', 'no-second-create']]);

test.for(
  (IS_FULL ? FLAWS : FLAWS.filter(({ check }) => NOTICED.has(check))).filter(
    ({ scenario }) => !WITH_A_PATH.has(scenario),
  ),
)('a client with a flaw is red through it: $check', async ({ check, scenario, client }) => {
  const { report } = await through(client, { only: [scenario] });
  const missed = report.clients.flatMap(({ cases }) =>
    cases.flatMap(({ results }) => results.flatMap(({ id, judgement }) => (judgement.kind === 'missed' ? [id] : []))),
  );
  expect(missed).toContain(SEEN_AS.get(check) ?? check);
});
