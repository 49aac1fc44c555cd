/** Credits: the sum of all costs that a run displayed, compared with the balance of its account. */

import { defineProbe, type Check, type Probe } from '../../engine/define.ts';
import { objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, pass, untestable, type Outcome, missing } from '../../engine/outcome.ts';
import { round } from '../../engine/money/prices.ts';
import type { KeyName } from '../../client/keys.ts';
import { creates, histories, sightings, type Sighting, unjudged } from '../lib/answers.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { CENT, isInCents, numberAt } from '../lib/money.ts';
import { cases, mustBe } from '../lib/cases.ts';
import { BASE, followed } from '../lib/clips.ts';
import { describe } from '../lib/rules.ts';
import { lacksBalance, REFUNDS } from './refunds.ts';

/** The largest error of a sum of floating-point numbers. */
const EXACT = 0.0001;
/** The number of consecutive readings. A difference between them shows another client or a late settlement. */
const READINGS = 2;
/** The other keys that may belong to the primary account. A get request may show that some do not. */
const PERHAPS_OF_ACCOUNT: readonly (readonly KeyName[])[] = [[], ['watched'], ['revoked'], ['watched', 'revoked']];
/** The keys that the profile assigns to one account. */
const OF_ACCOUNT: readonly KeyName[] = ['primary', 'second'];
const KEYS_OF_RUN: readonly KeyName[] = [...OF_ACCOUNT, 'watched', 'revoked'];

export const BEFORE = balanceProbe(
  'credits.balance.before',
  'first',
  'At the start of the run, a get request for an unknown id. Then two get requests for the balance.',
);

export const AFTER = balanceProbe(
  'credits.balance.after',
  'last',
  'At the end of the run, the kit sends a get request for an unknown id. Then the kit sends get requests for each generation that had not ended at its last poll. Then the kit sends get requests with the primary key for generations that other keys made. The last two get requests read the balance.',
);

export const BALANCE_CHECKS: readonly Check[] = [
  ...cases([BEFORE, AFTER, BASE], {
    'credits.sum': [
      'Over a whole run, the balance falls by exactly the sum of the costs that the records show. Failed generations do not count. Parallel create requests, replays and polls do not change this sum.',
      'The server charges an amount that differs from `cost_usd`, charges for a replay, or loses a reservation or a refund. For example, the server does not refund if the first request after the failure was a download.',
      (evidence) => sumOf(evidence).outcome,
      { requirement: 'credits.reserve', passive: true },
    ],
    'credits.sum.refunds': [
      'The server refunds failed generations to the cent. The rule also applies to other workflows, to 1080p and to source videos.',
      'The server refunds only the output seconds, or does not refund in some workflows.',
      (evidence) => {
        const ends = REFUNDS.flatMap(({ id }) => evidence.trace(id).polls.slice(-1));
        const hasFailed = ends.some((last) => objectOf(last)['status'] === 'failed');
        mustBe(hasFailed, 'The kit did not see any of these generations fail.');
        return sumOf(evidence).outcome;
      },
      { requirement: 'credits.refund', from: [BEFORE, AFTER, BASE, ...REFUNDS], passive: true },
    ],
  }),
];

interface Sum {
  readonly outcome: Outcome;
  /** Whether the server charged for a create whose response was lost, and for its repetition. This is allowed. */
  readonly isLostPaid: boolean;
}

/** Compares the decrease of the balance with the costs that the responses of a run display. */
export function sumOf(evidence: Evidence): Sum {
  const outcome = judgeSum(evidence, 0);
  const lost = evidence.every.find(({ label }) => label === 'after the loss');
  if (lost === undefined || outcome.verdict !== 'fail') return { outcome, isLostPaid: false };
  if (judgeSum(evidence, Number(objectOf(lost)['cost_usd'])).verdict !== 'pass') return { outcome, isLostPaid: false };
  const why = 'The server charged twice for a create request whose response was lost.';
  return { outcome: untestable(why, lost), isLostPaid: true };
}

/** Judges the sum. `further` is the amount that the run paid in addition to these costs. */
function judgeSum(evidence: Evidence, further: number): Outcome {
  const [before, after] = [balanceIn(evidence, BEFORE), balanceIn(evidence, AFTER)];
  const answers = [...before.answers.slice(-1), ...after.answers.slice(0, 1)];
  mustAddUp(evidence);
  const paid = paidIn(evidence, OF_ACCOUNT);
  if (paid.length === 0)
    return untestable('The server rejected all create requests, so it did not charge for them.', ...answers);
  // A proxy may have its own account. The balance of an account that pays later falls below 0.
  if (before.dollars === 0 && after.dollars === 0)
    return untestable('The balance stayed 0, so this balance belongs to another account.', ...answers);
  const fallen = round(before.dollars - after.dollars - further);
  const sets = PERHAPS_OF_ACCOUNT.filter((keys) => !keys.some((key) => isStranger(evidence, key)));
  const bills = sets.map((keys) => billOf(paidIn(evidence, [...OF_ACCOUNT, ...keys])));
  const costs = paidIn(evidence, KEYS_OF_RUN).map(({ cost }) => cost);
  // Only a balance in whole cents can hide a part of a cent.
  const isRounded = [before.dollars, after.dollars].every(isInCents) && !costs.every(isInCents);
  const slack = isRounded ? CENT : EXACT;
  if (bills.some(({ sum }) => Math.abs(fallen - sum) <= slack)) return pass(...answers);
  const open = bills.find((bill) => fallen > bill.sum - bill.open - CENT && fallen < bill.sum);
  if (open !== undefined) {
    const why = `${open.open} US dollars are reserved for generations that had not ended at their last poll. The kit cannot know whether the server refunded them.`;
    return untestable(why, ...answers);
  }
  const { sum } = billOf(paid);
  return fail(
    answers,
    `a balance that is ${sum} US dollars lower, for ${paid.length} generations that did not fail`,
    `${fallen} US dollars lower${keptOf(evidence, round(fallen - sum))}`,
  );
}

/** Returns a hint if the excess charge equals the cost of a failed generation. */
function keptOf(evidence: Evidence, tooMuch: number): string {
  const failed = madeIn(evidence, OF_ACCOUNT).find(
    ({ cost, ends }) => ends.has('failed') && Math.abs(cost - tooMuch) <= CENT,
  );
  return failed === undefined
    ? ''
    : `: ${tooMuch} too much. This is the cost of the failed generation of ${failed.probe}`;
}

/** Returns whether the primary key cannot read the generation of another key, so that they have different accounts. */
function isStranger({ every }: Evidence, key: KeyName): boolean {
  const looks = every.filter(({ probe, label }) => probe === AFTER.id && label === `whose ${key}`);
  return looks.some(({ response: { status } }) => status === 404 || status === 403);
}

function balanceProbe(id: string, turn: 'first' | 'last', sends: string): Probe {
  return defineProbe({
    id,
    sends,
    turn,
    lacks: lacksBalance,
    run: async (kit) => {
      // A service may open an account at the first request with its key.
      await kit.get('opening', kit.unknownId);
      if (turn === 'last') await lookAround(kit);
      const { path = '/', field = '' } = kit.profile.balance ?? {};
      for (let reading = 1; reading <= READINGS; reading += 1) {
        await kit.send(`balance ${reading}`, { method: 'GET', path, key: 'primary', outsideApi: true });
        if (turn === 'last' && reading < READINGS) await kit.pause(0);
      }
      return { field, isContinued: kit.isContinued };
    },
  });
}

/**
 * Polls the generations that no probe polled to their end, because they may still reserve credits. Also requests
 * generations of other keys with the primary key. The responses show whether both keys have one account.
 */
async function lookAround(kit: ProbeTools): Promise<void> {
  const ended = new Map(kit.ended().map(({ id, key }) => [id, key]));
  for (const [id, key] of ended) if (key === 'watched' || key === 'revoked') await kit.get(`whose ${key}`, id);
  const open = [...kit.accepted()].filter(([id, key]) => OF_ACCOUNT.includes(key) && !ended.has(id));
  await Promise.all(open.map(([id]) => followed(kit, id, 'end of what was taken')));
}

/** Returns the balance. Ends the check if a reading has no number, or if both readings differ. */
function balanceIn({ every, fact }: Evidence, { id }: Probe): { dollars: number; answers: readonly Answered[] } {
  const answers = every.filter(({ probe, label }) => probe === id && label.startsWith('balance '));
  const field = String(fact('field') ?? '');
  const read = answers.map((answer) => numberAt(objectOf(answer), field));
  const [dollars, other] = read;
  const unread = answers.find((_, at) => read[at] === undefined);
  if (unread !== undefined) {
    const why = `The response contains no number at "${field}": ${describe(unread)} (balance.path, balance.field).`;
    unjudged(missing('balance.path', why), unread);
  }
  const isRead = dollars !== undefined && other !== undefined;
  mustBe(isRead, missing('balance.path', 'The kit did not read the balance (balance.path).'), ...answers);
  mustBe(
    dollars === other,
    'The balance changed between two requests, so another client uses the account.',
    ...answers,
  );
  return { dollars, answers };
}

/** Ends the check if the sum cannot be known. */
function mustAddUp({ fact, unansweredCreates }: Evidence): void {
  mustBe(fact('isContinued') !== true, 'This run continues a run that had already paid for generations.');
  const lost = unansweredCreates.find(
    ({ key, failure }) => key !== undefined && OF_ACCOUNT.includes(key) && failure?.kind !== 'dropped',
  );
  if (lost !== undefined) unjudged(`A create request got no response (${lost.label}), but may have a cost.`, lost);
}

interface Made {
  readonly probe: string;
  readonly cost: number;
  /** The statuses that the responses showed. */
  readonly ends: ReadonlySet<unknown>;
}

/** Returns the total cost of generations, and the part for generations whose end is unknown. */
function billOf(paid: readonly Made[]): { readonly sum: number; readonly open: number } {
  const total = (made: readonly Made[]): number => round(made.reduce((all, { cost }) => all + cost, 0));
  return { sum: total(paid), open: total(paid.filter(({ ends }) => !ends.has('completed'))) };
}

/** Returns the generations of these keys, except the failed ones. */
function paidIn(evidence: Evidence, keys: readonly KeyName[]): Made[] {
  return madeIn(evidence, keys).filter(({ ends }) => !ends.has('failed'));
}

function madeIn({ every }: Evidence, keys: readonly KeyName[]): Made[] {
  const known = histories(every);
  const made = new Map<string, Sighting>();
  for (const sighting of sightings(creates(every).filter(({ key }) => key !== undefined && keys.includes(key)))) {
    const id = String(sighting.record['id']).toLowerCase();
    if (!made.has(id)) made.set(id, sighting);
  }
  return [...made].map(([id, { answer, record }]) => {
    const { cost_usd: cost } = record;
    if (typeof cost !== 'number') unjudged('The response to a create request does not contain its cost.', answer);
    const ends = new Set((known.get(id) ?? []).map((sighting) => sighting.record['status']));
    return { probe: answer.probe, cost, ends };
  });
}
