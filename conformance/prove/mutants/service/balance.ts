/** Servers that charge something else than they display: it shows in the balance of the account, and nowhere else. */

import { also, mutant, type Mutant } from '../../mutant.ts';
import { imagesOf, inImageMode, operates, soundsOf, sourcesOf, type Test } from '../../tamper/workflow.ts';
import { asFields, fieldsOf, withJson, type Answer, type Call, type Tampering } from '../../server.ts';
import type { Fields } from '../../../checks/lib/answers.ts';

/** What an exchange takes off the balance besides what it should, in US dollars; below nothing it gives. */
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

/** Charges a create that shows a generation whose create had not been answered when this one came. */
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
  mutant('credits.sum', 'rounds what it takes up to ten cents, and displays the cost as it was', {
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
  also(['credits.sum', 'replay'], 'charges a replay that shows the first generation', {
    tamper: misbooking(
      () => (call, answer, known) =>
        call.operation === 'create' && answer.status < 300 && !isNew(call, answer, known) ? costOf(answer) : 0,
    ),
  }),
  also(['credits.sum', 'after-failure'], 'charges a replay that shows a generation which has failed', {
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
  also(['credits.sum', 'together'], 'charges each of the creates that come together with one Idempotency-Key', {
    tamper: chargingTogether,
    selection: { only: ['credits.sum', 'credits.sum.refunds'] },
  }),
  also(
    ['credits.sum', 'refused'],
    'takes what a create with an Idempotency-Key costs that is refused for its sources',
    {
      tamper: misbooking(() => (call, answer) => {
        const isKeyed = call.operation === 'create' && call.headers.has('Idempotency-Key');
        return isKeyed && sourcesOf(call.json) > 0 && [400, 404].includes(answer.status) ? 0.24 : 0;
      }),
      selection: { only: ['credits.sum', 'create.refusal.keyed'] },
    },
  ),
  also(['credits.sum', 'sources'], 'takes the seconds of source videos twice', {
    tamper: misbooking(
      () => (call, answer, known) => (isNew(call, answer, known) && sourcesOf(call.json) > 0 ? 0.32 : 0),
    ),
  }),
  also(['credits.sum', 'refund'], 'gives back all but a cent of what failed', {
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
  also(['credits.sum', 'cap'], 'takes twenty seconds at most where there are no source videos', {
    tamper: misbooking(() => (call, answer, known) => {
      const seconds = Number(call.json['duration_seconds']);
      const isCapped = isNew(call, answer, known) && sourcesOf(call.json) === 0 && seconds > 20;
      return isCapped ? (costOf(answer) * (20 - seconds)) / seconds : 0;
    }),
    selection: { thorough: true, only: ['credits.sum', 'content.duration.requested.longest'] },
  }),
  also(['credits.sum', 'widest'], 'takes a tenth more for 21:9 than it displays', {
    tamper: misbooking(
      () => (call, answer, known) =>
        isNew(call, answer, known) && call.json['aspect_ratio'] === '21:9' ? costOf(answer) / 10 : 0,
    ),
  }),
  also(['credits.sum', 'download'], 'keeps what failed where a download was the first to see it', {
    tamper: misbooking(keepingOfDownloads),
  }),
  also(['credits.sum', 'rate'], 'gives back what failed at the price without source videos', {
    tamper: misbooking(() => {
      const kept = keepingOf((body) => sourcesOf(body) > 0);
      return (...seen) => -kept(...seen) / 2;
    }),
  }),
  ...(
    [
      ['extend', 'an extension', operates('extend')],
      ['large', 'what is longer than eight seconds at 1080p', isLarge],
      ['long', 'a clip of more than ten seconds', (body) => Number(body['duration_seconds']) > 10],
      ['image', 'image mode with one image', (body) => inImageMode(body) && imagesOf(body) === 1],
      ['frames', 'image mode with two frames', (body) => inImageMode(body) && imagesOf(body) === 2],
      ['sound', 'a reference that is a sound', (body) => soundsOf(body) > 0],
    ] as const satisfies readonly (readonly [string, string, Test])[]
  ).map(([name, what, when]) =>
    also(['credits.sum.refunds', name], `keeps what ${what} took that failed`, {
      tamper: misbooking(() => keepingOf(when)),
      selection: { only: ['credits.sum.refunds'] },
    }),
  ),
  also(['credits.sum.refunds', 'second-key'], 'keeps what failed where another key of the account sees it first', {
    tamper: misbooking(keepingOfSecondKey),
    selection: { only: ['credits.sum.refunds'] },
  }),
  ...(
    [
      ['edit-asked', 'what an edit would have cost if it were as long as was asked for', backAsAsked],
      ['most', 'two US dollars at most', (cost) => Math.min(cost, 2)],
    ] as const satisfies readonly (readonly [string, string, GivesBack])[]
  ).map(([name, what, givesBack]) =>
    also(['credits.sum.refunds', name], `gives back ${what}`, {
      tamper: misbooking(() => givingBack(givesBack)),
      selection: { only: ['credits.sum.refunds'] },
    }),
  ),
  ...(
    [
      ['edit', 'an edit', operates('edit'), 'image.size'],
      ['image', 'image mode with one image', (body) => inImageMode(body) && imagesOf(body) === 1, 'image.pixels'],
      ['frames', 'image mode with two frames', (body) => inImageMode(body) && imagesOf(body) === 2, 'image.ratio'],
      [
        'sound',
        'a reference that is a sound alone',
        (body) => soundsOf(body) > 0 && imagesOf(body) === 0,
        'audio.type',
      ],
      ['large', 'a clip at 1080p', (body) => body['resolution'] === '1080p', 'image.pixels'],
      ['long', 'a clip of more than ten seconds', (body) => Number(body['duration_seconds']) > 10, 'audio.seconds'],
    ] as const satisfies readonly (readonly [string, string, Test, string])[]
  ).map(([name, what, when, rule]) =>
    also(['credits.sum', name], `keeps what ${what} took that failed`, {
      tamper: misbooking(() => keepingOf(when)),
      selection: { only: ['credits.sum', `files.${rule}.unfit`] },
    }),
  ),
  also(['credits.sum', 'most'], 'gives back two US dollars at most', {
    tamper: misbooking(() => givingBack((cost) => Math.min(cost, 2))),
    selection: { only: ['credits.sum', 'files.image.pixels.unfit'] },
  }),
  also(['credits.sum', 'completed'], 'gives a part back when a generation is completed', {
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
  also(['credits.sum', 'parallel'], 'loses one of two reservations that are made at once', { tamper: losingOne }),
];

/** What comes back of a generation that failed, by what it cost and what was asked for. */
type GivesBack = (cost: number, body: Fields) => number;

/** As long as was asked for, and not as its source of four seconds. */
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

/** Nothing comes back of some creates whose generations fail. */
function keepingOf(when: Test): Error {
  return givingBack((cost, body) => (when(body) ? 0 : cost));
}

/** Nothing comes back where the first look at a generation was a request for its content. */
function keepingOfDownloads(): Error {
  const looked = new Map<string, Call['operation']>();
  const kept = keepingOf(() => true);
  return (call, answer, known) => {
    if (call.operation !== 'create' && !looked.has(call.id)) looked.set(call.id, call.operation);
    return looked.get(call.id) === 'content' || call.operation === 'create' ? kept(call, answer, known) : 0;
  };
}

/** Nothing comes back where the failure was first shown to the second key. */
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

/** Two creates whose answers are under way at once: the second reservation writes over the first. */
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
  // What was not tampered with passes as it came.
  return more === 0 ? answer : withJson(answer, { ...account, ledger: { ...ledger, balance_usd: balance } });
}
