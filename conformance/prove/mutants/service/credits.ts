/** Servers that miscount credits, or that miscount them after concurrent requests. */

import { setTimeout as sleep } from 'node:timers/promises';
import { mutants, type Mutant } from '../../mutant.ts';
import { fieldsOf, jsonAnswer, withBody, withKey, type Answer, type Call, type Tampering } from '../../server.ts';
import { answering, counter } from '../../tamper/answers.ts';
import { creatingForAnybody, isAccepted, LENDER, ONCE_KEY, sending, type Where } from '../../tamper/calls.ts';
import {
  EDITING,
  matches,
  IN_REFERENCE_MODE,
  refusalAnswer,
  SOME,
  sourcesOf,
  VALID,
  type CreateWhen,
} from '../../tamper/create.ts';

const hasOne = ({ key }: Call): boolean => ONCE_KEY.test(key);
const statusOf = (answer: Answer): unknown => fieldsOf(answer)['status'];
const refund = (when: 'late' | 'twice' | 'never') => ({
  faults: [{ match: { operation: 'create' as const }, effect: { kind: 'outcome' as const, refund: when } }],
});
/** Makes another account pay for some creates. */
const lending = (where: Where): (() => Tampering) => sending(where, (call) => withKey(call, LENDER));
/** The chance that requests meet in a narrow window. Here every second run is unlucky. */
const HALF = 0.5;
/** The delay of a racing request, in which the requests that were sent with it arrive. */
const WINDOW_MS = 10;
let runs = 0;

const RESERVE: readonly Mutant[] = [
  ...mutants({
    'credits.reserve': {
      // Gives the account with credits for one generation unlimited credits.
      'charges only at the end': sending({ key: ONCE_KEY }, (call) => withKey(call, call.key.replace(/~.*/, ''))),
    },
    'credits.reserve.at-create': {
      'reserves when the generation starts': { tamper: reservingLate, settings: { latency: 'polls:1,1' } },
    },
    'credits.reserve.tier': {
      'compares the credits with the price at 480p': lending({
        key: ONCE_KEY,
        body: { duration_seconds: 4, resolution: '720p' },
      }),
    },
    'credits.reserve.whole': {
      'checks only whether any credits are left': lending({
        key: ONCE_KEY,
        body: { resolution: '1080p', source_video_ids: 0 },
      }),
    },
    'credits.reserve.with-sources': { 'does not check the credits for an edit': lendingTo(/once/, EDITING) },
    'credits.reserve.every-create': {
      'does not check the credits for 1080p': lendingTo(/poor/, { resolution: '1080p' }),
      'does not check the credits for clips without sound': lendingTo(/poor/, { audio: false }),
    },
    'credits.reserve.parallel': {
      'checks the credits before it reserves for the earlier create': () => racing(true),
      'sometimes checks the credits too early': { chance: HALF, tamper: () => racing((runs += 1) % 2 === 0) },
    },
    'errors.insufficient-credits.code': {
      'has another code for 402 if there is an image': answering({ body: { image_urls: SOME }, status: 402 }, () =>
        refusalAnswer(402, 'insufficient_credit'),
      ),
    },
    'state.refused-create': {
      'charges rejected creates, whatever credits are left': keeping('unseen'),
      'reserves before it validates, and keeps the reservation': keeping('seen'),
    },
  }),
  ...['image-to-video', 'reference-to-video'].flatMap((mode) =>
    mutants({
      'credits.reserve.every-mode': {
        [`requires no credits for ${mode}`]: creatingForAnybody({ key: /-poor/, body: { mode } }),
      },
    }),
  ),
];

const REFUND: readonly Mutant[] = mutants({
  'credits.refund': {
    'forgets the refund': { settings: refund('never') },
    'forgets the refund without sound': keepingWhatFailed({ audio: false }),
    'forgets the refund in reference mode': keepingWhatFailed(IN_REFERENCE_MODE),
    'forgets the refund if there is a sound': keepingWhatFailed({ audio_urls: SOME }),
  },
  'state.refund-with-failure': { 'refunds one poll after the failure': refundingLater },
  'credits.refund.once': {
    'refunds at every poll that shows the failure': { settings: refund('twice') },
    'refunds for each poll that was running at the failure': () => refundingEach(2),
    'refunds twice if four polls meet': () => refundingEach(4),
    'refunds again for each HEAD of a failed record': refunding(
      () =>
        ({ operation, method }) =>
          operation === 'get' && method === 'HEAD',
    ),
  },
  'credits.refund.once.late': {
    'refunds again at the eleventh poll of a failure': refundingAt(11, 'failed'),
    'refunds a completed generation at the eighth poll': refundingAt(8, 'completed'),
  },
  'credits.capture': {
    'refunds every generation that has ended': refundingAt(1, 'completed'),
    'refunds at the first download': refunding(
      () =>
        ({ operation }, { status }) =>
          operation === 'content' && status < 300,
    ),
  },
});

export const CREDIT_MUTANTS: readonly Mutant[] = [...RESERVE, ...REFUND];

/** Hides the reservations of concurrent creates from each other. */
function racing(isOpen: boolean): Tampering {
  let underWay = 0;
  return async (call, engine) => {
    if (call.operation !== 'create' || !hasOne(call) || 'source_video_ids' in call.json) return engine(call);
    underWay += 1;
    await sleep(WINDOW_MS);
    try {
      return await engine(underWay > 1 && isOpen ? withKey(call, LENDER) : call);
    } finally {
      underWay -= 1;
    }
  };
}

/** Makes nobody pay for the second create. */
function reservingLate(): Tampering {
  let made = 0;
  return async (call, engine) => {
    if (call.operation !== 'create' || !hasOne(call)) return engine(call);
    const answer = await engine(made === 1 ? withKey(call, LENDER) : call);
    if (answer.status === 202) made += 1;
    return answer;
  };
}

/** Makes another account pay for the creates that the key cannot pay for. */
function lendingTo(key: RegExp, when: CreateWhen): () => Tampering {
  const isMeant = matches(when);
  return () => async (call, engine) => {
    const answer = await engine(call);
    if (call.operation !== 'create' || answer.status !== 402 || !key.test(call.key) || !isMeant(call.json, call))
      return answer;
    if (sourcesOf(call.json) === 0) return engine(withKey(call, LENDER));
    const { source_video_ids: _, reference_video_operation: operation, ...rest } = call.json;
    const body = JSON.stringify({ ...rest, mode: 'text-to-video', aspect_ratio: '16:9', duration_seconds: 8 });
    const made = await engine(withKey({ ...call, body, json: { ...rest, operation } }, LENDER));
    return fieldsOf(made)['id'] === undefined ? answer : made;
  };
}

/** Charges a rejected create like a valid create. A lack of credits shows at once ("seen"), or only later. */
function keeping(lack: 'seen' | 'unseen'): () => Tampering {
  return () => async (call, engine) => {
    const answer = await engine(call);
    if (call.operation !== 'create' || !hasOne(call) || answer.status !== 400) return answer;
    const reserved = await engine(withBody(call, VALID));
    return lack === 'seen' && reserved.status === 402 ? reserved : answer;
  };
}

/** Keeps the reservation of some failed generations, so that their account is empty. */
function keepingWhatFailed(when: CreateWhen): () => Tampering {
  const isMeant = matches(when);
  return () => {
    const meant = new Set<unknown>();
    let isKept = false;
    return async (call, engine) => {
      const answer = await engine(call);
      if (hasOne(call) && isAccepted(call, answer)) {
        if (isKept) return refusalAnswer(402, 'insufficient_credits');
        if (isMeant(call.json, call)) meant.add(fieldsOf(answer)['id']);
      }
      if (call.operation === 'get' && meant.has(call.id)) isKept ||= statusOf(answer) === 'failed';
      return answer;
    };
  };
}

/** Shows the failure before the refund, which waits for a later poll. */
function refundingLater(): Tampering {
  const failing = new Map<string, ReturnType<typeof fieldsOf>>();
  return async (call, engine) => {
    const early = failing.get(call.id);
    if (early === undefined) {
      const answer = await engine(call);
      const isFailing = /\[\[standin:fails_|\/image\/400x299/.test(JSON.stringify(call.json));
      if (hasOne(call) && isFailing && isAccepted(call, answer))
        failing.set(String(fieldsOf(answer)['id']), fieldsOf(answer));
      return answer;
    }
    const error = { code: 'generation_failed', message: 'The generation failed.' };
    return call.operation === 'get'
      ? jsonAnswer(200, { ...early, status: 'failed', error })
      : refusalAnswer(404, 'content_unavailable');
  };
}

/** Refunds more than the engine does: after some requests, the lender pays for a create of the account. */
function refunding(make: () => (call: Call, answer: Answer) => boolean): () => Tampering {
  return () => {
    const isRefunded = make();
    let extra = 0;
    return async (call, engine) => {
      const answer = await engine(call);
      if (!hasOne(call)) return answer;
      if (isRefunded(call, answer)) extra += 1;
      if (call.operation !== 'create' || answer.status !== 402 || extra === 0) return answer;
      extra -= 1;
      return engine(withKey(call, LENDER));
    };
  };
}

/** Refunds at each poll of a generation with this end, from a number of polls on. */
function refundingAt(poll: number, end: 'failed' | 'completed'): () => Tampering {
  return refunding(() => {
    const polls = counter();
    return ({ operation }, answer) => operation === 'get' && statusOf(answer) === end && polls(end) >= poll;
  });
}

/** Refunds again if several polls meet at the failure. */
function refundingEach(crowd: number): Tampering {
  let underWay = 0;
  const [crowds, failed] = [new WeakMap<Answer, number>(), new Set<string>()];
  const refund = refunding(() => ({ id, operation }, answer) => {
    const isFirst = operation === 'get' && statusOf(answer) === 'failed' && !failed.has(id);
    if (isFirst) failed.add(id);
    return isFirst && (crowds.get(answer) ?? 0) >= crowd;
  })();
  return (call, engine) =>
    refund(call, async (passed) => {
      if (passed.operation !== 'get' || !hasOne(passed)) return engine(passed);
      underWay += 1;
      await sleep(WINDOW_MS);
      const met = underWay;
      const answer = await engine(passed);
      crowds.set(answer, Math.max(met, underWay));
      underWay -= 1;
      return answer;
    });
}
