/** Servers that take two Idempotency-Keys for one, or reckon a replay as a create. */

import type { Fields } from '../../../checks/lib/answers.ts';
import { fieldsOf, withBody, withHeader, withJson, type Answer, type Call, type Tampering } from '../../server.ts';
import { VALID } from '../../tamper/create.ts';
import { imagesOf, operates, type Test } from '../../tamper/workflow.ts';
import { mutant, type Mutant } from '../../mutant.ts';

const keyOf = ({ headers }: Call): string => headers.get('idempotency-key') ?? '';
const isReplay = ({ headers }: Answer): boolean => headers.has('idempotent-replayed');
const isOnce = ({ key }: Call): boolean => key.includes('-once~');

/** What the server keeps of a key, and whether it then takes two of them for one. */
const KEYS: Readonly<Record<string, readonly [does: string, isSame: (one: string, other: string) => boolean]>> = {
  '127': ['keeps 127 characters of an Idempotency-Key', (one, other) => one.slice(0, 127) === other.slice(0, 127)],
  '100': ['keeps 100 characters of an Idempotency-Key', (one, other) => one.slice(0, 100) === other.slice(0, 100)],
  end: ['ignores the end of an Idempotency-Key', (one, other) => one.slice(0, -1) === other.slice(0, -1)],
  '64': [
    'keeps the last 64 characters of an Idempotency-Key',
    (one, other) => one.length > 100 && one.slice(-64) === other.slice(-64),
  ],
  'but-the-first': [
    'loses the first character of an Idempotency-Key',
    (one, other) => one.length > 100 && one.slice(1) === other.slice(1),
  ],
  ends: [
    'keeps the beginning and the end of an Idempotency-Key',
    (one, other) => one.length > 100 && one.slice(0, 48) + one.slice(-48) === other.slice(0, 48) + other.slice(-48),
  ],
  marks: [
    'keeps letters and digits of an Idempotency-Key',
    (one, other) => one.replaceAll(/[\W_]/g, '') === other.replaceAll(/[\W_]/g, ''),
  ],
  list: [
    'reads an Idempotency-Key as a list, and takes the first',
    (one, other) => one.split(',')[0] === other.split(',')[0],
  ],
  'begins-so': [
    'finds an Idempotency-Key by its beginning',
    (one, other) => one.length > 100 && (one.startsWith(other) || other.startsWith(one)),
  ],
};

const APART: readonly Mutant[] = Object.entries(KEYS).map(([name, [does, isSame]]) =>
  mutant('idempotency.keys-apart', does, {
    id: `idempotency.keys-apart.${name}`,
    alone: true,
    tamper: () => mixedUp(isSame),
  }),
);

/** What the server makes of a key before it looks it up. */
const READ: Readonly<Record<string, readonly [does: string, read: (key: string) => string]>> = {
  number: ['reads Idempotency-Keys that are numbers as numbers', asNumber],
  list: ['takes what stands before a comma for the Idempotency-Key', (key) => key.split(',')[0] ?? ''],
  word: ['takes the first word for the Idempotency-Key', (key) => key.split(' ')[0] ?? ''],
  escaped: ['decodes Idempotency-Keys', (key) => key.replace(/%3([0-9])/, '$1')],
  marks: ['drops the marks of an Idempotency-Key', (key) => key.replaceAll(/[-+ ]/g, '')],
  parameters: ['takes what stands before a semicolon for the Idempotency-Key', (key) => key.split(';')[0] ?? ''],
  prefix: ['keeps 15 characters of a short Idempotency-Key', (key) => (key.length < 20 ? key.slice(0, 15) : key)],
  ascii: ['drops what is no ASCII in an Idempotency-Key', (key) => key.replaceAll(/[\u0080-\u00ff]/g, '')],
  folded: [
    'folds the characters of an Idempotency-Key that look alike',
    (key) => Buffer.from(Buffer.from(key, 'latin1').toString().normalize('NFKC')).toString('latin1'),
  ],
  short: ['keeps 13 characters of an Idempotency-Key', (key) => (key.length < 20 ? key.slice(0, 13) : key)],
};

const TWINS: readonly Mutant[] = Object.entries(READ).map(([name, [does, read]]) =>
  mutant('idempotency.keys-apart.twins', does, {
    id: `idempotency.keys-apart.twins.${name}`,
    tamper: () => (call, engine) =>
      engine(keyOf(call) === '' ? call : withHeader(call, 'idempotency-key', read(keyOf(call)))),
  }),
);

function asNumber(key: string): string {
  return Number.isFinite(Number(key)) ? String(Number(key)) : key;
}

/** A replay tells another cost. */
const costing =
  (cost: (record: Fields) => unknown): (() => Tampering) =>
  () =>
  async (call, engine) => {
    const answer = await engine(call);
    if (call.operation !== 'create' || !isReplay(answer) || answer.status >= 300) return answer;
    const record = fieldsOf(answer);
    return withJson(answer, { ...record, cost_usd: cost(record) });
  };

const COSTS: readonly Mutant[] = (
  [
    ['nothing', 'shows no cost at a replay', () => 0],
    ['twice', 'adds the cost up at a replay', ({ cost_usd: cost }) => 2 * Number(cost)],
  ] satisfies [string, string, (record: Fields) => unknown][]
).flatMap(([name, does, cost]) => [
  mutant('idempotency.replay.record', `${does} of a completed one`, {
    id: `idempotency.replay.record.${name}`,
    alone: true,
    tamper: costing(cost),
  }),
  mutant('record.cost-usd.reserved.replay', `${does} of a failing one`, {
    id: `record.cost-usd.reserved.replay.${name}`,
    alone: true,
    tamper: costing(cost),
  }),
]);

const RESERVED: readonly Mutant[] = [
  mutant('idempotency.replay.record', 'works the cost out again where the JSON is written otherwise', {
    id: 'idempotency.replay.record.spelling',
    alone: true,
    tamper: () => async (call, engine) => {
      const answer = await engine(call);
      const isSpaced = call.operation === 'create' && (call.body ?? '').includes('\n');
      return isSpaced && isReplay(answer) ? withJson(answer, { ...fieldsOf(answer), cost_usd: 0.5 }) : answer;
    },
  }),
  ...(
    [
      ['edit', 'an edit', operates('edit')],
      ['reference', 'a create with images', (body) => imagesOf(body) > 0],
    ] as const satisfies readonly (readonly [string, string, Test])[]
  ).map(([name, what, isMeant]) =>
    mutant('idempotency.replay.record.sources', `works the cost out again for the replay of ${what}`, {
      id: `idempotency.replay.record.sources.${name}`,
      tamper: () => async (call, engine) => {
        const answer = await engine(call);
        const isWrong = call.operation === 'create' && isReplay(answer) && isMeant(call.json);
        return isWrong ? withJson(answer, { ...fieldsOf(answer), cost_usd: 0.5 }) : answer;
      },
    }),
  ),
  mutant('idempotency.keys-apart', 'refuses a create whose Idempotency-Key is that of another up to 64 characters', {
    id: 'idempotency.keys-apart.refused',
    tamper: () => (call, engine) => engine(withHeader(call, 'idempotency-key', keyOf(call).slice(0, 64) || undefined)),
  }),
  mutant('credits.replay', 'reserves again for the replay of a failed generation', { tamper: paidAgain }),
  mutant('credits.replay', 'reserves again for the replay of a running generation, as soon as it can', {
    id: 'credits.replay.running',
    tamper: owing,
  }),
];

const KEPT: readonly Mutant[] = [
  mutant('create.refusal.keyed', 'takes the second create with an Idempotency-Key whose first was refused', {
    tamper: takingSecond,
  }),
  mutant('get.answer.record.keyed.again', 'keeps the answer to each get that has an Idempotency-Key', {
    tamper: keepingGets,
  }),
];

const TOGETHER: readonly Mutant[] = [
  mutant('get.answer.status', 'names ids that it does not keep where creates come together with one Idempotency-Key', {
    id: 'get.answer.status.together',
    tamper: losingTogether,
    selection: { only: ['get.answer.status', 'credits.sum.refunds'] },
  }),
];

export const IDEMPOTENCY_MUTANTS: readonly Mutant[] = [...APART, ...TWINS, ...COSTS, ...RESERVED, ...KEPT, ...TOGETHER];

/** The key of what was refused is found, and what was refused is not. */
function takingSecond(): Tampering {
  const refused = new Set<string>();
  return async (call, engine) => {
    const key = call.operation === 'create' ? keyOf(call) : '';
    if (refused.has(key)) return engine(unkeyed(call));
    const answer = await engine(call);
    if (key !== '' && answer.status === 400) refused.add(key);
    return answer;
  };
}

function keepingGets(): Tampering {
  const kept = new Map<string, Promise<Answer>>();
  return (call, engine) => {
    if (call.operation !== 'get' || keyOf(call) === '') return engine(call);
    const name = `${keyOf(call)} ${call.id}`;
    const answer = kept.get(name) ?? engine(call);
    kept.set(name, answer);
    return answer;
  };
}

/** Each makes a record, and the last one that is written is kept. */
function losingTogether(): Tampering {
  const underWay = new Map<string, number>();
  return async (call, engine) => {
    const key = call.operation === 'create' ? keyOf(call) : '';
    if (key === '') return engine(call);
    const before = underWay.get(key) ?? 0;
    underWay.set(key, before + 1);
    const answer = await engine(call);
    underWay.set(key, (underWay.get(key) ?? 1) - 1);
    const isLost = before > 0 && answer.status < 300;
    return isLost ? withJson(answer, { ...fieldsOf(answer), id: crypto.randomUUID() }) : answer;
  };
}

/** The first record under a key answers for all that are the same to the server. */
function mixedUp(isSame: (one: string, other: string) => boolean): Tampering {
  const kept = new Map<string, Promise<Answer>>();
  return async (call, engine) => {
    const key = keyOf(call);
    if (call.operation !== 'create' || key === '') return engine(call);
    const known = [...kept].find(([name]) => isSame(name, key) && name !== key);
    if (known !== undefined) {
      const { status, headers, bytes } = await known[1];
      return { status, headers, bytes };
    }
    const making = engine(call);
    kept.set(key, making);
    // What was refused has made nothing to keep.
    if ((await making).status >= 300) kept.delete(key);
    return making;
  };
}

/** Where the credits suffice, a replay uses them up. */
function paidAgain(): Tampering {
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation === 'create' && isOnce(call) && isReplay(answer)) await engine(unkeyed(call));
    return answer;
  };
}

/** What a replay could not pay is taken from the refund. */
function owing(): Tampering {
  let owed: Call | undefined;
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation === 'create' && isOnce(call) && isReplay(answer)) owed ??= unkeyed(call);
    if (call.operation === 'get' && isOnce(call) && fieldsOf(answer)['status'] === 'failed' && owed !== undefined) {
      const paying = owed;
      owed = undefined;
      await engine(paying);
    }
    return answer;
  };
}

function unkeyed(call: Call): Call {
  return withBody(withHeader(call, 'idempotency-key', undefined), VALID);
}
