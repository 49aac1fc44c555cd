/** Watches any client, without a driver: one key per case. At the end, the checks judge the journal. */

import { setTimeout as sleep } from 'node:timers/promises';
import { HEALTHY, type StoryPace } from '../cases/audition-case.ts';
import type { CaseRecord } from '../evidence/case-record.ts';
import { openWatchedStage, type WatchedAccount, type WatchedStage } from '../stage/watched-stage.ts';

export interface WatchOptions {
  readonly pace: StoryPace;
  /** The port; a free one by default. */
  readonly port?: number;
  /** Ends the watch when requests have come and then none has come for this many seconds. */
  readonly idleSeconds?: number | undefined;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  readonly onReady: (ready: { readonly url: string; readonly endUrl: string }) => void;
}

const LOOK_MS = 200;

/** Resolves to one record for each account whose scenario has expectations. */
export async function watch(options: WatchOptions): Promise<CaseRecord[]> {
  const stage = await openWatchedStage(options.pace, options.port);
  try {
    options.onReady({ url: stage.url, endUrl: stage.endUrl });
    await untilOver(stage, options);
    const accounts = await stage.accounts();
    return await Promise.all(accounts.map((account) => recordOf(stage, account, options.pace)));
  } finally {
    await stage.close();
  }
}

async function untilOver(stage: WatchedStage, { signal, idleSeconds = Infinity }: WatchOptions): Promise<void> {
  let last = 0;
  let since = performance.now();
  while (!signal.aborted && !(await stage.isEnded())) {
    const { count, isBusy } = stage.traffic();
    if (count !== last || isBusy || count === 0) since = performance.now();
    last = count;
    if (performance.now() - since >= idleSeconds * 1000) return;
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function recordOf(
  stage: WatchedStage,
  { label, scenario }: WatchedAccount,
  pace: StoryPace,
): Promise<CaseRecord> {
  const entries = await stage.entriesOf(label);
  const prompts = entries.flatMap(({ operation, request }) => (operation === 'create' ? (request.prompt ?? []) : []));
  const paid = await stage.paidBy(label);
  return {
    client: 'watched',
    label,
    scenario: scenario ?? HEALTHY,
    pace,
    deadlineSeconds: 0,
    prompts: [...new Set(prompts)],
    entries: [...entries],
    outcome: { end: 'not-observed', how: 'was watched', ranMs: 0, leaks: [] },
    paid,
    careful: paid,
  };
}
