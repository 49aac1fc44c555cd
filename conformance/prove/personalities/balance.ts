/** Legal servers whose balance shows less than the emulator's. */

import type { Personality } from '../personality.ts';
import { asFields, fieldsOf, withJson, withKey, type Answer, type Call, type Tampering } from '../server.ts';

export const BALANCE_PERSONALITIES: readonly Personality[] = [
  {
    id: 'balance-in-cents',
    does: 'shows its balance as text, in whole cents',
    tamper: showing(() => (dollars) => dollars.toFixed(2)),
    observed: { 'billing.proportional': 'yes' },
  },
  {
    id: 'shared-account',
    does: 'has another client that pays from the same account all the time',
    tamper: showing(() => {
      let readings = 0;
      return (dollars) => dollars - 0.48 * (readings += 1);
    }),
    observed: { 'billing.proportional': 'yes' },
  },
  {
    id: 'account-of-two-keys',
    does: 'charges the key with slow generations to the account of the primary key',
    tamper: paidTogether,
    observed: { 'billing.proportional': 'yes' },
  },
  {
    id: 'no-balance',
    does: 'does not report what an account can spend',
    tamper: showing(() => () => null),
    observed: { 'billing.proportional': 'yes' },
  },
];

/** Charges the creates of the watched key to the primary account, too. */
function paidTogether(): Tampering {
  const costs = new Map<string, number>();
  let watched = '';
  return async (call, engine) => {
    const isOwn = costs.has(call.id) && /-(primary|second)$/.test(call.key);
    const answer = await engine(isOwn ? withKey(call, watched) : call);
    const record = fieldsOf(answer);
    if (call.key.includes('-watched')) watched = call.key;
    if (call.operation === 'create' && call.key.includes('-watched') && answer.status === 202)
      costs.set(String(record['id']), Number(record['cost_usd']));
    const sum = [...costs.values()].reduce((all, cost) => all + cost, 0);
    return isBalance(call, answer) ? changed(answer, (dollars) => dollars - sum) : answer;
  };
}

/** Shows the balance in another form. */
function showing(inWhichWay: () => (dollars: number) => unknown): () => Tampering {
  return () => {
    const shown = inWhichWay();
    return async (call, engine) => {
      const answer = await engine(call);
      return isBalance(call, answer) ? changed(answer, shown) : answer;
    };
  };
}

function isBalance({ method, url }: Call, { status }: Answer): boolean {
  return url.pathname.startsWith('/_standin/accounts/') && method === 'GET' && status === 200;
}

function changed(answer: Answer, shown: (dollars: number) => unknown): Answer {
  const account = fieldsOf(answer);
  const ledger = asFields(account['ledger']);
  return withJson(answer, { ...account, ledger: { ...ledger, balance_usd: shown(Number(ledger['balance_usd'])) } });
}
