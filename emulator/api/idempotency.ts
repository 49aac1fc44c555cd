/** Idempotency-Key: the same key and body give the stored answer; requests that race with one key wait for the first. */

import { LIMITS } from '../../contract/limits.ts';
import type { Claim, Claimed } from '../domain/idempotency-record.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { ApiResponse } from './api-request.ts';
import type { ApiContext, Call } from './context.ts';
import { bodyFingerprint } from './fingerprint.ts';
import { answerJson, toFirstRecord, toRecord } from './record.ts';
import { Refusal } from './refusal.ts';

type Answer = ApiResponse | Refusal;
type Work = (claim: Claim | undefined) => MaybePromise<Answer>;

export interface Idempotency {
  /** Carries out a create once for each key, and answers from the first one afterwards. */
  once(call: Call, body: unknown, work: Work): MaybePromise<Answer>;
}

const KEY = new RegExp(`^[\\x20-\\x7e]{1,${LIMITS.idempotencyKey.max}}$`);

/** Keeps track of the creates that are under way. */
export function createIdempotency(context: ApiContext): Idempotency {
  const underWay = new Map<string, Promise<unknown>>();

  const onceFor = async (key: string, call: Call, { body, work }: { body: unknown; work: Work }): Promise<Answer> => {
    if (!KEY.test(key)) return new Refusal('invalid_idempotency_key');
    const claim = claimOf(context, call, { key, body });
    const place = `${call.account.name}\n${key}`;
    for (;;) {
      const earlier = await context.store.findClaim(call.account.name, key, call.now);
      if (earlier !== undefined) return replay(context, call, { earlier, claim });
      const first = underWay.get(place);
      if (first === undefined) break;
      if (context.settings.profile === 'ietf') return new Refusal('idempotency_in_progress');
      await first;
    }
    const running = Promise.resolve(work(claim));
    underWay.set(
      place,
      running.catch(() => undefined),
    );
    return running.finally(() => underWay.delete(place));
  };
  return {
    once: (call, body, work) => {
      const key = call.request.header('idempotency-key');
      return key === undefined ? work(undefined) : onceFor(key, call, { body, work });
    },
  };
}

/** Answers a create whose key was used before, or says that its body differs from the first one's. */
export async function replay(
  context: ApiContext,
  call: Call,
  { earlier, claim }: { earlier: Claimed; claim: Claim },
): Promise<Answer> {
  const { mismatch, replayStatus, replayBody } = context.settings.idempotency;
  if (earlier.claim.fingerprint !== claim.fingerprint && mismatch !== 'ignore') {
    return new Refusal('idempotency_key_reused', { status: mismatch === 'refuse' ? undefined : Number(mismatch) });
  }
  const record =
    replayBody === 'stored' ? toFirstRecord(earlier.generation) : toRecord(await currently(context, call, earlier));
  return answerJson(replayStatus, record, { 'idempotent-replayed': 'true' });
}

async function currently({ store }: ApiContext, call: Call, { generation }: Claimed): Promise<Claimed['generation']> {
  return (
    (await store.look(call.account.name, generation.id, { now: call.now, isPoll: false, trace: call.trace })) ??
    generation
  );
}

function claimOf(context: ApiContext, call: Call, { key, body }: { key: string; body: unknown }): Claim {
  const expiresAt = call.now + context.settings.idempotency.lifetimeMs;
  return { key, fingerprint: bodyFingerprint(body), expiresAt };
}
