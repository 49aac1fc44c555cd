/** Turns the records of a run into its report. It is pure, so a saved run and a new run are judged alike. */

import { isCountedIn, type Edition } from '../../conformance/engine/edition.ts';
import { effectsAt, HEALTHY_SCENARIO, isReachable, type CaseScenario } from '../cases/case-scenario.ts';
import type { ClientCheck } from '../checks/client-check.ts';
import type { CaseRecord } from '../evidence/case-record.ts';
import { toEvidence, type EffectsOfRules } from '../evidence/case-evidence.ts';
import {
  exitStatusOf,
  withKnown,
  type AuditionReport,
  type CaseVerdict,
  type ClientReport,
  type KnownVerdicts,
} from './audition-report.ts';
import { judgeCase, type CaseJudgment } from './case-verdict.ts';
import type { ClientRecords, RunFacts } from './saved-run.ts';

export interface JudgeOptions {
  /** The judged scenarios, in addition to the case without faults. */
  readonly scenarios: readonly CaseScenario[];
  readonly checks: readonly ClientCheck[];
  readonly known: KnownVerdicts;
  /** Checks and scenarios of a newer edition are reported and do not count. */
  readonly edition: Edition;
}

/** A wrong key and a broken driver are mistakes of the tester, so no check judges the client. */
const UNTESTABLE = { word: 'untestable', results: [] } as const satisfies CaseJudgment;

/** Descriptions of scenarios contain the waits of the real pace. */
const OTHER_WAITS = 'With --pace quick, the waits are shorter than described here.';

/** Judges all cases of all clients. If a driver is broken, the healthy case shows the evidence. */
export function judgeRecords(all: readonly ClientRecords[], facts: RunFacts, options: JudgeOptions): AuditionReport {
  const judged = all.map(({ records, ...client }): ClientReport => {
    const cases = records.flatMap((record) => judgeRecord(record, options) ?? []);
    if (client.untestable === undefined) return { ...client, cases };
    const others = options.scenarios.flatMap((one) => judgeRecord(notStarted(one), options) ?? []);
    const unseen = others.map((one) => ({ ...one, missing: undefined, hasOnlyWaited: undefined }));
    return { ...client, cases: [...cases, ...unseen].map((one) => ({ ...one, ...UNTESTABLE })) };
  });
  const { clients, stale } = withKnown(judged, options.known);
  const { edition } = options;
  return { ...facts, edition, clients, stale, exitStatus: exitStatusOf({ ...facts, clients, stale }) };
}

function notStarted({ name: scenario }: CaseScenario): CaseRecord {
  const outcome = { end: 'not-observed', how: 'was not started', ranMs: 0, leaks: [] } as const;
  const nothing = { deadlineSeconds: 0, prompts: [], entries: [], paid: 0, careful: 0 };
  return { client: '', scenario, pace: 'real', outcome, ...nothing };
}

/** Returns the verdict on one case; undefined if its scenario is not judged. */
export function judgeRecord(record: CaseRecord, { scenarios, checks, edition }: JudgeOptions): CaseVerdict | undefined {
  const scenario = [HEALTHY_SCENARIO, ...scenarios].find(({ name }) => name === record.scenario);
  if (scenario === undefined || !isReachable(scenario)) return undefined;
  const { client: _client, entries: _entries, pace, prompts, ...shown } = record;
  const effects = effectsAt(scenario, pace);
  const evidence = toEvidence(record, scenario.audition, effects);
  const wrongKey = wrongKeyOf(record, effects);
  const judged = wrongKey === undefined ? judgeCase(evidence, effects, { checks, edition }) : UNTESTABLE;
  const { since } = scenario.audition;
  const isRetold = pace === 'quick' && scenario.quick !== undefined;
  return {
    ...shown,
    ...judged,
    path: scenario.path,
    since,
    isCounted: isCountedIn(edition, since),
    correct: scenario.client,
    server: isRetold ? `${scenario.server} ${OTHER_WAITS}` : scenario.server,
    outcome: wrongKey === undefined ? record.outcome : { ...record.outcome, how: wrongKey },
    requests: evidence.requests,
    extra: Math.max(0, evidence.paidFor - prompts.length),
  };
}

/**
 * Returns how the emulator rejected the key, if no fault did so. Only watched clients bring keys of their own, and a key
 * that does not fit its account is a mistake of the tester.
 */
function wrongKeyOf({ label, entries }: CaseRecord, effects: EffectsOfRules): string | undefined {
  if (label === undefined || [...effects.values()].some(({ revokesKeys }) => revokesKeys)) return undefined;
  const rejected = entries.find(({ status, account, faults }) => {
    return status === 401 && account === label && faults.length === 0;
  });
  return rejected && `was rejected: ${messageIn(rejected.response.body)}`;
}

function messageIn(body: string | null): string {
  return (
    /"message":"((?:[^"\\]|\\.)*)"/.exec(body ?? '')?.[1] ??
    'the key of the request does not belong to the account of its case'
  );
}
