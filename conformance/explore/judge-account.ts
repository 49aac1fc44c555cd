/**
 * Judges life cycles by a model of the account: what each generation costs, who sees it, and what the balance may be.
 * After a lost response, every amount stays possible that one of its outcomes leads to.
 */

import { isAfter } from '../checks/lib/answers.ts';
import { numberAt } from '../checks/lib/balance-readings.ts';
import { acceptedId } from '../engine/probe-tools.ts';
import { round } from '../engine/money/prices.ts';
import { answeredIn, breachOf, fieldsIn, type AnsweredStep, type Breach, type Flaw, type Oracle } from './breach.ts';
import { asksToFail, idempotencyKeyIn } from './judge-creates.ts';
import { CREATES_AFTER_REFUND } from './lives.ts';
import type { Played } from './sequence.ts';
import type { World } from './world.ts';

const CENT = 0.01;

interface Life {
  readonly create: AnsweredStep;
  readonly id: string;
  /** Undefined if the create does not tell it. */
  readonly cost: number | undefined;
  /** The requests for its record. */
  readonly looks: readonly AnsweredStep[];
}

export const judgeAccount: Oracle = (played, world) => {
  const isLost = (one: Played): boolean =>
    isCreate(one) && (one.step.isLost === true || one.exchange.response === undefined);
  const answered = answeredIn(played.filter((one) => !isLost(one)));
  const lives = livesIn(answered);
  return [
    ...lives.flatMap((life) => [
      ...answered.flatMap((one) => judgeRead(one, life)),
      ...judgeSources(life, answered),
      ...judgeEnd(life, answered, world),
    ]),
    ...judgeTwins(answered),
    ...judgeBalance(answered, { lives, lost: played.filter(isLost), world }),
  ];
};

const isCreate = ({ step }: Pick<Played, 'step'>): boolean => step.method === 'POST' && step.path === '/v1/videos';
const isAt = ({ exchange }: AnsweredStep, path: string): boolean => exchange.request.url.toLowerCase().endsWith(path);

function livesIn(answered: readonly AnsweredStep[]): Life[] {
  const byId = new Map<string, Life>();
  for (const create of answered.filter(isCreate)) {
    const id = acceptedId(create.exchange)?.toLowerCase();
    if (id === undefined || byId.has(id)) continue;
    const cost = fieldsIn(create)['cost_usd'];
    const looks = answered.filter((one) => isAt(one, `/v1/videos/${id}`));
    byId.set(id, { create, id, cost: typeof cost === 'number' ? cost : undefined, looks });
  }
  return [...byId.values()];
}

function statusIn(look: AnsweredStep): string {
  return look.exchange.response.status === 200 ? String(fieldsIn(look)['status']) : '';
}
const hasEnded = (look: AnsweredStep): boolean => ['completed', 'failed'].includes(statusIn(look));
const isOpen = (look: AnsweredStep): boolean => ['pending', 'running'].includes(statusIn(look));

/** The key of the create sees the record in every state, and the clip once it is completed. Another key sees neither. */
function judgeRead(one: AnsweredStep, { create, id, looks }: Life): Breach[] {
  const { status } = one.exchange.response;
  const isContent = isAt(one, `/v1/videos/${id}/content`);
  const { step } = one;
  const breach = (flaw: Flaw, shown?: AnsweredStep): Breach[] => [
    breachOf(
      one,
      flaw,
      [create, ...(shown === undefined ? [] : [shown])].map(({ exchange }) => exchange),
    ),
  ];
  if (!isContent && !looks.includes(one)) return [];
  if (step.key !== create.step.key) {
    const isShut = status >= 400 && (status < 500 || step.method === 'HEAD');
    return isShut ? [] : breach([isContent ? 'content.foreign' : 'get.foreign', '', 'a refusal (400 to 499)']);
  }
  if (step.method !== 'GET' || !isContent) return [];
  const ended = looks.find((look) => hasEnded(look) && isAfter(one.exchange, look.exchange));
  const open = looks.find((look) => isOpen(look) && isAfter(look.exchange, one.exchange));
  const isServed = status === 200 || status === 206;
  if (ended !== undefined && statusIn(ended) === 'completed') {
    const isWhole = step.headers?.some(([name]) => /^(range|if-)/i.test(name)) !== true;
    return isServed || !isWhole ? [] : breach(['state.download-with-completion', '', '200'], ended);
  }
  if (isServed && ended !== undefined) return breach(['content.failed', '', '400 to 499'], ended);
  return isServed && open !== undefined ? breach(['content.not-completed', '', '400 to 499'], open) : [];
}

/** A generation that has not completed serves as no source. */
function judgeSources({ id, looks }: Life, answered: readonly AnsweredStep[]): Breach[] {
  const derived = answered.filter(
    (one) => isCreate(one) && one.body?.includes(`"${id}"`) === true && one.exchange.response.status === 202,
  );
  return derived.flatMap((one): Breach[] => {
    const unfit = looks.find(
      (look) => statusIn(look) === 'failed' || (isOpen(look) && isAfter(look.exchange, one.exchange)),
    );
    const flaw: Flaw = ['create.source-video-ids.completed', '', 'a rejection (400 to 499)'];
    return unfit === undefined ? [] : [breachOf(one, flaw, [unfit.exchange])];
  });
}

/**
 * A generation that was asked to fail fails. Then the credits suffice for the same again. A refund may take a moment,
 * so that the last create counts.
 */
function judgeEnd({ create, looks }: Life, answered: readonly AnsweredStep[], world: World): Breach[] {
  const end = looks.findLast(hasEnded);
  if (end === undefined) return [];
  const isFailed = statusIn(end) === 'failed';
  if (!isFailed && asksToFail(create.body ?? '', world))
    return [breachOf(end, ['state.to-failed', '', 'the status failed'], [create.exchange])];
  const isSame = ({ body, step }: AnsweredStep): boolean => body === create.body && step.key === create.step.key;
  const later = answered.filter((one) => isCreate(one) && isSame(one) && one.exchange.n > end.exchange.n);
  const last = later.at(-1);
  const isShort =
    later.length >= CREATES_AFTER_REFUND && later.every(({ exchange }) => exchange.response.status === 402);
  if (last === undefined || !isFailed || !isShort) return [];
  const flaw: Flaw = ['credits.refund', '', '202: the reservation has come back'];
  return [breachOf(last, flaw, [create.exchange, end.exchange])];
}

/** Creates with clearly different Idempotency-Keys make different generations. */
function judgeTwins(answered: readonly AnsweredStep[]): Breach[] {
  const accepted = answered.filter((one) => isCreate(one) && acceptedId(one.exchange) !== undefined);
  const plainKey = (one: AnsweredStep): string | undefined => idempotencyKeyIn(one)?.trim().toLowerCase();
  return accepted.flatMap((one, at): Breach[] => {
    const twin = accepted
      .slice(0, at)
      .find((other) => plainKey(one) !== plainKey(other) && acceptedId(one.exchange) === acceptedId(other.exchange));
    const flaw: Flaw = ['service.one-clip', '', 'a generation of its own', 'the one of another create'];
    return twin === undefined ? [] : [breachOf(one, flaw, [twin.exchange])];
  });
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
  const [before, last] = [readings[0], readings.at(-1)];
  const values = readings.map((one) => numberAt(fieldsIn(one), field));
  const [first, second, third, fourth] = [...values.slice(0, 2), ...values.slice(2).slice(-2)];
  if (before === undefined || last === undefined || first === undefined || third === undefined) return [];
  const own = lives.filter(({ create }) => create.step.key === 'primary');
  const lostCosts = lost.map(({ body }) => own.find(({ create }) => create.body === body)?.cost);
  const isUnknown = own.length === 0 || [...lostCosts, ...own.map(({ cost }) => cost)].includes(undefined);
  if (first !== second || third !== fourth || isUnknown || (first === 0 && third === 0)) return [];
  const amounts = [...own.map(amountsOf), ...lostCosts.map((cost = 0) => [0, cost])];
  const sums = amounts.reduce<readonly number[]>(
    (all, some) => all.flatMap((sum) => some.map((amount) => round(sum + amount))),
    [0],
  );
  const fallen = round(first - third);
  const isInCents = [first, third, ...amounts.flat()].every(
    (dollars) => round(dollars) === Math.round(dollars * 100) / 100,
  );
  // Of whole cents nothing was rounded.
  const slack = isInCents ? CENT / 2 : CENT;
  if (sums.some((sum) => Math.abs(sum - fallen) <= slack)) return [];
  const isRefund = own.some(({ looks }) => looks.some((look) => statusIn(look) === 'failed'));
  const expected = `${[...new Set(sums)].join(' or ')} US dollars less`;
  const flaw: Flaw = [isRefund ? 'credits.refund' : 'credits.reserve', '', expected, `${fallen} less`];
  return [
    breachOf(
      last,
      flaw,
      [before, ...own.map(({ create }) => create)].map(({ exchange }) => exchange),
    ),
  ];
}

/** The amounts that a generation may have taken. Its end decides; without a known end, both amounts stay possible. */
function amountsOf({ cost = 0, looks }: Life): readonly number[] {
  const last = looks.findLast(hasEnded);
  return last === undefined ? [0, cost] : [statusIn(last) === 'failed' ? 0 : cost];
}
