/** Checks the creates of a client: one generation and one charge per intent, and the Idempotency-Key of each create. */

import { isDeepStrictEqual } from 'node:util';
import { CreateVideoRequest } from '../../contract/request.ts';
import type { CaseEvidence, ClientRequest } from '../evidence/case-evidence.ts';
import { acceptedId, groupsOf, isUnknown, objectIn, seenFailed } from './attempts.ts';
import { judgeFirst, missed, mustNever, required, should, type ClientCheck, type Judged } from './client-check.ts';

/** Groups creates by intent, in order. Creates of one prompt are split if that prompt was requested more than once. */
export function intentsOf({ requests, prompts }: CaseEvidence): ClientRequest[][] {
  const creates = requests.filter(({ operation }) => operation === 'create');
  return groupsOf(creates, ({ prompt }) => (prompts.length === 1 ? null : prompt)).flatMap((group) => {
    const prompt = group[0]?.prompt ?? '';
    return copiesOf(group, prompts.filter((asked) => asked.startsWith(prompt)).length);
  });
}

/** Splits creates of equal bodies. A new key begins the next copy; without keys, a create after an accepted one. */
function copiesOf(creates: readonly ClientRequest[], most: number): ClientRequest[][] {
  const copies: ClientRequest[][] = [];
  for (const create of creates) {
    const key = create.idempotencyKey;
    const last = copies.at(-1);
    const same = key === null ? undefined : copies.find(([first]) => first?.idempotencyKey === key);
    const before = last?.at(-1);
    const isNext = key !== null || (before !== undefined && acceptedId(before) !== undefined);
    if (same !== undefined) same.push(create);
    else if (last === undefined || (isNext && copies.length < most)) copies.push([create]);
    else last.push(create);
  }
  return copies;
}

/**
 * Returns creates that follow an accepted create of the same intent whose generation the client did not see fail.
 * `wasSeen` states whether the client had received the response that the first create was accepted.
 */
function secondCreates({ requests, ...evidence }: CaseEvidence) {
  return intentsOf({ requests, ...evidence }).flatMap((creates) => {
    // A client that loops may repeat its creates thousands of times, but they make few generations.
    const making = creates.filter(({ made }) => made !== null);
    const knownMs = new Map<string, number>();
    return creates.flatMap((second) => {
      const failed = seenFailed(requests, second);
      const known = [...knownMs].some(([id, ms]) => ms <= second.arrivedMs && !failed(id));
      const id = acceptedId(second);
      if (id !== undefined) knownMs.set(id, Math.min(knownMs.get(id) ?? Infinity, second.endedMs ?? 0));
      const first = making.find(({ seq, made }) => seq < second.seq && made !== null && !failed(made));
      return first === undefined || isReplay(first, second) ? [] : [{ first, second, wasSeen: known }];
    });
  });
}

/** Returns whether a create repeats a key and made nothing, because the service replayed the first response. */
function isReplay(first: ClientRequest, second: ClientRequest): boolean {
  return second.made === null && second.idempotencyKey !== null && second.idempotencyKey === first.idempotencyKey;
}

const ONE_GENERATION = mustNever('one-generation-per-intent', {
  rests: required('credits.reserve'),
  proves: 'The client pays once for each intended generation, even if it sends the create request several times.',
  failing:
    'The client gets no usable response to a create request and sends the request again. Then the service makes and charges a second generation.',
  remedy:
    'Choose an Idempotency-Key for each intended generation before the first attempt. Send this key with every attempt. The service then returns the existing generation.',
  judge: (evidence) => {
    if (!evidence.requests.some(({ operation }) => operation === 'create')) return 'untried';
    const doubled = secondCreates(evidence).filter(({ second, wasSeen }) => second.made !== null && !wasSeen);
    const [one] = doubled;
    if (one === undefined) return undefined;
    const says = `The service accepted a create request, but the client got no usable response. The client sent the create request again ${keyText(one.second, one.first)}, and paid for ${doubled.length + 1} generations.`;
    return missed(says, [one.first, one.second]);
  },
});

function keyText({ idempotencyKey: key }: ClientRequest, first: ClientRequest): string {
  if (key === null) return 'without an Idempotency-Key';
  return `with ${key === first.idempotencyKey ? 'the same' : 'another'} Idempotency-Key`;
}

const NO_SECOND_CREATE = mustNever('no-second-create', {
  rests: required('credits.reserve'),
  proves:
    'After the service accepts a create request, the client sends no other create request for the same intended generation. The rule applies even if polls or downloads fail.',
  failing: 'After a failed poll, a failed download or a timeout, the client creates and pays for the same clip again.',
  remedy: 'Keep the id of the accepted generation. Retry the failed poll or download. Never retry the create request.',
  judge: (evidence) => {
    const { requests } = evidence;
    if (!requests.some((request) => acceptedId(request) !== undefined)) return 'untried';
    const again = secondCreates(evidence).find(({ wasSeen }) => wasSeen);
    if (again === undefined) return undefined;
    const before = requests.findLast(({ seq }) => seq < again.second.seq && seq > again.first.seq);
    const cause = before === undefined ? '' : `, after a ${before.method} returned ${before.status}`;
    const says = `The service had accepted a create request, but the client sent another create request for the same clip${cause}.`;
    return missed(says, [again.first, ...(before === undefined ? [] : [before]), again.second]);
  },
});

/**
 * Returns retries, each with an earlier attempt of unknown outcome, or else with the refused attempt before it. If the
 * outcome is unknown, the client cannot know whether the first create was accepted and paid.
 */
function retriedCreates(evidence: CaseEvidence) {
  return intentsOf(evidence).flatMap((creates) => {
    let unknown: ClientRequest | undefined;
    return creates.flatMap((second, index) => {
      const before = creates[index - 1];
      if (before === undefined) return [];
      unknown = acceptedId(before) === undefined ? (unknown ?? (isUnknown(before) ? before : undefined)) : undefined;
      const first = unknown ?? before;
      const isUnderWay = second.arrivedMs < (first.endedMs ?? first.arrivedMs);
      const isRetry = unknown !== undefined || (first.end === 'whole' && [429, 503].includes(first.status));
      const hasFailed = first.made !== null && seenFailed(evidence.requests, second)(first.made);
      return isRetry && !isUnderWay && !hasFailed ? [{ first, second, isUnknown: unknown !== undefined }] : [];
    });
  });
}

/** Judges the key of the first retry after an attempt whose outcome was unknown, or known, as `unknown` says. */
function judgeKeys(evidence: CaseEvidence, unknown: boolean): Judged {
  const retried = retriedCreates(evidence).filter((one) => one.isUnknown === unknown);
  return judgeFirst(retried, ({ first, second }) => {
    const { idempotencyKey: key } = first;
    if (key === null ? !unknown : second.idempotencyKey === key) return undefined;
    const known = unknown ? 'with an unknown outcome' : `that returned ${first.status}`;
    const how = second.idempotencyKey === null ? 'without an Idempotency-Key' : 'with another Idempotency-Key';
    const says = `The client sent a create request ${known}. Then the client sent the request again ${how}.`;
    return missed(says, [first, second]);
  });
}

const SAME_KEY = mustNever('same-key-on-every-attempt', {
  rests: required('create.idempotency-key.accepted'),
  proves: 'If the outcome of a create request is unknown, every further attempt has the same Idempotency-Key.',
  failing:
    'After a reset, a timeout or a 5xx other than 503, the client retries the create request with a new Idempotency-Key or without an Idempotency-Key.',
  remedy:
    'Make the Idempotency-Key once for each intended generation, outside of the retry loop. If a create request had no Idempotency-Key and its outcome is unknown, do not send the request again. Report the unknown outcome to the caller.',
  judge: (evidence) => judgeKeys(evidence, true),
});

const KEEPS_KEY = should('keeps-key-when-refused', {
  since: '0.2',
  rests: required('create.idempotency-key.accepted'),
  proves: 'After 429 or 503, the client sends the create request again with the same Idempotency-Key.',
  failing: 'The client makes a new Idempotency-Key for each attempt, although one Idempotency-Key is safe for all.',
  remedy: 'Make the Idempotency-Key once for each intended generation, outside of the retry loop.',
  judge: (evidence) => judgeKeys(evidence, false),
});

const SAME_BODY = mustNever('same-body-on-every-attempt', {
  since: '0.2',
  rests: required('create.idempotency-key.accepted'),
  proves: 'If several create requests have the same Idempotency-Key, their bodies have the same JSON value.',
  failing: 'The client builds a new body for each attempt, with another timestamp or with more defaults.',
  remedy: 'Build the body and the Idempotency-Key once, and send the same bytes with every attempt.',
  judge: ({ requests }) => {
    const keyed = requests.filter(({ idempotencyKey, bodyHash }) => idempotencyKey !== null && bodyHash !== null);
    const repeated = groupsOf(keyed, ({ idempotencyKey }) => idempotencyKey).filter(({ length }) => length > 1);
    const says = 'The client sent another body with the Idempotency-Key of an earlier create request.';
    return judgeFirst(repeated, ([first, ...others]) => {
      const other = others.find(({ bodyHash }) => bodyHash !== first?.bodyHash);
      return other && missed(says, [first, other]);
    });
  },
});

const AS_ASKED = mustNever('creates-what-was-asked', {
  since: '0.2',
  rests: required('service.one-clip'),
  proves:
    'Each create request has the fields of its task, unchanged. The client may add fields with their default values, and the ids of source videos.',
  failing: 'The client drops or changes a field, or garbles the prompt. Then the client pays for another clip.',
  remedy: 'Send the body of your caller as JSON in UTF-8, with all its fields. If you cannot send a field, give up.',
  judge: ({ requests, bodies }) => {
    if (bodies === undefined) return 'not-observed';
    const creates = requests.filter((request) => bodyOf(request) !== undefined);
    return judgeFirst(creates, (create) => {
      const changed = bodies.map((asked) => changedFields(asked, bodyOf(create) ?? {}));
      const [least = []] = changed.toSorted((a, b) => a.length - b.length);
      const says = `The client sent a create request that differs from its task: ${least.join(', ')}.`;
      return least.length > 0 && missed(says, [create]);
    });
  },
});

type Fields = Readonly<Record<string, unknown>>;

function bodyOf({ operation, requestBody }: ClientRequest): Fields | undefined {
  return operation === 'create' ? objectIn(requestBody) : undefined;
}

/** The default value of each field that has one. */
const DEFAULTS: Fields = CreateVideoRequest.partial({ model: true, prompt: true, duration_seconds: true }).parse({});

/** Lists the fields whose values differ, with both values. A client adds source videos that its task cannot name. */
function changedFields(asked: Fields, sent: Fields): string[] {
  const names = Object.keys({ ...asked, ...sent }).filter((name) => name !== 'source_video_ids' || name in asked);
  return names.flatMap((name) => {
    const [wanted, found] = [asked, sent].map((body) => ({ ...DEFAULTS, ...body })[name] ?? 'missing');
    return isDeepStrictEqual(wanted, found)
      ? []
      : [`${name} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];
  });
}

const SENDS_KEY = should('sends-idempotency-key', {
  rests: required('create.idempotency-key.accepted'),
  proves: 'Each create request has an Idempotency-Key, so that the service does not charge for a retry.',
  failing: 'The client sends create requests without an Idempotency-Key.',
  remedy: 'Send a random UUID as Idempotency-Key with each create request.',
  judge: ({ requests }) =>
    judgeFirst(
      requests.filter(({ operation }) => operation === 'create'),
      (create) =>
        create.idempotencyKey === null &&
        missed('The client sent a create request without an Idempotency-Key.', [create]),
    ),
});

export const CREATE_CHECKS: readonly ClientCheck[] = [
  ONE_GENERATION,
  NO_SECOND_CREATE,
  SAME_KEY,
  SAME_BODY,
  AS_ASKED,
  KEEPS_KEY,
  SENDS_KEY,
];
