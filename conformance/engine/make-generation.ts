/** Makes one generation, or resumes a generation from the journal, and polls it to its end. */

import { STATUSES } from '../../contract/generation.ts';
import { sha256 } from '../client/body.ts';
import { textIn, type Exchange, type HeaderLine } from '../client/exchange.ts';
import type { KeyName } from '../client/keys.ts';
import { sleep } from '../client/sleep.ts';
import type { Sent, Spec } from '../client/spec.ts';
import type { Profile } from '../profile/profile.ts';
import { acceptedId, createSpec, type MadeGeneration, type MakeOptions } from './probe-tools.ts';
import type { SpendJournal } from './money/journal.ts';

export interface Maker {
  readonly probe: string;
  readonly profile: Profile;
  readonly journal: SpendJournal;
  readonly signal: AbortSignal;
  /** `alongside` is called when the request leaves; under a budget the next create waits for it, too. */
  readonly send: (
    label: string,
    spec: Omit<Spec, 'probe' | 'label'>,
    alongside?: () => Promise<unknown>,
  ) => Promise<Sent>;
  /** Reports the status of the generation, for the progress line. */
  readonly progress: (status: string) => void;
}

export type Made = { readonly clip: MadeGeneration; readonly status: string } | { readonly problem: string };

/** The label of the download that follows the first poll with `completed`. */
export const AT_ONCE = 'part at once';
const PART: readonly HeaderLine[] = [['Range', 'bytes=0-99']];

const SLOWEST_POLL_MS = 15_000;
/** The number of consecutive polls that may get a busy response or none. */
const MOST_LOST_POLLS = 3;
/** The number of consecutive polls that may show an undocumented status, which breaks a promise and may never end. */
const MOST_STRANGE_POLLS = 4;

/** Resolves to the end of a generation, or to the reason why there is none. */
export async function makeGeneration(maker: Maker, body: object, options: MakeOptions): Promise<Made> {
  const key = options.key ?? 'primary';
  const text = JSON.stringify(body);
  const started = await start(maker, text, { ...options, key });
  if ('problem' in started) return started;
  await options.meanwhile?.(started.id);
  const made = await follow(maker, { name: maker.probe, id: started.id, key }, options);
  await Promise.all(started.others.map((id) => pollToEnd(maker, { id, key, seenBy: options.duplicatesSeenBy ?? key })));
  return made;
}

/**
 * Polls an additional generation to its end, because its credits may return only with the poll that shows the failure.
 * If the other key of the account cannot see the generation, the key of the create continues.
 */
async function pollToEnd(
  { profile, signal, send }: Maker,
  { id, key, seenBy }: { readonly id: string; readonly key: KeyName; readonly seenBy: KeyName },
): Promise<void> {
  const { generationSeconds, pollSeconds } = profile.timing;
  const until = performance.now() + generationSeconds * 1000;
  let by = seenBy;
  for (let poll = 1; performance.now() < until && !signal.aborted; poll += 1) {
    const label = by === key ? `other poll ${poll}` : `seen by ${by} key ${poll}`;
    const { exchange } = await send(label, { method: 'GET', path: `/v1/videos/${id}`, key: by });
    const status = statusOf(exchange);
    if (status === 'completed' || status === 'failed') return;
    if (status !== 'pending' && status !== 'running') {
      if (by === key) return;
      by = key;
      continue;
    }
    await sleep(pauseAfter(poll, pollSeconds), signal);
  }
}

/** Returns the Idempotency-Key of the create of a probe. */
export function idempotencyKeyOf(runId: string, probe: string): string {
  return `standin-${runId}-${probe}`;
}

async function start(
  { probe, journal, send }: Maker,
  text: string,
  { key, headers = [], unkeyed, label = 'create', duplicates = 0 }: MakeOptions & { key: KeyName },
): Promise<{ readonly id: string; readonly others: readonly string[] } | { problem: string }> {
  const body = sha256(Buffer.from(text));
  const earlier = journal.earlier(probe);
  const known = earlier?.body === body ? earlier : undefined;
  if (known?.id !== undefined) return { id: known.id, others: [] };
  const idempotencyKey = known?.idempotencyKey ?? idempotencyKeyOf(journal.runId, probe);
  journal.write({ event: 'intend', name: probe, idempotencyKey, body });
  const hasOwn = unkeyed === true || headers.some(([name]) => name.toLowerCase() === 'idempotency-key');
  const keyed: HeaderLine[] = hasOwn ? [] : [['Idempotency-Key', idempotencyKey]];
  // Creates that leave together must arrive together.
  const spec = createSpec(text, { key, headers: [...keyed, ...headers], urgent: true });
  const labels = Array.from({ length: duplicates }, (_, at) => `rival ${at + 1}`);
  let atOnce: readonly Sent[] = [];
  const first = await send(label, spec, async () => {
    atOnce = await Promise.all(labels.map((name) => send(name, { ...spec, skipsBudget: true })));
  });
  const ids = [first, ...atOnce].flatMap(({ exchange }) => acceptedId(exchange) ?? []);
  const [id, ...others] = new Set(ids);
  if (id === undefined)
    return { problem: `the server did not accept its create request (${outcomeText(first.exchange)})` };
  journal.write({ event: 'accepted', name: probe, id, body });
  return { id, others };
}

async function follow(
  { profile, signal, send, progress }: Maker,
  clip: MadeGeneration,
  { pollsAtOnce = 1, beforePoll, whileRunning }: MakeOptions,
): Promise<Made> {
  const { generationSeconds, pollSeconds } = profile.timing;
  // The time that a request waited for its turn under the run's own rate does not count as time of the server.
  let [pause, lost, strange, wasRunning, polledMs] = [pollSeconds * 1000, 0, 0, false, 0];
  for (let poll = 1; ; poll += 1) {
    await beforePoll?.(clip.id);
    const get = { method: 'GET', path: `/v1/videos/${clip.id}`, key: clip.key, urgent: true };
    const others = Array.from({ length: pollsAtOnce - 1 }, (_, at) => `again poll ${poll}.${at + 1}`);
    const [{ exchange }] = await Promise.all([send(`poll ${poll}`, get), ...others.map((name) => send(name, get))]);
    const isLost = exchange.response === undefined || [429, 503].includes(exchange.response.status);
    lost = isLost ? lost + 1 : 0;
    const status = statusOf(exchange) ?? (isLost && lost <= MOST_LOST_POLLS ? 'unknown' : undefined);
    if (status === undefined) return { problem: unreadText(exchange) };
    progress(status);
    strange = isLost || isKnown(status) ? 0 : strange + 1;
    if (strange >= MOST_STRANGE_POLLS)
      return { problem: `its status is "${status}", which is not one of ${STATUSES.join(', ')}` };
    if (status === 'running' && !wasRunning) await whileRunning?.(clip.id);
    wasRunning ||= status === 'running';
    if (status === 'completed')
      await send(AT_ONCE, { ...get, path: `${get.path}/content`, headers: PART, follow: true });
    if (status === 'completed' || status === 'failed') return { clip, status };
    if (signal.aborted) return { problem: 'the run was stopped' };
    polledMs += exchange.ms + pause;
    if (polledMs > generationSeconds * 1000)
      return { problem: `its status was still ${status} after ${generationSeconds} s (--generation-timeout)` };
    await sleep(pause, signal);
    pause = pauseAfter(poll, pollSeconds);
  }
}

/** Returns the milliseconds between two polls after this number of polls. */
export function pauseAfter(polls: number, pollSeconds: number): number {
  return Math.min(SLOWEST_POLL_MS, pollSeconds * 1000 * 1.5 ** polls);
}

/** Returns the status in the record that a get returned. */
export function statusOf({ response }: Exchange): string | undefined {
  return response?.status === 200 ? textIn(response, 'status') : undefined;
}

/** Returns whether the document lists a status. */
export function isKnown(status: string | undefined): boolean {
  return STATUSES.some((known) => known === status);
}

function unreadText(exchange: Exchange): string {
  return exchange.response?.status === 200
    ? 'its record has no string as `status`'
    : `the kit could not read its record (${outcomeText(exchange)})`;
}

/** Describes the outcome of a request in a few words. */
export function outcomeText({ response, failure }: Exchange): string {
  return response === undefined ? (failure?.message ?? 'no response') : `status ${response.status}`;
}
