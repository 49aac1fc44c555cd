/** Makes one generation, or resumes one from the journal, and polls it to its end. */

import { STATUSES } from '../../contract/generation.ts';
import { sha256 } from '../client/body.ts';
import type { Exchange, HeaderLine } from '../client/exchange.ts';
import type { KeyName } from '../client/keys.ts';
import { sleep } from '../client/sleep.ts';
import type { Sent, Spec } from '../client/spec.ts';
import type { Profile } from '../profile/profile.ts';
import { acceptedId, type MadeGeneration, type MakeOptions } from './probe-tools.ts';
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
/** So many polls in a row may get no answer, or a busy one. */
const MOST_LOST_POLLS = 3;
/** So many in a row may show a status that is none of the four: it is a broken promise, and may never end. */
const MOST_STRANGE_POLLS = 4;

/** The end of a generation, or why there is none. */
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
 * Polls what was taken besides: a reservation may come back with the poll that shows the failure, and not before. Where
 * the other key of the account sees nothing, that of the create goes on.
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

/** The Idempotency-Key of the create of a probe. */
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
  const hasOwn = (wanted: string): boolean => headers.some(([name]) => name.toLowerCase() === wanted);
  const typed: HeaderLine[] = hasOwn('content-type') ? [] : [['Content-Type', 'application/json']];
  const keyed: HeaderLine[] =
    unkeyed === true || hasOwn('idempotency-key') ? [] : [['Idempotency-Key', idempotencyKey]];
  const spec = {
    method: 'POST',
    path: '/v1/videos',
    key,
    headers: [...typed, ...keyed, ...headers],
    body: text,
    // Those that leave together have to arrive together.
    urgent: true,
  };
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
  // What a request waited for its turn, under a rate of the run's own, is no time that the server took.
  let [pause, lost, strange, wasRunning, lookedMs] = [pollSeconds * 1000, 0, 0, false, 0];
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
    lookedMs += exchange.ms + pause;
    if (lookedMs > generationSeconds * 1000)
      return { problem: `its status was still ${status} after ${generationSeconds} s (--generation-timeout)` };
    await sleep(pause, signal);
    pause = pauseAfter(poll, pollSeconds);
  }
}

/** Milliseconds between two polls, after so many of them. */
export function pauseAfter(polls: number, pollSeconds: number): number {
  return Math.min(SLOWEST_POLL_MS, pollSeconds * 1000 * 1.5 ** polls);
}

/** The status in a record that a get was answered with. */
export function statusOf({ response }: Exchange): string | undefined {
  if (response?.status !== 200) return undefined;
  try {
    const status: unknown = Reflect.get(Object(JSON.parse(response.body.text ?? '')), 'status');
    return typeof status === 'string' ? status : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it is one that the document lists. */
export function isKnown(status: string | undefined): boolean {
  return STATUSES.some((known) => known === status);
}

function unreadText(exchange: Exchange): string {
  return exchange.response?.status === 200
    ? 'its record has no string as `status`'
    : `the kit could not read its record (${outcomeText(exchange)})`;
}

/** The outcome of a request in a few words. */
export function outcomeText({ response, failure }: Exchange): string {
  return response === undefined ? (failure?.message ?? 'no response') : `status ${response.status}`;
}
