/** Turns the records of a run into its report. It is pure, so a saved run and a new run are judged alike. */

import { isCountedIn, type Edition } from '../../conformance/engine/edition.ts';
import {
  effectsAt,
  HEALTHY_SCENARIO,
  isReachable,
  type CaseScenario,
  type ReachableScenario,
} from '../cases/case-scenario.ts';
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

/** A wrong key is the tester's mistake, so no check judges the client. */
const UNTESTABLE: CaseJudgment = { word: 'untestable', results: [] };

/** Descriptions of scenarios contain the waits of the real pace. */
const OTHER_WAITS = 'With --pace quick, the waits are shorter than described here.';

/** Judges all cases of all clients. */
export function judgeRecords(all: readonly ClientRecords[], facts: RunFacts, options: JudgeOptions): AuditionReport {
  const judged = all.map(({ records, ...client }): ClientReport => ({
    ...client,
    cases:
      client.untestable === undefined
        ? records.flatMap((record) => judgeRecord(record, options) ?? [])
        : untestableCases(records, options),
  }));
  const { clients, stale } = withKnown(judged, options.known);
  const { edition } = options;
  return { ...facts, edition, clients, stale, exitStatus: exitStatusOf({ ...facts, clients, stale }) };
}

/** Returns the verdict on one case; undefined if its scenario is not judged. */
export function judgeRecord(record: CaseRecord, { scenarios, checks, edition }: JudgeOptions): CaseVerdict | undefined {
  const scenario = [HEALTHY_SCENARIO, ...scenarios].find(({ name }) => name === record.scenario);
  if (scenario === undefined || !isReachable(scenario)) return undefined;
  const { client: _client, entries: _entries, pace, prompts, ...shown } = record;
  const effects = effectsAt(scenario, pace);
  const evidence = toEvidence(record, scenario.audition, effects);
  const wrongKey = wrongKeyOf(record, effects);
  const judged = wrongKey === undefined ? judgeCase(evidence, { checks, effects, edition }) : UNTESTABLE;
  const isRetold = pace === 'quick' && scenario.quick !== undefined;
  return {
    ...shown,
    ...judged,
    ...aboutOf(scenario, edition),
    server: isRetold ? `${scenario.server} ${OTHER_WAITS}` : scenario.server,
    outcome: wrongKey === undefined ? record.outcome : { ...record.outcome, how: wrongKey },
    requests: evidence.requests,
    extra: Math.max(0, evidence.paidFor - prompts.length),
  };
}

/** Returns the facts of a scenario that its verdict shows. */
function aboutOf({ path, audition, server, client }: ReachableScenario, edition: Edition) {
  const { since } = audition;
  return { path, since, isCounted: isCountedIn(edition, since), server, correct: client };
}

/** Marks every case as untestable, because a broken driver allows no verdict. The healthy case shows the evidence. */
function untestableCases(records: readonly CaseRecord[], options: JudgeOptions): CaseVerdict[] {
  const { scenarios, edition } = options;
  const shown = records.flatMap((record) => judgeRecord(record, options) ?? []);
  const outcome = { end: 'not-observed', how: 'was not started', ranMs: 0, leaks: [] } as const;
  const nothing = { outcome, requests: [], paid: 0, careful: 0, extra: 0, deadlineSeconds: 0 };
  const others = scenarios
    .filter(isReachable)
    .map((one) => ({ scenario: one.name, ...aboutOf(one, edition), ...nothing }));
  return [...shown, ...others].map((one) => ({ ...one, word: 'untestable', results: [] }));
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
