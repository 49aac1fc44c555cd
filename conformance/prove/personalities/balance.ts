/** Legal servers whose balance tells less than the emulator's. */

import type { Personality } from '../personality.ts';
import { asFields, fieldsOf, withJson, type Answer, type Tampering } from '../server.ts';

export const BALANCE_PERSONALITIES: readonly Personality[] = [
  {
    id: 'balance-in-cents',
    does: 'shows its balance as text, in whole cents',
    tamper: showing(() => (dollars) => dollars.toFixed(2)),
    observed: { 'billing.proportional': 'yes' },
  },
  {
    id: 'shared-account',
    does: 'has another client who pays from the same account all the time',
    tamper: showing(() => {
      let readings = 0;
      return (dollars) => dollars - 0.48 * (readings += 1);
    }),
    observed: { 'billing.proportional': 'yes' },
  },
  {
    id: 'no-balance',
    does: 'does not tell what an account can spend',
    tamper: showing(() => () => null),
    observed: { 'billing.proportional': 'yes' },
  },
];

/** Shows the balance in another way. */
function showing(inWhichWay: () => (dollars: number) => unknown): () => Tampering {
  return () => {
    const shown = inWhichWay();
    return async (call, engine) => {
      const answer = await engine(call);
      const isBalance = call.url.pathname.startsWith('/_standin/accounts/') && call.method === 'GET';
      return isBalance && answer.status === 200 ? changed(answer, shown) : answer;
    };
  };
}

function changed(answer: Answer, shown: (dollars: number) => unknown): Answer {
  const account = fieldsOf(answer);
  const ledger = asFields(account['ledger']);
  return withJson(answer, { ...account, ledger: { ...ledger, balance_usd: shown(Number(ledger['balance_usd'])) } });
}
