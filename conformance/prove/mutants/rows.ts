/**
 * A mutant for each row of the tables of creates. It decides creates like the create of the row the other way. Wrong
 * rows do not kill their mutants.
 */

import type { HeaderLine } from '../../client/exchange.ts';
import { CHECKS } from '../../checks/checks.ts';
import type { Fields } from '../../checks/lib/answers.ts';
import { TEXT } from '../../checks/lib/bodies.ts';
import type { Probe } from '../../engine/define.ts';
import { isObject, jsonIn } from '../../engine/evidence.ts';
import type { ProbeTools, SendOptions } from '../../engine/probe-tools.ts';
import { readProfile } from '../../profile/read-profile.ts';
import { standinProfile } from '../../profile/standin.ts';
import { ALONE, mutant, type Mutant } from '../mutant.ts';
import { withBody, withHeader, type Call } from '../server.ts';
import { refusalAnswer, VALID } from '../tamper/create.ts';

export const ROW_MUTANTS: readonly Mutant[] = CHECKS.flatMap(({ id, from }) => {
  const probe = from.find((one) => one.id === id && one.group === undefined);
  if (probe?.row === undefined) return [];
  const { what, isRejected } = probe.row;
  return mutant(id, `${isRejected ? 'accepts' : 'rejects'} a create request with ${what}`, {
    ...ALONE,
    tamper: () => {
      const isSent = sentBy(probe);
      return async (call, engine) => {
        if (call.operation !== 'create' || !(await isSent(call))) return engine(call);
        if (!isRejected) return refusalAnswer(400, 'invalid_request');
        return engine(withHeader(withBody(call, VALID), 'idempotency-key', undefined));
      };
    },
  });
});

interface Sent {
  readonly text: string;
  readonly headers: readonly HeaderLine[];
}

/** Finds create requests with the fields of the requests of a probe. Ids differ from run to run. */
function sentBy(probe: Probe): (call: Call) => Promise<boolean> {
  const sent = requestsOf(probe);
  return async ({ body = '', headers }) =>
    (await sent).some(
      (one) => one.headers.every(([name, value]) => headers.get(name) === value) && isAlike(withoutIds(body), one.text),
    );
}

/** Compares only the fields in which the cheapest create differs. A body that is not an object is compared whole. */
function isAlike(text: string, meant: string): boolean {
  const [body, row] = [jsonIn(text), jsonIn(meant)];
  if (!isObject(body) || !isObject(row)) return text === meant;
  const same = (one: Fields, other: Fields, name: string): boolean =>
    JSON.stringify(one[name]) === JSON.stringify(other[name]);
  const special = [...new Set([...Object.keys(TEXT), ...Object.keys(row)])].filter((name) => !same(row, TEXT, name));
  return special.length === 0 ? text === meant : special.every((name) => same(body, row, name));
}

const ID = '00000000-0000-4000-8000-000000000000';
const PROFILE = readProfile({ ...standinProfile('proof'), baseUrl: 'https://standin.test' });

/** Runs the probe with tools that record its create requests instead of sending them. */
async function requestsOf(probe: Probe): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const tools = {
    profile: PROFILE,
    unknownId: ID,
    hasKey: () => true,
    generation: () => ({ name: 'clip', id: ID, key: 'primary' }),
    create: async (_: string, body: unknown, { headers = [] }: SendOptions = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      sent.push({ text: withoutIds(text), headers });
      return Promise.resolve({ exchange: {} });
    },
  };
  await probe.run(tools as unknown as ProbeTools);
  return sent;
}

function withoutIds(text: string): string {
  return text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, ID);
}
