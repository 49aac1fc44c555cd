/** Servers whose credits are wrong after concurrent requests, and after generations that did not fail. */

import { setTimeout as sleep } from 'node:timers/promises';

import { fieldsOf, withBody, withKey, type Call, type Tampering } from '../../server.ts';
import { accepting, listOf, VALID } from '../../tamper/create.ts';
import { creating } from '../../tamper/create-change.ts';
import { recording } from '../../tamper/answers.ts';
import { also, mutant, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';

const isOnce = ({ key }: Call): boolean => key.includes('-once~');
/** The key that pays for creates without sufficient credits. */
const LENDER = 'sk_standin_lender';
const operates =
  (name: string | undefined) =>
  (body: Fields): boolean =>
    body['reference_video_operation'] === name;
const sources = (body: Fields): readonly unknown[] => listOf(body, 'source_video_ids');
/** The chance that requests meet in a narrow window. Here every second run is unlucky. */
const HALF = 0.5;
/** The delay of a racing request, in which the requests that were sent with it arrive. */
const WINDOW_MS = 10;
let runs = 0;

const RACES: readonly Mutant[] = [
  mutant('credits.reserve.parallel', 'checks the credits before it reserves for the earlier create', {
    tamper: () => racing(() => true),
  }),
  mutant('credits.reserve.parallel', 'sometimes checks the credits too early', {
    id: 'credits.reserve.parallel.now-and-then',
    chance: HALF,
    tamper: () => {
      runs += 1;
      const isUnlucky = runs % 2 === 0;
      return racing(() => isUnlucky);
    },
  }),
  mutant('credits.refund.once', 'refunds for each poll that was running at the failure', {
    id: 'credits.refund.once.parallel',
    tamper: () => refundingEach(2),
  }),
  mutant('credits.refund.once', 'refunds twice if four polls meet', {
    id: 'credits.refund.once.crowd',
    tamper: () => refundingEach(4),
  }),
];

const LOOKS: readonly Mutant[] = [
  mutant('credits.refund.once', 'refunds again for each HEAD of a failed record', {
    id: 'credits.refund.once.head',
    tamper: refundingHeads,
  }),
];

const CAPTURE: readonly Mutant[] = [
  mutant('credits.capture', 'refunds every generation that has ended', { tamper: () => givingBack('poll') }),
  mutant('credits.capture', 'refunds at the first download', {
    id: 'credits.capture.download',
    tamper: () => givingBack('content'),
  }),
];

const STATUSES: readonly Mutant[] = [
  ...(['reference', 'edit'] as const).map((operation) =>
    mutant(`create.source-video-ids.completed.early.${operation}`, `accepts a pending source for "${operation}"`, {
      tamper: () => async (call, engine) => {
        const answer = await engine(call);
        const isMeant = call.operation === 'create' && call.key.includes('-watched') && operates(operation)(call.json);
        return isMeant && answer.status === 400 ? engine(withBody(call, VALID)) : answer;
      },
    }),
  ),
  ...(
    [
      ['second', 'checks the status of only the first source video', (ids) => ids.slice(0, 1), () => true],
      ['first', 'checks the status of only the last source video', (ids) => ids.slice(-1), () => true],
      ['edit', 'checks the status of only the first source of an edit', (ids) => ids.slice(0, 1), operates('edit')],
      ['reference', 'checks only the first status of a reference', (ids) => ids.slice(0, 1), operates('reference')],
    ] satisfies [string, string, (ids: readonly unknown[]) => readonly unknown[], (body: Fields) => boolean][]
  ).map(([name, does, cut, when]) =>
    mutant('create.source-video-ids.completed.failed.mixed', does, {
      id: `create.source-video-ids.completed.failed.mixed.${name}`,
      tamper: cutting(2, when, cut),
    }),
  ),
];

const OWNERS: readonly Mutant[] = (
  [
    ['edit', 'checks the owner of only the first source of an edit', 2, operates('edit'), (ids) => ids.slice(0, 1)],
    ['reference', 'checks the owner of only the first reference', 2, operates('reference'), (ids) => ids.slice(0, 1)],
    ['last', 'checks the owner of only the last source video', 2, operates('extend'), (ids) => ids.slice(-1)],
    ['two', 'checks the owners of only two source videos', 3, operates('extend'), (ids) => ids.slice(0, 2)],
  ] satisfies [string, string, number, (body: Fields) => boolean, (ids: readonly unknown[]) => readonly unknown[]][]
).map(([name, does, count, when, cut]) =>
  mutant('create.source-video-ids.owned.mixed', does, {
    id: `create.source-video-ids.owned.mixed.${name}`,
    alone: true,
    tamper: cutting(count, when, cut),
  }),
);

const SECONDS: readonly Mutant[] = (
  [
    ['edit', 'does not add up the lengths for an edit', operates('edit')],
    ['reference', 'does not add up the lengths for references', operates('reference')],
    ['none', 'does not add up the lengths without an operation', (body) => !('reference_video_operation' in body)],
    ['largest', 'does not add up the lengths at 1080p', (body) => body['resolution'] === '1080p'],
  ] satisfies [string, string, (body: Fields) => boolean][]
).map(([name, does, when]) =>
  mutant('create.source-video-ids.seconds.above.everywhere', does, {
    id: `create.source-video-ids.seconds.above.everywhere.${name}`,
    alone: true,
    tamper: () => accepting((body) => sources(body).length === 6 && when(body)),
  }),
);

/** The price of a second with a source video. */
const PRICE = 0.08;
const isSilent =
  (operation: string) =>
  (body: Fields): boolean =>
    operates(operation)(body) && body['audio'] === false;
const BILLS: readonly Mutant[] = (
  [
    ['edit', '', 'bills only the output of an edit', operates('edit'), 2, 4],
    ['edit', 'asked', 'bills the requested seconds of an edit', operates('edit'), 2, 16],
    ['edit', 'first', 'bills only the first source video of an edit', operates('edit'), 2, 8],
    ['edit', 'twice', 'bills the sources of an edit instead of its output', operates('edit'), 2, 18],
    ['reference', '', 'bills only the output of references', operates(undefined), 1, 7],
    ['edit.many', '', 'bills only the first source video of a silent edit', isSilent('edit'), 2, 10],
    ['reference.many', '', 'bills only the first source video of a reference', isSilent('reference'), 2, 9],
  ] satisfies [string, string, string, (body: Fields) => boolean, number, number][]
).map(([name, variant, does, when, count, seconds]) => {
  const check = `billing.source-seconds.${name}`;
  const isThorough = name.endsWith('.many');
  return mutant(check, does, {
    id: variant === '' ? check : `${check}.${variant}`,
    tamper: () => billing((body) => (sources(body).length === count && when(body) ? seconds * PRICE : undefined)),
    ...(isThorough ? { selection: { thorough: true, only: [check] } } : { alone: true }),
  });
});

const EXACT: readonly Mutant[] = [
  mutant('billing.source-seconds.to-the-cent', 'bills an edit as a source by its requested length', {
    id: 'billing.source-seconds.to-the-cent.asked',
    alone: true,
    tamper: () => billing((body) => (sources(body).length === 5 ? (30 + 33) * PRICE : undefined)),
  }),
  mutant('billing.source-seconds.extend.large', 'bills only the output of an extension at 1080p', {
    tamper: () =>
      billing((body) =>
        operates('extend')(body) && body['resolution'] === '1080p'
          ? Number(body['duration_seconds']) * 0.41
          : undefined,
      ),
    selection: { thorough: true, only: ['billing.source-seconds.extend.large'] },
  }),
  mutant('billing.source-seconds.reference.operation', 'bills only the output of a reference with the operation', {
    tamper: () =>
      billing((body) => (operates('reference')(body) ? Number(body['duration_seconds']) * PRICE : undefined)),
    selection: { only: ['billing.source-seconds.reference.operation'] },
  }),
  ...(
    [
      ['output', 'bills only the output of an edit at 1080p', 'edit', 4],
      ['asked', 'bills an edit at 1080p by its requested length', 'edit', 15],
      ['extend', 'bills only the output of an extension at 1080p, beside an edit', 'extend', 9],
    ] as const
  ).map(([name, does, operation, seconds]) =>
    also(['billing.source-seconds.edit.large', name], does, {
      tamper: () =>
        billing((body) => (operates(operation)(body) && body['resolution'] === '1080p' ? seconds * 0.41 : undefined)),
      selection: { only: ['billing.source-seconds.edit.large'] },
    }),
  ),
  mutant('billing.source-seconds.to-the-cent', 'bills four seconds of each source video', {
    alone: true,
    tamper: () => billing((body) => (sources(body).length === 5 ? (30 + 20) * PRICE : undefined)),
  }),
];

export const RACE_MUTANTS: readonly Mutant[] = [
  ...RACES,
  ...LOOKS,
  ...CAPTURE,
  ...STATUSES,
  ...OWNERS,
  ...SECONDS,
  ...BILLS,
  ...EXACT,
];

/** Hides the reservations of concurrent creates from each other. */
function racing(isOpen: () => boolean): Tampering {
  let underWay = 0;
  return async (call, engine) => {
    if (call.operation !== 'create' || !isOnce(call) || 'source_video_ids' in call.json) return engine(call);
    underWay += 1;
    await sleep(WINDOW_MS);
    try {
      return await engine(underWay > 1 && isOpen() ? withKey(call, LENDER) : call);
    } finally {
      underWay -= 1;
    }
  };
}

/** Refunds for each of several polls that meet at the failure. The lender pays the extra refunds. */
function refundingEach(crowd: number): Tampering {
  let [polls, extra] = [0, 0];
  const failed = new Set<string>();
  return async (call, engine) => {
    if (call.operation === 'create' && isOnce(call) && !JSON.stringify(call.json).includes('[[')) {
      const answer = await engine(call);
      if (answer.status !== 402 || extra === 0) return answer;
      extra -= 1;
      return engine(withKey(call, LENDER));
    }
    if (call.operation !== 'get' || !isOnce(call)) return engine(call);
    polls += 1;
    await sleep(WINDOW_MS);
    const met = polls;
    const answer = await engine(call);
    const isFirst = fieldsOf(answer)['status'] === 'failed' && !failed.has(call.id);
    if (isFirst) failed.add(call.id);
    if (isFirst && Math.max(met, polls) >= crowd) extra = 1;
    polls -= 1;
    return answer;
  };
}

/** Refunds again for each HEAD. The lender pays the extra refunds. */
function refundingHeads(): Tampering {
  let extra = 0;
  return async (call, engine) => {
    const answer = await engine(call);
    if (!isOnce(call)) return answer;
    if (call.operation === 'get' && call.method === 'HEAD') extra += 1;
    if (call.operation !== 'create' || answer.status !== 402 || extra === 0) return answer;
    extra -= 1;
    return engine(withKey(call, LENDER));
  };
}

/** Refunds completed generations: the lender pays for the next create. */
function givingBack(at: 'poll' | 'content'): Tampering {
  let isBack = false;
  return async (call, engine) => {
    if (!isOnce(call)) return engine(call);
    const answer = await engine(call);
    const isCompleted = call.operation === 'get' && fieldsOf(answer)['status'] === 'completed';
    const isServed = call.operation === 'content' && answer.status < 300;
    if (at === 'poll' ? isCompleted : isServed) isBack = true;
    return isBack && call.operation === 'create' && answer.status === 402 ? engine(withKey(call, LENDER)) : answer;
  };
}

/** Checks only some of the source videos. */
function cutting(
  count: number,
  when: (body: Fields) => boolean,
  cut: (ids: readonly unknown[]) => readonly unknown[],
): () => Tampering {
  return creating((body) =>
    sources(body).length === count && when(body) ? { ...body, source_video_ids: cut(sources(body)) } : body,
  );
}

/** Changes the cost of some creates in all their records. */
function billing(price: (body: Fields) => number | undefined): Tampering {
  const costs = new Map<unknown, number>();
  return recording((record, { operation, json }) => {
    const cost = operation === 'create' ? price(json) : undefined;
    if (cost !== undefined) costs.set(record['id'], cost);
    const known = costs.get(record['id']);
    return known === undefined ? record : { ...record, cost_usd: known };
  })();
}
