/**
 * Judges life cycles by a model of the account: the cost of each generation, who sees it, and the possible balances.
 * After a lost response, every amount of its possible outcomes stays possible.
 */

import { isAfter } from '../checks/lib/answers.ts';
import { numberAt, slackOf } from '../checks/lib/money.ts';
import { objectOf } from '../engine/evidence.ts';
import { statusOf } from '../engine/make-generation.ts';
import { acceptedId } from '../engine/probe-tools.ts';
import { round } from '../engine/money/prices.ts';
import { answeredIn, breachOf, type AnsweredStep, type Breach, type PromiseFlaw, type Oracle } from './breach.ts';
import { asksToFail, idempotencyKeyIn } from './judge-creates.ts';
import { CREATES_AFTER_REFUND } from './lives.ts';
import { isWhole, type Played } from './sequence.ts';
import type { World } from './world.ts';

interface Life {
  readonly create: AnsweredStep;
  readonly id: string;
  /** Undefined if the create does not state the cost. */
  readonly cost: number | undefined;
  /** The requests for its record. */
  readonly looks: readonly AnsweredStep[];
}

export const judgeAccount: Oracle = (played, world) => {
  const answered = answeredIn(played.filter((one) => !isLost(one)));
  const lives = livesIn(answered);
  return [
    ...lives.flatMap((life) => [...answered.map((one) => judgeUse(one, life)), judgeEnd(life, answered, world)]),
    ...answered.map(judgeShared),
    judgeBalance(played, lives, world),
  ].filter((breach) => breach !== undefined);
};

const isCreate = ({ step }: Pick<Played, 'step'>): boolean => step.method === 'POST' && step.path === '/v1/videos';
/** Returns whether the response to a create was lost, so that the server may have accepted it. */
const isLost = (one: Played): boolean =>
  isCreate(one) && (one.step.isLost === true || one.exchange.response === undefined);
const isAt = ({ exchange }: AnsweredStep, path: string): boolean => exchange.request.url.toLowerCase().endsWith(path);

function livesIn(answered: readonly AnsweredStep[]): Life[] {
  const byId = new Map<string, Life>();
  for (const create of answered.filter(isCreate)) {
    const id = acceptedId(create.exchange)?.toLowerCase();
    if (id === undefined || byId.has(id)) continue;
    const cost = objectOf(create.exchange)['cost_usd'];
    const looks = answered.filter((one) => isAt(one, `/v1/videos/${id}`));
    byId.set(id, { create, id, cost: typeof cost === 'number' ? cost : undefined, looks });
  }
  return [...byId.values()];
}

const isFailed = ({ exchange }: AnsweredStep): boolean => statusOf(exchange) === 'failed';
const hasEnded = (look: AnsweredStep): boolean => isFailed(look) || statusOf(look.exchange) === 'completed';
const isOpen = ({ exchange }: AnsweredStep): boolean => ['pending', 'running'].includes(statusOf(exchange) ?? '');

/**
 * Judges uses of a clip. The key of the create sees the clip only after the generation is completed. Only a completed
 * generation serves as a source.
 */
function judgeUse(one: AnsweredStep, { create, id, looks }: Life): Breach | undefined {
  const { step, exchange, body = '' } = one;
  const { status } = exchange.response;
  const isContent = isAt(one, `/v1/videos/${id}/content`);
  // Another oracle judges requests with the key of another account.
  if (step.key !== create.step.key) return undefined;
  const unfit = looks.find((look) => isFailed(look) || (isOpen(look) && isAfter(look.exchange, exchange)));
  if (isCreate(one) && body.includes(`"${id}"`)) {
    const flaw: PromiseFlaw = ['create.source-video-ids.completed', '', 'a rejection (400 to 499)'];
    return unfit !== undefined && status === 202 ? breachOf(one, flaw, [unfit]) : undefined;
  }
  if (step.method !== 'GET' || !isContent) return undefined;
  const isServed = status === 200 || status === 206;
  if (unfit !== undefined) {
    const flaw: PromiseFlaw = [isFailed(unfit) ? 'content.failed' : 'content.not-completed', '', '400 to 499'];
    return isServed ? breachOf(one, flaw, [create, unfit]) : undefined;
  }
  const ended = looks.find((look) => hasEnded(look) && isAfter(exchange, look.exchange));
  if (ended === undefined || isServed || !isWhole(step)) return undefined;
  return breachOf(one, ['state.download-with-completion', '', '200'], [create, ended]);
}

/**
 * Judges the end of a generation. If it was asked to fail, it must fail and return its credits. A refund may take a
 * moment, so the last create counts.
 */
function judgeEnd({ create, looks }: Life, answered: readonly AnsweredStep[], world: World): Breach | undefined {
  const end = looks.findLast(hasEnded);
  if (end === undefined) return undefined;
  if (!isFailed(end))
    return asksToFail(create.body ?? '', world)
      ? breachOf(end, ['state.to-failed', '', 'the status failed'], [create])
      : undefined;
  const isSame = ({ body, step }: AnsweredStep): boolean => body === create.body && step.key === create.step.key;
  const later = answered.filter((one) => isCreate(one) && isSame(one) && one.exchange.n > end.exchange.n);
  const last = later.at(-1);
  const isShort = later.length >= CREATES_AFTER_REFUND && later.every((one) => one.exchange.response.status === 402);
  if (last === undefined || !isShort) return undefined;
  return breachOf(last, ['credits.refund', '', '202: the reservation has come back'], [create, end]);
}

/** Judges creates with clearly different Idempotency-Keys, which make different generations. */
function judgeShared(one: AnsweredStep, at: number, all: readonly AnsweredStep[]): Breach | undefined {
  const id = acceptedId(one.exchange);
  const plainKey = (create: AnsweredStep): string | undefined => idempotencyKeyIn(create)?.trim().toLowerCase();
  if (!isCreate(one) || id === undefined) return undefined;
  const isShared = (other: AnsweredStep): boolean => isCreate(other) && acceptedId(other.exchange) === id;
  const earlier = all.slice(0, at).find((other) => isShared(other) && plainKey(one) !== plainKey(other));
  return (
    earlier &&
    breachOf(one, ['service.one-clip', '', 'a separate generation', 'the generation of another create'], [earlier])
  );
}

/** Judges the balance by two equal readings before and after. It falls by the cost of generations that did not fail. */
function judgeBalance(played: readonly Played[], lives: readonly Life[], world: World): Breach | undefined {
  const { path, field = '' } = world.profile.balance ?? {};
  const readings = answeredIn(played).filter(({ step }) => step.path === path);
  const [before, last] = [readings[0], readings.at(-1)];
  const values = readings.map((one) => numberAt(objectOf(one.exchange), field));
  const [first, second, third, fourth] = [...values.slice(0, 2), ...values.slice(2).slice(-2)];
  if (before === undefined || last === undefined || first === undefined || third === undefined) return undefined;
  const own = lives.filter(({ create }) => create.step.key === 'primary');
  const lostCosts = played.filter(isLost).map(({ body }) => own.find(({ create }) => create.body === body)?.cost);
  const isUnknown = own.length === 0 || [...lostCosts, ...own.map(({ cost }) => cost)].includes(undefined);
  if (first !== second || third !== fourth || isUnknown || (first === 0 && third === 0)) return undefined;
  const amounts = [...own.map(amountsOf), ...lostCosts.map((cost = 0) => [0, cost])];
  const sums = amounts.reduce<readonly number[]>(
    (all, some) => all.flatMap((sum) => some.map((amount) => round(sum + amount))),
    [0],
  );
  const fallen = round(first - third);
  const slack = slackOf([first, third, ...amounts.flat()]);
  if (sums.some((sum) => Math.abs(sum - fallen) <= slack)) return undefined;
  const isRefund = own.some(({ looks }) => looks.some(isFailed));
  const expected = `${[...new Set(sums)].join(' or ')} US dollars less`;
  const flaw: PromiseFlaw = [isRefund ? 'credits.refund' : 'credits.reserve', '', expected, `${fallen} less`];
  return breachOf(last, flaw, [before, ...own.map(({ create }) => create)]);
}

/** Returns the amounts that a generation may have cost. Without a known end, both amounts stay possible. */
function amountsOf({ cost = 0, looks }: Life): readonly number[] {
  const last = looks.findLast(hasEnded);
  return last === undefined ? [0, cost] : [isFailed(last) ? 0 : cost];
}
