/** Servers that confuse two Idempotency-Keys, reject valid keys, or charge a replay as a create. */

import { randomUUID } from 'node:crypto';
import type { Fields } from '../../../checks/lib/answers.ts';
import { ALONE, mutants, mutantsWith, type Mutant } from '../../mutant.ts';
import {
  fieldsOf,
  jsonAnswer,
  withBody,
  withHeader,
  withJson,
  type Answer,
  type Call,
  type Tampering,
} from '../../server.ts';
import { answering, counter, isFine, recording } from '../../tamper/answers.ts';
import { keyOf, knowingMeeting, ONCE_KEY, RECORD, rejecting, rekeying } from '../../tamper/calls.ts';
import { EDITING, IN_IMAGE_MODE, matches, SOME, VALID, strictTo, type CreateWhen } from '../../tamper/create.ts';

const isReplay = ({ operation }: Call, { headers }: Answer): boolean =>
  operation === 'create' && headers.has('idempotent-replayed');
const isOnce = ({ key }: Call): boolean => ONCE_KEY.test(key);
/** Finds two long keys that are the same to the server. */
const isLong =
  (isSame: IsSame): IsSame =>
  (one, other) =>
    one.length > 100 && isSame(one, other);
const by =
  (read: (key: string) => string): IsSame =>
  (one, other) =>
    read(one) === read(other);
type IsSame = (one: string, other: string) => boolean;

/** Servers to which two different keys are the same. */
const APART: readonly Mutant[] = mutantsWith(
  ALONE,
  {
    'idempotency.keys-apart': {
      'keeps 127 characters of an Idempotency-Key': by((key) => key.slice(0, 127)),
      'keeps 100 characters of an Idempotency-Key': by((key) => key.slice(0, 100)),
      'ignores the last character of an Idempotency-Key': by((key) => key.slice(0, -1)),
      'keeps the last 64 characters of an Idempotency-Key': isLong(by((key) => key.slice(-64))),
      'drops the first character of an Idempotency-Key': isLong(by((key) => key.slice(1))),
      'keeps the beginning and the end of an Idempotency-Key': isLong(by((key) => key.slice(0, 48) + key.slice(-48))),
      'keeps only letters and digits of an Idempotency-Key': by((key) => key.replaceAll(/[\W_]/g, '')),
      'reads an Idempotency-Key as a list, and keeps the first item': by((key) => key.split(',')[0] ?? ''),
      'matches an Idempotency-Key by its beginning': isLong(
        (one, other) => one.startsWith(other) || other.startsWith(one),
      ),
    },
  },
  (isSame) => () => mixedUp(isSame),
);

/** Servers that change a key before they look it up. */
const NEAR: readonly Mutant[] = mutantsWith(
  {},
  {
    'idempotency.keys-apart.twins': {
      'reads numeric Idempotency-Keys as numbers': (key) => (Number.isFinite(Number(key)) ? String(Number(key)) : key),
      'cuts the Idempotency-Key at a comma': (key) => key.split(',')[0] ?? '',
      'cuts the Idempotency-Key at a space': (key) => key.split(' ')[0] ?? '',
      'decodes Idempotency-Keys': (key) => key.replace(/%3([0-9])/, '$1'),
      'drops plus, minus and space from an Idempotency-Key': (key) => key.replaceAll(/[-+ ]/g, ''),
      'cuts the Idempotency-Key at a semicolon': (key) => key.split(';')[0] ?? '',
      'keeps 15 characters of a short Idempotency-Key': (key) => (key.length < 20 ? key.slice(0, 15) : key),
      'drops non-ASCII characters from an Idempotency-Key': (key) => key.replaceAll(/[\u0080-\u00ff]/g, ''),
      'normalizes similar characters of an Idempotency-Key': (key) =>
        Buffer.from(Buffer.from(key, 'latin1').toString().normalize('NFKC')).toString('latin1'),
      'keeps 13 characters of a short Idempotency-Key': (key) => (key.length < 20 ? key.slice(0, 13) : key),
    },
    'idempotency.keys-apart': {
      'rejects a create if its Idempotency-Key shares 64 characters with another': (key) => key.slice(0, 64),
    },
  },
  (read: (key: string) => string) => rekeying(read),
);

const refusingKeys = (isOdd: (key: string) => boolean): (() => Tampering) =>
  rejecting((call) => call.operation === 'create' && keyOf(call) !== '' && isOdd(keyOf(call)), 400, 'invalid_key');
/** Cuts an Idempotency-Key that is too long, in some creates. */
const cutting = (body: CreateWhen): (() => Tampering) => rekeying((key) => key.slice(0, 128), { body });

const FORMS: readonly Mutant[] = [
  ...mutants({
    'create.idempotency-key.short': {
      'requires an Idempotency-Key of at least 16 characters': refusingKeys((key) => key.length < 16),
      'requires a UUID as Idempotency-Key': refusingKeys(
        (key) => !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(key),
      ),
      'requires a letter in an Idempotency-Key': refusingKeys((key) => /^\d+$/.test(key)),
      'rejects capitals in an Idempotency-Key': refusingKeys((key) => /^[A-F\d]+$/.test(key) && /[A-F]/.test(key)),
    },
    'create.idempotency-key.length.everywhere': {
      'cuts an Idempotency-Key in image mode': cutting(IN_IMAGE_MODE),
      'cuts the Idempotency-Key of an edit': cutting(EDITING),
    },
  }),
  ...strictTo({
    'create.idempotency-key.characters': {
      'rejects colons in an Idempotency-Key': (_, call) => keyOf(call).includes(':'),
    },
  }),
];

/** Shows another cost at some replays. */
const costing = (cost: (record: Fields) => unknown, when: CreateWhen = {}): (() => Tampering) => {
  const isMeant = matches(when);
  return answering({ operation: 'create', status: isFine }, (answer, call) => {
    const record = fieldsOf(answer);
    const isOther = isReplay(call, answer) && isMeant(call.json, call);
    return isOther ? withJson(answer, { ...record, cost_usd: cost(record) }) : answer;
  });
};
const nothing = (): number => 0;
const half = (): number => 0.5;
const twice = (record: Fields): number => 2 * Number(record['cost_usd']);

const REPLAYS: readonly Mutant[] = [
  ...mutantsWith(ALONE, {
    'idempotency.replay.record': {
      'shows a cost of 0 at a replay of a completed generation': costing(nothing),
      'shows twice the cost at a replay of a completed generation': costing(twice),
      'computes the cost again if the JSON has another spelling': costing(half, (_, { body = '' }) =>
        body.includes('\n'),
      ),
    },
    'record.cost-usd.reserved.replay': {
      'shows a cost of 0 at a replay of a failing generation': costing(nothing),
      'shows twice the cost at a replay of a failing generation': costing(twice),
    },
  }),
  ...mutants({
    'idempotency.replay.record.sources': {
      'computes the cost again for the replay of an edit': costing(half, EDITING),
      'computes the cost again for the replay of a create with images': costing(half, { image_urls: SOME }),
    },
    'credits.replay': {
      'reserves again for the replay of a failed generation': paidAgain,
      'reserves again for the replay of a running generation, as soon as it can': owing,
    },
    'create.refusal.keyed': {
      'accepts a rejected create the second time, with the same Idempotency-Key': takingSecond,
    },
    'create.answer.record.there': { 'answers a replay with a new id that does not exist': madeUp },
    'get.answer.record.keyed': {
      'replays the create if a get has its Idempotency-Key': answering(
        { ...RECORD, has: 'idempotency-key', status: 200 },
        (answer) => withJson(answer, { ...fieldsOf(answer), status: 'pending', output: undefined }),
      ),
    },
    'get.answer.record.keyed.again': { 'stores the answer to each get that has an Idempotency-Key': keepingGets },
    'content.answer.keyed': {
      'replays the create if a download has its Idempotency-Key': answering(
        { operation: 'content', has: 'idempotency-key', status: isFine },
        (_, { id }) => jsonAnswer(200, { id, status: 'pending' }),
      ),
    },
    'get.answer.status': {
      'returns ids that it does not store for concurrent creates with one Idempotency-Key': {
        tamper: knowingMeeting((isLate) =>
          recording((record, call) => (isLate(call) ? { ...record, id: randomUUID() } : record))(),
        ),
        selection: { only: ['credits.sum.refunds'] },
      },
    },
  }),
];

const LOST: Partial<Mutant> = { socket: 'title-case', selection: { only: ['credits.sum'] } };

const LOST_ANSWERS: readonly Mutant[] = mutants({
  'idempotency.lost-answer.charge': {
    'forgets a create whose response did not arrive': { tamper: forgettingLost, ...LOST },
    'ignores Idempotency-Keys': { settings: { idempotency: 'ignore' }, ...LOST },
  },
});

export const IDEMPOTENCY_MUTANTS: readonly Mutant[] = [...APART, ...NEAR, ...FORMS, ...REPLAYS, ...LOST_ANSWERS];

/** Remembers the key of a rejected create, but not the rejection. */
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

function madeUp(): Tampering {
  const creates = counter();
  return recording((record, { operation }) =>
    operation === 'create' && creates(record['id']) > 1 ? { ...record, id: randomUUID() } : record,
  )();
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

/** Answers all keys that are the same to the server with the first record. */
function mixedUp(isSame: IsSame): Tampering {
  const kept = new Map<string, Promise<Answer>>();
  return async (call, engine) => {
    const key = keyOf(call);
    if (call.operation !== 'create' || key === '') return engine(call);
    const known = [...kept].find(([name]) => isSame(name, key) && name !== key);
    if (known !== undefined) return { ...(await known[1]) };
    const making = engine(call);
    kept.set(key, making);
    // A rejected create made no record to store.
    if ((await making).status >= 300) kept.delete(key);
    return making;
  };
}

/** Charges a replay again if the credits suffice. */
function paidAgain(): Tampering {
  return async (call, engine) => {
    const answer = await engine(call);
    if (isOnce(call) && isReplay(call, answer)) await engine(unkeyed(call));
    return answer;
  };
}

/** Charges a replay again after the refund. */
function owing(): Tampering {
  let owed: Call | undefined;
  return async (call, engine) => {
    const answer = await engine(call);
    if (!isOnce(call)) return answer;
    if (isReplay(call, answer)) owed ??= unkeyed(call);
    if (call.operation === 'get' && fieldsOf(answer)['status'] === 'failed' && owed !== undefined) {
      const paying = owed;
      owed = undefined;
      await engine(paying);
    }
    return answer;
  };
}

/** Forgets the Idempotency-Key of the create whose response the kit drops. */
function forgettingLost(): Tampering {
  let isFirst = true;
  return (call, engine) => {
    if (!isFirst || !keyOf(call).endsWith('-lost-answer')) return engine(call);
    isFirst = false;
    return engine(withHeader(call, 'idempotency-key', undefined));
  };
}

function unkeyed(call: Call): Call {
  return withBody(withHeader(call, 'idempotency-key', undefined), VALID);
}
