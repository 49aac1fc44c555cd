/** What `--check` has found: how much was judged, and which promises were broken how often. */

import type { JudgeOfTraffic } from '../conformance/passive/passive-judge.ts';
import type { Checked } from '../emulator/api/service.ts';
import type { UpstreamWarning } from '../emulator/domain/trace.ts';
import type { PassedExchange, PassiveJudge } from './parts.ts';

export interface Checking {
  readonly judge: PassiveJudge;
  /** A body had another length than its range. */
  readonly noteLength: () => void;
  readonly found: () => Checked;
}

const LENGTH: UpstreamWarning = {
  check: 'content.range.length',
  why: 'A part had another number of bytes than its Content-Range.',
};

/** Counts what a judge finds. */
export function createChecking(judgeOf: JudgeOfTraffic): Checking {
  const broken = new Map<string, { times: number; readonly why: string }>();
  let judged = 0;
  const note = ({ check, why }: UpstreamWarning): void => {
    const known = broken.get(check);
    if (known === undefined) broken.set(check, { times: 1, why });
    else known.times += 1;
  };
  return {
    judge: (exchange: PassedExchange) => {
      judged += 1;
      const warnings = judgeOf(exchange);
      warnings.forEach(note);
      return warnings;
    },
    noteLength: () => note(LENGTH),
    found: () => ({ judged, broken: Array.from(broken, ([check, found]) => ({ check, ...found })) }),
  };
}
