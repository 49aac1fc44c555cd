/** A second refund: the report names the request between the two balances that show it. */

import { expect, onTestFinished, test } from 'vitest';
import { run, terminalReport, type ProfileInput, type Report } from '../../conformance/index.ts';
import { fieldsOf, jsonAnswer, tamperWith, type Call, type Tampering } from '../../conformance/prove/server.ts';
import { createEmulator, type Emulator } from '../../emulator/index.ts';
import { standin } from './standin-profile.ts';

const COST = 0.48;

function accountOf(key: string): string {
  return key.replace(/^sk_standin_/, '').replace(/~.*$/, '');
}

/** Sends a control request. `call` contains the method and the path. */
async function control(engine: Emulator, call: string, body?: object): Promise<unknown> {
  const [method = '', path = ''] = call.split(' ');
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json' };
  const url = `http://127.0.0.1/_standin/accounts/${path}`;
  const response = await engine.fetch(new Request(url, { method, headers, ...init }));
  return response.json();
}

/** Serves the balance of each key under /v1/credits. Each matching request repeats the refund of failed generations. */
function refundingAgain(engine: Emulator, isMeant: (call: Call) => boolean): Tampering {
  const failed = new Set<string>();
  return async (call, next) => {
    const account = accountOf(call.key);
    if (call.url.pathname === '/v1/credits') {
      const view = (await control(engine, `GET ${account}`)) as { ledger: { balance_usd: number } };
      return jsonAnswer(200, { left_usd: view.ledger.balance_usd });
    }
    const answer = await next(call);
    if (fieldsOf(answer)['status'] === 'failed') failed.add(call.id);
    if (failed.has(call.id) && isMeant(call)) await control(engine, `POST ${account}/grants`, { amount_usd: COST });
    return answer;
  };
}

/** Each key reads its own balance. */
const OWN = { balance: { path: '/v1/credits', field: 'left_usd' } };

async function judged(isMeant: (call: Call) => boolean, more: Pick<ProfileInput, 'balance'> = OWN): Promise<Report> {
  const engine = createEmulator({ latency: 'instant' });
  onTestFinished(() => engine.close());
  const { handle } = tamperWith(engine, refundingAgain(engine, isMeant));
  const profile = await standin({ only: ['credits.refund.once'], ...more });
  return run({ baseUrl: 'http://127.0.0.1', fetch: handle }, profile);
}

/** Returns the result of the check in the report, and the labels of its exchanges. */
function told(report: Report): { readonly got: string | undefined; readonly labels: readonly (string | undefined)[] } {
  const result = report.results.find(({ id }) => id === 'credits.refund.once');
  expect(result?.verdict).toBe('fail');
  const labels = result?.exchanges.map((n) => report.exchanges.find((exchange) => exchange.n === n)?.label);
  return { got: result?.got, labels: labels ?? [] };
}

test('a HEAD of the content that refunds again is named, with the balance before and behind it', async () => {
  const report = await judged(({ method, operation }) => method === 'HEAD' && operation === 'content');
  const { got, labels } = told(report);
  expect(got).toBe(
    '202 (pending); the balance rose from 0.48 to 0.96 US dollars between the requests "balance after content under a condition" and "balance after head of content". Requests in between: "head of content"',
  );
  expect(labels.slice(2)).toEqual([
    'balance after content under a condition',
    'balance after head of content',
    'head of content',
  ]);
  expect(terminalReport(report, { color: false, width: 80 })).toMatch(/^ {2}reproduce: curl -i -I .*\/content'$/m);
});

test('polls at once that refund twice are named, with the balance while the credits were held', async () => {
  let polls = 0;
  const report = await judged(({ operation, method }) => operation === 'get' && method === 'GET' && (polls += 1) === 1);
  const { got, labels } = told(report);
  expect(got).toMatch(
    / rose from 0 to 0\.96 .* between the requests "balance while reserved" and "balance after the failure"\. Requests in between: /,
  );
  expect(labels.at(-1)).toMatch(/poll/);
});

test('where each key reads the balance of the primary one, the create that was taken is shown last', async () => {
  const isHead = ({ method, operation }: Call): boolean => method === 'HEAD' && operation === 'content';
  const report = await judged(isHead, {});
  const { got, labels } = told(report);
  expect(got).toBe('202 (pending)');
  expect(labels.at(-1)).toMatch(/^(affordable|rival \d|not affordable)$/);
  expect(terminalReport(report, { color: false, width: 80 })).toMatch(/^ {2}reproduce: curl -i -X POST /m);
});
