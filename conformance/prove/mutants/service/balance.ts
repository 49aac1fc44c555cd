/** Servers whose charges differ from the displayed cost. Only the balance of the account shows it. */

import type { Fields } from '../../../checks/lib/answers.ts';
import { mutant, mutants, mutantsWith, type Mutant } from '../../mutant.ts';
import { fieldsOf, type Answer, type Call, type Tampering } from '../../server.ts';
import { changedBalance, counter, isBalance } from '../../tamper/answers.ts';
import { isAccepted, keyOf, knowingMeeting } from '../../tamper/calls.ts';
import {
  EDITING,
  EXTENDING,
  longerThan,
  TWO_IMAGES,
  matches,
  ONE_IMAGE,
  secondsOf,
  SOME,
  sourcesOf,
  type CreateWhen,
} from '../../tamper/create.ts';

/** The amount in US dollars that an exchange charges too much. A negative amount is a credit. */
type Error = (call: Call, answer: Answer, known: ReadonlySet<string>) => number;

/** Shows a balance that is wrong by the sum of all errors. */
function misbooking(makeError: () => Error): () => Tampering {
  return () => {
    const [error, known] = [makeError(), new Set<string>()];
    let wrong = 0;
    return async (call, engine) => {
      const answer = await engine(call);
      if (isBalance(call, answer)) return withBalance(answer, -wrong);
      if (!isOwn(call)) return answer;
      wrong += error(call, answer, known);
      if (isAccepted(call, answer)) known.add(String(fieldsOf(answer)['id']));
      return answer;
    };
  };
}

const costOf = (answer: Answer): number => Number(fieldsOf(answer)['cost_usd'] ?? 0);
const statusOf = (answer: Answer): unknown => fieldsOf(answer)['status'];
const isOwn = ({ key }: Call): boolean => /-(primary|second)$/.test(key);
/** Charges too much for each new generation of some creates. */
const charging = (when: CreateWhen, amount: (cost: number, body: Fields) => number): (() => Tampering) => {
  const isMeant = matches(when);
  return misbooking(() => (call, answer, known) => {
    const isNew = isAccepted(call, answer) && !known.has(String(fieldsOf(answer)['id']));
    return isNew && isMeant(call.json, call) ? amount(costOf(answer), call.json) : 0;
  });
};
/** Charges something when a number of polls have shown this status of a generation. */
const chargingAt = (status: string, amount: number, poll = 1): (() => Tampering) =>
  misbooking(() => {
    const polls = counter();
    return ({ operation, id }, answer) =>
      operation === 'get' && statusOf(answer) === status && polls(id) === poll ? amount : 0;
  });
/** Refunds another amount than the cost of a failed generation. */
const refunding = (refund: (cost: number, body: Fields) => number): (() => Tampering) =>
  misbooking(() => givingBack(refund));
/** Refunds nothing for some failed generations. */
const keeping = (when: CreateWhen): (() => Tampering) => {
  const isMeant = matches(when);
  return misbooking(() => givingBack((cost, body, call) => (isMeant(body, call) ? 0 : cost)));
};

const CHARGES: readonly Mutant[] = mutants({
  'credits.sum': {
    'rounds its charges up to ten cents, but displays the exact cost': charging(
      {},
      (cost) => Math.ceil(cost * 10 - 1e-9) / 10 - cost,
    ),
    'also charges two tenths of a cent for each generation': charging({}, () => 0.002),
    'also charges a cent for a generation at 1080p': charging({ resolution: '1080p' }, () => 0.01),
    'charges the seconds of source videos twice': charging({ source_video_ids: SOME }, () => 0.32),
    'charges at most twenty seconds without source videos': {
      tamper: charging(
        [{ source_video_ids: 0 }, longerThan(20)],
        (cost, body) => (cost * (20 - secondsOf(body))) / secondsOf(body),
      ),
      selection: { thorough: true, only: ['content.duration.requested.longest'] },
    },
    'charges a tenth more for 21:9 than it displays': charging({ aspect_ratio: '21:9' }, (cost) => cost / 10),
    'charges a replay of a running generation': misbooking(
      () => (call, answer, known) =>
        isAgain(call, answer) && known.has(String(fieldsOf(answer)['id'])) ? costOf(answer) : 0,
    ),
    'charges a replay of a failed generation': {
      tamper: misbooking(() => {
        const failed = new Set<unknown>();
        return (call, answer) => {
          const { id, status } = fieldsOf(answer);
          if (call.operation === 'get' && status === 'failed') failed.add(id);
          return isAgain(call, answer) && failed.has(id) ? costOf(answer) : 0;
        };
      }),
      socket: 'title-case',
      selection: { only: ['idempotency.lost-answer'] },
    },
    'charges each concurrent create with the same Idempotency-Key': {
      tamper: knowingMeeting((isLate) => misbooking(() => (call, answer) => (isLate(call) ? costOf(answer) : 0))()),
      selection: { only: ['credits.sum.refunds'] },
    },
    'charges a create with an Idempotency-Key that it rejects for its sources': {
      tamper: misbooking(() => (call, { status }) => {
        const isKeyed = call.operation === 'create' && keyOf(call) !== '';
        return isKeyed && sourcesOf(call.json) > 0 && [400, 404].includes(status) ? 0.24 : 0;
      }),
      selection: { only: ['create.refusal.keyed'] },
    },
    'loses one of two concurrent reservations': losingOne,
  },
});

const REFUNDS: readonly Mutant[] = [
  ...mutants({
    'credits.sum': {
      'refunds all but a cent of a failed generation': {
        tamper: chargingAt('failed', 0.01),
        selection: { only: ['files.*'] },
      },
      'refunds a part of a completed generation': chargingAt('completed', -0.02),
      'refunds nothing if a download saw the failure first': misbooking(keepingOfDownloads),
      'refunds at the price without source videos': refunding((cost, body) =>
        sourcesOf(body) > 0 ? cost * 1.5 : cost,
      ),
      'refunds at most two US dollars': {
        tamper: refunding((cost) => Math.min(cost, 2)),
        selection: { only: ['files.image.pixels.unfit'] },
      },
    },
  }),
  ...mutantsWith(
    { selection: { only: ['credits.sum.refunds'] } },
    {
      'credits.sum.refunds': {
        'does not refund an extension': keeping(EXTENDING),
        'refunds again at the third poll of a failure': chargingAt('failed', -0.02, 3),
        'does not refund a clip of more than eight seconds at 1080p': keeping([{ resolution: '1080p' }, longerThan(8)]),
        'does not refund a clip of more than ten seconds': keeping(longerThan(10)),
        'does not refund image mode with one image': keeping(ONE_IMAGE),
        'does not refund image mode with two frames': keeping(TWO_IMAGES),
        'does not refund a reference to a sound': keeping({ audio_urls: SOME }),
        'refunds nothing if another key of the account saw the failure first': misbooking(keepingOfSecondKey),
        'refunds the cost of an edit with the requested length': refunding(backAsAsked),
        'refunds at most two US dollars': refunding((cost) => Math.min(cost, 2)),
      },
    },
  ),
  ...(
    [
      ['an edit', EDITING, 'image.size'],
      ['image mode with one image', ONE_IMAGE, 'image.pixels'],
      ['image mode with two frames', TWO_IMAGES, 'image.ratio'],
      ['a reference to only a sound', { audio_urls: SOME, image_urls: 0 }, 'audio.type'],
      ['a clip at 1080p', { resolution: '1080p' }, 'image.pixels'],
      ['a clip of more than ten seconds', longerThan(10), 'audio.seconds'],
    ] as const
  ).map(([what, when, rule]) =>
    mutant('credits.sum', `does not refund ${what}`, {
      tamper: keeping(when),
      selection: { only: [`files.${rule}.unfit`] },
    }),
  ),
];

export const BALANCE_MUTANTS: readonly Mutant[] = [...CHARGES, ...REFUNDS];

/** Reports whether a create was answered with a generation. */
function isAgain({ operation }: Call, { status }: Answer): boolean {
  return operation === 'create' && status < 300;
}

/** Refunds an edit by the requested length instead of its source of four seconds. */
function backAsAsked(cost: number, body: Fields): number {
  return body['reference_video_operation'] === 'edit' ? (cost / 8) * (4 + secondsOf(body)) : cost;
}

function givingBack(refund: (cost: number, body: Fields, call: Call) => number): Error {
  const kept = new Map<string, number>();
  return (call, answer) => {
    if (isAccepted(call, answer))
      kept.set(String(fieldsOf(answer)['id']), costOf(answer) - refund(costOf(answer), call.json, call));
    if (statusOf(answer) !== 'failed') return 0;
    const wrong = kept.get(call.id) ?? 0;
    kept.delete(call.id);
    return wrong;
  };
}

/** Refunds nothing if the first request for a generation was a download. */
function keepingOfDownloads(): Error {
  const looked = new Map<string, Call['operation']>();
  const kept = givingBack(() => 0);
  return (call, answer, known) => {
    if (call.operation !== 'create' && !looked.has(call.id)) looked.set(call.id, call.operation);
    return looked.get(call.id) === 'content' || call.operation === 'create' ? kept(call, answer, known) : 0;
  };
}

/** Refunds nothing if the second key saw the failure first. */
function keepingOfSecondKey(): Error {
  const kept = givingBack(() => 0);
  return (call, answer, known) => {
    const wrong = kept(call, answer, known);
    return call.key.endsWith('-second') ? wrong : 0;
  };
}

/** Overwrites the first of two concurrent reservations with the second. */
function losingOne(): Tampering {
  let [underWay, wrong] = [0, 0];
  return async (call, engine) => {
    const isMeant = call.operation === 'create' && isOwn(call);
    if (isMeant) underWay += 1;
    const isAlone = underWay < 2;
    const answer = await engine(call);
    if (isMeant) underWay -= 1;
    if (isMeant && !isAlone && answer.status === 202) wrong += costOf(answer);
    return isBalance(call, answer) ? withBalance(answer, wrong) : answer;
  };
}

function withBalance(answer: Answer, more: number): Answer {
  // A correct balance passes unchanged.
  return more === 0 ? answer : changedBalance(answer, (dollars) => dollars + more);
}
