/** Idempotency-Key: a repeated key replays the first response. Concurrent requests with one key wait for the first. */

import { LIMITS } from '../../../contract/limits.ts';
import { readGeneration } from '../../domain/account-generations.ts';
import { decide } from '../../domain/decide.ts';
import { findRecord, type UsedKey } from '../../domain/idempotency.ts';
import type { IdempotencyRecord } from '../../domain/generation.ts';
import type { ApiContext } from '../context.ts';
import { bodyFingerprint } from '../keys/fingerprint.ts';
import { answerText, recordText } from '../record.ts';
import { Refusal } from '../refusal.ts';
import type { Answer, Call } from '../call.ts';

/** The idempotency record of a create that is not accepted yet. */
export type UnusedRecord = Omit<IdempotencyRecord, 'generation'>;

const KEY_USED = 'This Idempotency-Key was used before. To create another generation, use a new Idempotency-Key.';
const KEY = new RegExp(`^[\\x20-\\x7e]{1,${LIMITS.idempotencyKey.max}}$`);

/** Returns the record for the Idempotency-Key of a create, or undefined if it has no key or keys are ignored. */
export function unusedRecord({ context, request, now }: Call, body: object): UnusedRecord | Refusal | undefined {
  const { repeated, lifetimeMs } = context.settings.idempotency;
  const sent = request.header('idempotency-key');
  if (sent === undefined) return undefined;
  // The length is checked even if keys are ignored.
  if (sent.length > LIMITS.idempotencyKey.max) return new Refusal('invalid_idempotency_key');
  if (repeated === 'ignore') return undefined;
  if (!KEY.test(sent)) return new Refusal('invalid_idempotency_key');
  return { key: storedKey(context, sent), fingerprint: bodyFingerprint(body), expiresAt: now + lifetimeMs };
}

/** Returns the key to store: the sent key, or its fingerprint if it is an API key by mistake. */
function storedKey({ redactors }: ApiContext, sent: string): string {
  const { suspects, redact } = redactors.redactorFor([]);
  return suspects(sent) && redact(sent) !== sent ? bodyFingerprint(sent) : sent;
}

interface KeyedCreate {
  readonly record: UnusedRecord;
  /** The creates in flight, by account and key. */
  readonly inFlight: Map<string, Promise<unknown>>;
  readonly work: () => Promise<Answer>;
}

/**
 * Runs a create once for its key. Later creates with the key wait for the first, and get its response again. The wait
 * only saves work: the decision of a create guarantees one generation per key, because it finds or adds the record.
 */
export async function createOnceForKey(call: Call, { record, inFlight, work }: KeyedCreate): Promise<Answer> {
  const flight = `${call.account.name}\n${record.key}`;
  for (;;) {
    const earlier = await decide(call, (account) => findRecord(account, record.key, call.now));
    if (earlier !== undefined) return replay(call, earlier, record);
    const first = inFlight.get(flight);
    if (first === undefined) break;
    if (call.context.settings.profile === 'ietf') return new Refusal('idempotency_in_progress');
    await first;
  }
  const created = work();
  inFlight.set(
    flight,
    created.catch(() => undefined),
  );
  return created.finally(() => inFlight.delete(flight));
}

/** Responds to a create whose key was used before: with the first response, or with a refusal. */
export async function replay(
  call: Call,
  { generation, record: first }: UsedKey,
  record: UnusedRecord,
): Promise<Answer> {
  const { idempotency, absentFields } = call.context.settings;
  const { repeated, mismatch, replayStatus, replayBody } = idempotency;
  if (repeated === 'reject') return new Refusal('idempotency_key_reused', { message: KEY_USED });
  if (first.fingerprint !== record.fingerprint && mismatch !== 'ignore')
    return new Refusal('idempotency_key_reused', { status: mismatch === 'refuse' ? undefined : Number(mismatch) });
  const read = { now: call.now, isPoll: false };
  const isStored = replayBody === 'stored';
  const current = isStored ? undefined : await decide(call, (account) => readGeneration(account, generation.id, read));
  const text = recordText(current ?? generation, absentFields, isStored ? 'pending' : undefined);
  return answerText(replayStatus, text, { 'idempotent-replayed': 'true' });
}
