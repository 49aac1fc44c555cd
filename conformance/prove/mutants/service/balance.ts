/** Servers whose charges differ from the displayed cost. Only the balance of the account shows it. */

import { also, mutant, type Mutant } from '../../mutant.ts';
import { imagesOf, inImageMode, operates, soundsOf, sourcesOf, type Test } from '../../tamper/workflow.ts';
import { asFields, fieldsOf, withJson, type Answer, type Call, type Tampering } from '../../server.ts';
import type { Fields } from '../../../checks/lib/answers.ts';

/** The amount in US dollars that an exchange charges too much. A negative amount is a credit. */
type Error = (call: Call, answer: Answer, known: ReadonlySet<string>) => number;

/** Shows a balance that is wrong by the sum of all errors. */
function misbooking(errorOf: () => Error): () => Tampering {
  return () => {
    const [error, known] = [errorOf(), new Set<string>()];
    let wrong = 0;
    return async (call, engine) => {
      const answer = await engine(call);
      if (call.url.pathname.startsWith('/_standin/accounts/') && call.method === 'GET' && answer.status === 200)
        return withBalance(answer, -wrong);
      if (!/-(primary|second)$/.test(call.key)) return answer;
      wrong += error(call, answer, known);
      if (call.operation === 'create' && answer.status === 202) known.add(String(fieldsOf(answer)['id']));
      return answer;
    };
  };
}

/** Charges a create that replays a generation whose create was still running. */
function chargingTogether(): Tampering {
  const [underWay, late] = [new Map<string, number>(), new Set<Call>()];
  const booking = misbooking(() => (call, answer) => (late.has(call) ? costOf(answer) : 0))();
  return async (call, engine) => {
    const key = call.operation === 'create' ? call.headers.get('Idempotency-Key') : null;
    if (key === null) return booking(call, engine);
    const before = underWay.get(key) ?? 0;
    if (before > 0) late.add(call);
    underWay.set(key, before + 1);
    const answer = await booking(call, engine);
    underWay.set(key, (underWay.get(key) ?? 1) - 1);
    return answer;
  };
}

const costOf = (answer: Answer): number => Number(fieldsOf(answer)['cost_usd'] ?? 0);
const isNew = ({ operation }: Call, answer: Answer, known: ReadonlySet<string>): boolean =>
  operation === 'create' && answer.status === 202 && !known.has(String(fieldsOf(answer)['id']));

export const BALANCE_MUTANTS: readonly Mutant[] = [
  mutant('credits.sum', 'rounds its charges up to ten cents, but displays the exact cost', {
    tamper: misbooking(() => (call, answer, known) => {
      const cost = costOf(answer);
      return isNew(call, answer, known) ? Math.ceil(cost * 10 - 1e-9) / 10 - cost : 0;
    }),
  }),
  also(['credits.sum', 'fraction'], 'also charges two tenths of a cent for each generation', {
    tamper: misbooking(() => (call, answer, known) => (isNew(call, answer, known) ? 0.002 : 0)),
  }),
  also(['credits.sum', 'cent'], 'also charges a cent for a generation at 1080p', {
    tamper: misbooking(() => (call, answer, known) => {
      const isLarge = isNew(call, answer, known) && call.json['resolution'] === '1080p';
      return isLarge ? 0.01 : 0;
    }),
  }),
  also(['credits.sum', 'replay'], 'charges a replay of a running generation', {
    tamper: misbooking(
      () => (call, answer, known) =>
        call.operation === 'create' && answer.status < 300 && !isNew(call, answer, known) ? costOf(answer) : 0,
    ),
  }),
  also(['credits.sum', 'after-failure'], 'charges a replay of a failed generation', {
    tamper: misbooking(() => {
      const failed = new Set<string>();
      return (call, answer) => {
        const { id, status } = fieldsOf(answer);
        if (call.operation === 'get' && status === 'failed') failed.add(String(id));
        return call.operation === 'create' && answer.status < 300 && failed.has(String(id)) ? costOf(answer) : 0;
      };
    }),
    socket: 'title-case',
    selection: { only: ['credits.sum', 'idempotency.lost-answer'] },
  }),
  also(['credits.sum', 'together'], 'charges each concurrent create with the same Idempotency-Key', {
    tamper: chargingTogether,
    selection: { only: ['credits.sum', 'credits.sum.refunds'] },
  }),
  also(['credits.sum', 'refused'], 'charges a create with an Idempotency-Key that it rejects for its sources', {
    tamper: misbooking(() => (call, answer) => {
      const isKeyed = call.operation === 'create' && call.headers.has('Idempotency-Key');
      return isKeyed && sourcesOf(call.json) > 0 && [400, 404].includes(answer.status) ? 0.24 : 0;
    }),
    selection: { only: ['credits.sum', 'create.refusal.keyed'] },
  }),
  also(['credits.sum', 'sources'], 'charges the seconds of source videos twice', {
    tamper: misbooking(
      () => (call, answer, known) => (isNew(call, answer, known) && sourcesOf(call.json) > 0 ? 0.32 : 0),
    ),
  }),
  also(['credits.sum', 'refund'], 'refunds all but a cent of a failed generation', {
    tamper: misbooking(() => {
      const failed = new Set<string>();
      return (call, answer) => {
        const isFailed = call.operation === 'get' && fieldsOf(answer)['status'] === 'failed' && !failed.has(call.id);
        if (isFailed) failed.add(call.id);
        return isFailed ? 0.01 : 0;
      };
    }),
    selection: { only: ['credits.sum', 'files.*'] },
  }),
  also(['credits.sum', 'cap'], 'charges at most twenty seconds without source videos', {
    tamper: misbooking(() => (call, answer, known) => {
      const seconds = Number(call.json['duration_seconds']);
      const isCapped = isNew(call, answer, known) && sourcesOf(call.json) === 0 && seconds > 20;
      return isCapped ? (costOf(answer) * (20 - seconds)) / seconds : 0;
    }),
    selection: { thorough: true, only: ['credits.sum', 'content.duration.requested.longest'] },
  }),
  also(['credits.sum', 'widest'], 'charges a tenth more for 21:9 than it displays', {
    tamper: misbooking(
      () => (call, answer, known) =>
        isNew(call, answer, known) && call.json['aspect_ratio'] === '21:9' ? costOf(answer) / 10 : 0,
    ),
  }),
  also(['credits.sum', 'download'], 'refunds nothing if a download saw the failure first', {
    tamper: misbooking(keepingOfDownloads),
  }),
  also(['credits.sum', 'rate'], 'refunds at the price without source videos', {
    tamper: misbooking(() => {
      const kept = keepingOf((body) => sourcesOf(body) > 0);
      return (...seen) => -kept(...seen) / 2;
    }),
  }),
  ...(
    [
      ['extend', 'an extension', operates('extend')],
      ['large', 'a clip of more than eight seconds at 1080p', isLarge],
      ['long', 'a clip of more than ten seconds', (body) => Number(body['duration_seconds']) > 10],
      ['image', 'image mode with one image', (body) => inImageMode(body) && imagesOf(body) === 1],
      ['frames', 'image mode with two frames', (body) => inImageMode(body) && imagesOf(body) === 2],
      ['sound', 'a reference to a sound', (body) => soundsOf(body) > 0],
    ] as const satisfies readonly (readonly [string, string, Test])[]
  ).map(([name, what, when]) =>
    also(['credits.sum.refunds', name], `does not refund ${what}`, {
      tamper: misbooking(() => keepingOf(when)),
      selection: { only: ['credits.sum.refunds'] },
    }),
  ),
  also(['credits.sum.refunds', 'second-key'], 'refunds nothing if another key of the account saw the failure first', {
    tamper: misbooking(keepingOfSecondKey),
    selection: { only: ['credits.sum.refunds'] },
  }),
  ...(
    [
      ['edit-asked', 'the cost of an edit with the requested length', backAsAsked],
      ['most', 'at most two US dollars', (cost) => Math.min(cost, 2)],
    ] as const satisfies readonly (readonly [string, string, GivesBack])[]
  ).map(([name, what, givesBack]) =>
    also(['credits.sum.refunds', name], `refunds ${what}`, {
      tamper: misbooking(() => givingBack(givesBack)),
      selection: { only: ['credits.sum.refunds'] },
    }),
  ),
  ...(
    [
      ['edit', 'an edit', operates('edit'), 'image.size'],
      ['image', 'image mode with one image', (body) => inImageMode(body) && imagesOf(body) === 1, 'image.pixels'],
      ['frames', 'image mode with two frames', (body) => inImageMode(body) && imagesOf(body) === 2, 'image.ratio'],
      ['sound', 'a reference to only a sound', (body) => soundsOf(body) > 0 && imagesOf(body) === 0, 'audio.type'],
      ['large', 'a clip at 1080p', (body) => body['resolution'] === '1080p', 'image.pixels'],
      ['long', 'a clip of more than ten seconds', (body) => Number(body['duration_seconds']) > 10, 'audio.seconds'],
    ] as const satisfies readonly (readonly [string, string, Test, string])[]
  ).map(([name, what, when, rule]) =>
    also(['credits.sum', name], `does not refund ${what}`, {
      tamper: misbooking(() => keepingOf(when)),
      selection: { only: ['credits.sum', `files.${rule}.unfit`] },
    }),
  ),
  also(['credits.sum', 'most'], 'refunds at most two US dollars', {
    tamper: misbooking(() => givingBack((cost) => Math.min(cost, 2))),
    selection: { only: ['credits.sum', 'files.image.pixels.unfit'] },
  }),
  also(['credits.sum', 'completed'], 'refunds a part of a completed generation', {
    tamper: misbooking(() => {
      const completed = new Set<string>();
      return (call, answer) => {
        const isDone =
          call.operation === 'get' && fieldsOf(answer)['status'] === 'completed' && !completed.has(call.id);
        if (isDone) completed.add(call.id);
        return isDone ? -0.02 : 0;
      };
    }),
  }),
  also(['credits.sum', 'parallel'], 'loses one of two concurrent reservations', { tamper: losingOne }),
];

/** Returns the refund of a failed generation, given its cost and its create. */
type GivesBack = (cost: number, body: Fields) => number;

/** Refunds an edit by the requested length instead of its source of four seconds. */
function backAsAsked(cost: number, body: Fields): number {
  return operates('edit')(body) ? (cost / 8) * (4 + Number(body['duration_seconds'])) : cost;
}

function givingBack(givesBack: GivesBack): Error {
  const kept = new Map<string, number>();
  return (call, answer) => {
    if (call.operation === 'create' && answer.status === 202)
      kept.set(String(fieldsOf(answer)['id']), costOf(answer) - givesBack(costOf(answer), call.json));
    if (fieldsOf(answer)['status'] !== 'failed') return 0;
    const wrong = kept.get(call.id) ?? 0;
    kept.delete(call.id);
    return wrong;
  };
}

/** Refunds nothing for some failed generations. */
function keepingOf(when: Test): Error {
  return givingBack((cost, body) => (when(body) ? 0 : cost));
}

/** Refunds nothing if the first request for a generation was a download. */
function keepingOfDownloads(): Error {
  const looked = new Map<string, Call['operation']>();
  const kept = keepingOf(() => true);
  return (call, answer, known) => {
    if (call.operation !== 'create' && !looked.has(call.id)) looked.set(call.id, call.operation);
    return looked.get(call.id) === 'content' || call.operation === 'create' ? kept(call, answer, known) : 0;
  };
}

/** Refunds nothing if the second key saw the failure first. */
function keepingOfSecondKey(): Error {
  const kept = keepingOf(() => true);
  return (call, answer, known) => {
    const wrong = kept(call, answer, known);
    return call.key.endsWith('-second') ? wrong : 0;
  };
}

function isLarge(body: Parameters<Test>[0]): boolean {
  return body['resolution'] === '1080p' && Number(body['duration_seconds']) > 8;
}

/** Overwrites the first of two concurrent reservations with the second. */
function losingOne(): Tampering {
  let [underWay, wrong] = [0, 0];
  return async (call, engine) => {
    const isOwn = call.operation === 'create' && /-(primary|second)$/.test(call.key);
    if (isOwn) underWay += 1;
    const isAlone = underWay < 2;
    const answer = await engine(call);
    if (isOwn) underWay -= 1;
    if (isOwn && !isAlone && answer.status === 202) wrong += costOf(answer);
    const isBalance = call.url.pathname.startsWith('/_standin/accounts/') && call.method === 'GET';
    return isBalance && answer.status === 200 ? withBalance(answer, wrong) : answer;
  };
}

function withBalance(answer: Answer, more: number): Answer {
  const account = fieldsOf(answer);
  const ledger = asFields(account['ledger']);
  const balance = Number(ledger['balance_usd']) + more;
  // A correct balance passes unchanged.
  return more === 0 ? answer : withJson(answer, { ...account, ledger: { ...ledger, balance_usd: balance } });
}
