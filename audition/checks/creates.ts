/** One wish, one generation, one charge: which creates the client sends, and with which Idempotency-Key. */

import * as z from 'zod';
import type { ClientRequest } from '../evidence/case-evidence.ts';
import { acceptedId, groupsOf, isAmbiguous, seenFailed } from './attempts.ts';
import { defineClientCheck, defineClientCheckWith, KEPT, UNTRIED, type ClientCheck } from './client-check.ts';

const RESERVES = {
  sentence: 'The call reserves the cost and returns immediately.',
  source: 'API document, POST /v1/videos',
} as const;

/** A create that came while a generation of the same wish was there, and the create that had made that one. */
interface SecondCreate {
  readonly first: ClientRequest;
  readonly second: ClientRequest;
  /** Whether the client had been told that the first was accepted. */
  readonly wasSeen: boolean;
}

/** Creates of one wish, that is of one prompt, in their order. */
function wishesOf(requests: readonly ClientRequest[]): ClientRequest[][] {
  return groupsOf(
    requests.filter(({ operation }) => operation === 'create'),
    ({ prompt }) => prompt,
  );
}

/** Creates that follow another of their wish which was accepted, and whose generation was not seen to fail since. */
function secondCreates(requests: readonly ClientRequest[]): SecondCreate[] {
  return wishesOf(requests).flatMap((creates) => {
    // What has failed stays failed, so the search for a later create goes on where that for this one ended.
    let [made, accepted] = [0, 0];
    return creates.flatMap((second, index): SecondCreate[] => {
      const failed = seenFailed(requests, second);
      const isAlive = (id: string | null | undefined): boolean => typeof id === 'string' && !failed.has(id);
      made = indexBetween(creates, [made, index], (create) => isAlive(create.made));
      accepted = indexBetween(creates, [accepted, index], (create) => isAlive(acceptedId(create)));
      const first = made < index ? creates[made] : undefined;
      if (first === undefined || isReplay(first, second)) return [];
      const seen = indexBetween(
        creates,
        [accepted, index],
        (create) => isAlive(acceptedId(create)) && (create.endedMs ?? 0) <= second.arrivedMs,
      );
      return [{ first, second, wasSeen: seen < index }];
    });
  });
}

/** The first index between two at which there is such a create; the second of them if there is none. */
function indexBetween(
  creates: readonly ClientRequest[],
  [from, to]: readonly [number, number],
  isIt: (create: ClientRequest) => boolean,
): number {
  for (let at = from; at < to; at += 1) {
    const create = creates[at];
    if (create !== undefined && isIt(create)) return at;
  }
  return to;
}

/** The same key brings the same answer again and makes nothing. */
function isReplay(first: ClientRequest, second: ClientRequest): boolean {
  return second.made === null && second.idempotencyKey !== null && second.idempotencyKey === first.idempotencyKey;
}

const ONE_GENERATION = defineClientCheckWith({
  id: 'one-generation-for-one-wish',
  level: 'must',
  kind: 'safety',
  twin: 'delivers',
  rests: RESERVES,
  proves: 'However often the client has to ask, one wish makes one generation and is paid once.',
  failing: 'It sends a create again whose answer it never had, in a way that makes and pays a second generation.',
  remedy:
    'Choose an Idempotency-Key for each wish before the first attempt, and send it with every attempt: the service then answers with the generation that it has made already.',
  everywhere: true,
  parameters: z.strictObject({ most: z.int().min(1).default(1) }),
  judge: ({ requests }, { most }) => {
    const creates = requests.filter(({ operation }) => operation === 'create');
    if (creates.length === 0) return UNTRIED;
    const doubled = secondCreates(requests).filter(({ second, wasSeen }) => second.made !== null && !wasSeen);
    const [one] = doubled;
    if (one === undefined || doubled.length < most) return KEPT;
    return {
      kind: 'missed',
      says: `Its create was accepted although it had no answer; it sent it again ${keyText(one)}, and paid for ${doubled.length + 1} generations.`,
      exchanges: [one.first.seq, one.second.seq],
    };
  },
});

function keyText({ first, second }: SecondCreate): string {
  if (second.idempotencyKey === null) return 'without an Idempotency-Key';
  return second.idempotencyKey === first.idempotencyKey
    ? 'with the same Idempotency-Key'
    : 'with another Idempotency-Key';
}

const NO_SECOND_CREATE = defineClientCheck({
  id: 'no-second-create',
  level: 'must',
  kind: 'safety',
  twin: 'delivers',
  rests: RESERVES,
  proves:
    'Once a create is accepted, the client creates nothing else for that wish, whatever happens to polls and downloads.',
  failing:
    'After a poll or a download that failed, or after its own time-out, it creates and pays the same clip again.',
  remedy:
    'Keep the id of the accepted generation. Repeat the poll or the download that failed, with its own retries, and never the create.',
  everywhere: true,
  judge: ({ requests }) => {
    if (!requests.some((request) => acceptedId(request) !== undefined)) return UNTRIED;
    const again = secondCreates(requests).find(({ wasSeen }) => wasSeen);
    if (again === undefined) return KEPT;
    const before = requests.findLast(({ seq }) => seq < again.second.seq && seq > again.first.seq);
    const cause = before === undefined ? '' : `, after ${before.method} was answered ${before.status}`;
    return {
      kind: 'missed',
      says: `Its create had been accepted, and it sent another one for the same clip${cause}.`,
      exchanges: [again.first.seq, ...(before === undefined ? [] : [before.seq]), again.second.seq],
    };
  },
});

/** Neighbouring attempts at one create, as long as it was neither accepted nor refused for good. */
function retriedCreates(requests: readonly ClientRequest[]): (readonly [ClientRequest, ClientRequest])[] {
  return wishesOf(requests).flatMap((creates) =>
    creates.flatMap((second, index) => {
      const first = creates[index - 1];
      if (first === undefined || !isRetry(first, second)) return [];
      return first.made !== null && seenFailed(requests, second).has(first.made) ? [] : [[first, second] as const];
    }),
  );
}

/** After an acceptance, or a refusal that says that the request is wrong, the next create is another wish. */
function isRetry(first: ClientRequest, second: ClientRequest): boolean {
  const isUnderWay = second.arrivedMs < (first.endedMs ?? first.arrivedMs);
  return !isUnderWay && (isAmbiguous(first) || first.status === 429);
}

const SAME_KEY = defineClientCheck({
  id: 'same-key-on-every-attempt',
  level: 'must',
  kind: 'safety',
  twin: 'delivers',
  rests: {
    sentence: 'Request headers: … optional Idempotency-Key (string, at most 128 characters).',
    source: 'API document, POST /v1/videos',
  },
  proves:
    'Every attempt at a create carries the same Idempotency-Key, and none is sent again without one when its outcome is not known.',
  failing:
    'It makes a new key for each attempt, or sends a create without any key again after a reset, a time-out or a 5xx.',
  remedy:
    'Make the key once for each wish, outside of the retry loop. Where a create had no key and its outcome is not known, do not send it again: report it.',
  everywhere: true,
  judge: ({ requests }) => {
    const retried = retriedCreates(requests);
    const wrong = retried.find(([first, second]) => hasWrongKey(first, second));
    if (wrong === undefined) return retried.length === 0 ? UNTRIED : KEPT;
    const [first, second] = wrong;
    const how = second.idempotencyKey === null ? 'without an Idempotency-Key' : 'with another Idempotency-Key';
    const known = isAmbiguous(first) ? 'whose outcome it did not know' : `that was answered ${first.status}`;
    return { kind: 'missed', says: `It sent a create ${known} again ${how}.`, exchanges: [first.seq, second.seq] };
  },
});

function hasWrongKey(first: ClientRequest, second: ClientRequest): boolean {
  if (first.idempotencyKey === null && !isAmbiguous(first)) return false;
  return second.idempotencyKey === null || second.idempotencyKey !== first.idempotencyKey;
}

const SENDS_KEY = defineClientCheck({
  id: 'sends-idempotency-key',
  level: 'should',
  kind: 'liveness',
  rests: {
    sentence: 'Request headers: … optional Idempotency-Key (string, at most 128 characters).',
    source: 'API document, POST /v1/videos',
  },
  proves: 'Each create carries an Idempotency-Key, so that it can be sent again without being paid twice.',
  failing: 'It sends creates without a key.',
  remedy: 'Send a random UUID as Idempotency-Key with each create.',
  everywhere: true,
  judge: ({ requests }) => {
    const creates = requests.filter(({ operation }) => operation === 'create');
    if (creates.length === 0) return UNTRIED;
    const without = creates.find(({ idempotencyKey }) => idempotencyKey === null);
    if (without === undefined) return KEPT;
    return { kind: 'missed', says: 'It sent a create without an Idempotency-Key.', exchanges: [without.seq] };
  },
});

export const CREATE_CHECKS: readonly ClientCheck[] = [ONE_GENERATION, NO_SECOND_CREATE, SAME_KEY, SENDS_KEY];
