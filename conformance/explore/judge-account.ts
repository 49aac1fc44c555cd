/**
 * Judges life cycles by a model of the account: what each generation costs, who sees it, and what the balance may be.
 * After a lost response, every amount stays possible that one of its outcomes leads to.
 */

import { numberAt } from '../checks/lib/balance-readings.ts';
import { acceptedId } from '../engine/probe-tools.ts';
import { round } from '../engine/money/prices.ts';
import { asksToFail } from './judge-creates.ts';
import { CREATES_AFTER_REFUND } from './lives.ts';
import { breachOf, answeredIn, fieldsIn, type Breach, type AnsweredStep, type Oracle } from './breach.ts';
import type { Played } from './sequence.ts';
import type { World } from './world.ts';

const CENT = 0.01;
const HALF_A_CENT = 0.005;

interface Life {
  readonly create: AnsweredStep;
  readonly id: string;
  /** Undefined if the create does not tell it. */
  readonly cost: number | undefined;
  readonly looks: readonly AnsweredStep[];
}

export const judgeAccount: Oracle = (played, world) => {
  const isLost = (one: Played): boolean =>
    isCreate(one) && (one.step.isLost === true || one.exchange.response === undefined);
  const answered = answeredIn(played.filter((one) => !isLost(one)));
  const lives = livesIn(answered);
  return [
    ...lives.flatMap((life) => [
      ...judgeLooks(life, answered),
      ...judgeEarly(life, answered),
      ...judgeEnd(life, world),
    ]),
    ...judgeRefund(answered, lives),
    ...judgeTwins(answered),
    ...judgeBalance(answered, { lives, lost: played.filter(isLost), world }),
  ];
};

const isCreate = ({ step }: Pick<AnsweredStep, 'step'>): boolean =>
  step.method === 'POST' && step.path === '/v1/videos';

function livesIn(answered: readonly AnsweredStep[]): Life[] {
  const byId = new Map<string, Life>();
  for (const create of answered.filter(isCreate)) {
    const id = acceptedId(create.exchange)?.toLowerCase();
    if (id === undefined || byId.has(id)) continue;
    const cost = fieldsIn(create)['cost_usd'];
    const looks = answered.filter(({ exchange }) => exchange.request.url.toLowerCase().endsWith(`/v1/videos/${id}`));
    byId.set(id, { create, id, cost: typeof cost === 'number' ? cost : undefined, looks });
  }
  return [...byId.values()];
}

const statusIn = (look: AnsweredStep): unknown =>
  look.exchange.response.status === 200 ? fieldsIn(look)['status'] : undefined;
const hasEnded = (look: AnsweredStep): boolean => ['completed', 'failed'].includes(String(statusIn(look)));
const keyOf = ({ step }: AnsweredStep): string => step.key ?? '';

/** The key of the create sees the record in every state, and another key never sees it. */
function judgeLooks({ create, id, looks }: Life, answered: readonly AnsweredStep[]): Breach[] {
  const content = answered.filter(({ exchange }) =>
    exchange.request.url.toLowerCase().endsWith(`/v1/videos/${id}/content`),
  );
  return [...looks, ...content].flatMap((look): Breach[] => {
    const { status } = look.exchange.response;
    const isContent = content.includes(look);
    const exchanges = [create.exchange, look.exchange];
    if (keyOf(look) !== keyOf(create)) {
      const isShut = status >= 400 && (status < 500 || look.step.method === 'HEAD');
      const requirement = isContent ? 'content.foreign' : 'get.foreign';
      const proves = "A request for another account's generation is refused.";
      return isShut ? [] : [breachOf(look, { requirement, proves, expected: 'a refusal (400 to 499)', exchanges })];
    }
    if (look.step.method !== 'GET') return [];
    if (!isContent) {
      const proves = 'Every get request for a generation of the account returns 200.';
      return status === 200
        ? []
        : [breachOf(look, { requirement: 'get.answer.status', proves, expected: '200', exchanges })];
    }
    return judgeDownload(look, { exchanges, looks });
  });
}

function judgeDownload(
  look: AnsweredStep,
  { exchanges, looks }: Pick<Breach, 'exchanges'> & Pick<Life, 'looks'>,
): Breach[] {
  const { status } = look.exchange.response;
  const isAfter = (one: AnsweredStep, other: AnsweredStep): boolean =>
    one.exchange.at >= other.exchange.at + other.exchange.ms;
  const ended = looks.find((one) => hasEnded(one) && isAfter(look, one));
  const open = looks.find((one) => ['pending', 'running'].includes(String(statusIn(one))) && isAfter(one, look));
  const isServed = status === 200 || status === 206;
  if (ended !== undefined && statusIn(ended) === 'completed') {
    const proves = 'Once a poll has shown `completed`, the output URL serves the clip.';
    const hasRange = look.step.headers?.some(([name]) => /^(range|if-)/i.test(name)) === true;
    const shown = [...exchanges.slice(0, -1), ended.exchange, look.exchange];
    return isServed || hasRange
      ? []
      : [breachOf(look, { requirement: 'state.download-with-completion', proves, expected: '200', exchanges: shown })];
  }
  if (!isServed) return [];
  if (ended !== undefined) {
    const proves = 'The content of a failed generation is refused.';
    return [
      breachOf(look, {
        requirement: 'content.failed',
        proves,
        expected: '400 to 499',
        exchanges: [...exchanges.slice(0, -1), ended.exchange, look.exchange],
      }),
    ];
  }
  const proves = 'The content of a generation that is pending or running is refused.';
  return open === undefined
    ? []
    : [
        breachOf(look, {
          requirement: 'content.not-completed',
          proves,
          expected: '400 to 499',
          exchanges: [...exchanges, open.exchange],
        }),
      ];
}

/** A generation that was asked to fail fails. */
function judgeEnd({ create, looks }: Life, world: World): Breach[] {
  const end = looks.findLast(hasEnded);
  if (end === undefined || statusIn(end) === 'failed' || !asksToFail(create.body ?? '', world)) return [];
  const proves = 'A generation that cannot be made becomes `failed`.';
  const exchanges = [create.exchange, end.exchange];
  return [breachOf(end, { requirement: 'state.to-failed', proves, expected: 'the status failed', exchanges })];
}

/** After a failure, the credits suffice for the same again. A refund may take a moment, so the last create counts. */
function judgeRefund(answered: readonly AnsweredStep[], lives: readonly Life[]): Breach[] {
  return lives.flatMap(({ create, looks }) => {
    const failed = looks.find((look) => statusIn(look) === 'failed');
    const same = answered.filter((one) => isCreate(one) && one.body === create.body && keyOf(one) === keyOf(create));
    const later = failed === undefined ? [] : same.filter(({ exchange }) => exchange.n > failed.exchange.n);
    const last = later.at(-1);
    const isShort = later.length >= CREATES_AFTER_REFUND && later.every((one) => one.exchange.response.status === 402);
    if (failed === undefined || last === undefined || !isShort) return [];
    const proves = 'When a generation fails, its whole reservation is refunded.';
    const exchanges = [create.exchange, failed.exchange, last.exchange];
    return [
      breachOf(last, {
        requirement: 'credits.refund',
        proves,
        expected: '202: the reservation has come back',
        exchanges,
      }),
    ];
  });
}

/** A generation that has not completed serves as no source. */
function judgeEarly({ id, looks }: Life, answered: readonly AnsweredStep[]): Breach[] {
  const derived = answered.filter(
    (one) => isCreate(one) && one.body?.includes(`"${id}"`) === true && one.exchange.response.status === 202,
  );
  return derived.flatMap((one): Breach[] => {
    const open = looks.find(
      (look) =>
        !['completed', undefined].includes(statusIn(look) as string) &&
        (statusIn(look) === 'failed' || look.exchange.at >= one.exchange.at + one.exchange.ms),
    );
    const proves = 'A source video must be a completed generation.';
    return open === undefined
      ? []
      : [
          breachOf(one, {
            requirement: 'create.source-video-ids.completed',
            proves,
            expected: 'a rejection (400 to 499)',
            exchanges: [open.exchange, one.exchange],
          }),
        ];
  });
}

/** Creates with clearly different Idempotency-Keys make different generations. */
function judgeTwins(answered: readonly AnsweredStep[]): Breach[] {
  const accepted = answered.filter((one) => isCreate(one) && acceptedId(one.exchange) !== undefined);
  const keyIn = ({ exchange }: AnsweredStep): string | undefined =>
    exchange.request.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
  const twin = accepted.find((one, at) =>
    accepted
      .slice(0, at)
      .some(
        (other) =>
          keyIn(one)?.trim().toLowerCase() !== keyIn(other)?.trim().toLowerCase() &&
          acceptedId(one.exchange) === acceptedId(other.exchange),
      ),
  );
  if (twin === undefined) return [];
  const other = accepted.find(({ exchange }) => acceptedId(exchange) === acceptedId(twin.exchange));
  const proves =
    'Each accepted create request makes a separate generation, whatever Idempotency-Keys other create requests had.';
  const exchanges = [...(other === undefined ? [] : [other.exchange]), twin.exchange];
  return [
    breachOf(twin, {
      requirement: 'service.one-clip',
      proves,
      expected: 'a generation of its own',
      got: 'the one of another create',
      exchanges,
    }),
  ];
}

interface Account {
  readonly lives: readonly Life[];
  /** Creates whose responses are not known: each may have been accepted. */
  readonly lost: readonly Played[];
  readonly world: World;
}

/** Two equal readings before and after: the difference is the cost of all generations that did not fail. */
function judgeBalance(answered: readonly AnsweredStep[], { lives, lost, world }: Account): Breach[] {
  const { path, field = '' } = world.profile.balance ?? {};
  const readings = answered.filter(({ step }) => step.path === path);
  const values = readings.map((one) => numberAt(fieldsIn(one), field));
  const [first, second, ...rest] = values;
  const [third, fourth] = rest.slice(-2);
  if (first === undefined || first !== second || third === undefined || third !== fourth) return [];
  const own = lives.filter(({ create }) => keyOf(create) === 'primary');
  if (own.length === 0 || own.some(({ cost }) => cost === undefined) || (first === 0 && third === 0)) return [];
  const lostCosts = lost.map(({ body }) => own.find(({ create }) => create.body === body)?.cost);
  if (lostCosts.includes(undefined)) return [];
  const amounts = [...own.map(amountsOf), ...lostCosts.map((cost = 0) => [0, cost])];
  const worlds = amounts.reduce<readonly number[]>(
    (sums, some) => sums.flatMap((sum) => some.map((amount) => round(sum + amount))),
    [0],
  );
  const fallen = round(first - third);
  const isInCents = [first, third, ...own.map(({ cost = 0 }) => cost)].every(
    (dollars) => round(dollars) === Math.round(dollars * 100) / 100,
  );
  const slack = isInCents ? HALF_A_CENT : CENT;
  if (worlds.some((sum) => Math.abs(sum - fallen) <= slack)) return [];
  const last = readings.at(-1);
  const isRefund = own.some(({ looks }) => looks.some((look) => statusIn(look) === 'failed'));
  const before = readings[0];
  if (last === undefined || before === undefined) return [];
  const proves = 'The balance falls by the displayed costs of all generations that did not fail.';
  const exchanges = [before.exchange, ...own.map(({ create }) => create.exchange), last.exchange];
  const expected = `${[...new Set(worlds)].join(' or ')} US dollars less`;
  return [
    breachOf(last, {
      requirement: isRefund ? 'credits.refund' : 'credits.reserve',
      proves,
      expected,
      got: `${fallen} less`,
      exchanges,
    }),
  ];
}

/** The amounts that a generation may have taken. Its end decides; without a known end, both amounts stay possible. */
function amountsOf({ cost = 0, looks }: Life): readonly number[] {
  const last = looks.findLast(hasEnded);
  return last === undefined ? [0, cost] : [statusIn(last) === 'failed' ? 0 : cost];
}
