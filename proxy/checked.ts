/** The result of `--check`: the number of judged responses, and the broken promises. */

import { escapeInvisible } from '../contract/invisible.ts';
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
  why: 'The body of a 206 does not have the number of bytes that its Content-Range states.',
};

/** A check quotes a part of an answer, and so perhaps a part of a key, which no redactor finds. */
const ECHO = 'The response repeats the API key of the request. So the text of the response is not shown.';

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
    judge: (exchange: PassedExchange, redact) => {
      judged += 1;
      const isEcho = [exchange.text ?? '', ...Object.values(exchange.headers)].some((text) => redact(text) !== text);
      const warnings = judgeOf(exchange).map(({ check, why }) => ({ check, why: isEcho ? ECHO : plain(redact(why)) }));
      warnings.forEach(note);
      return warnings;
    },
    noteLength: () => note(LENGTH),
    found: () => ({ judged, broken: Array.from(broken, ([check, found]) => ({ check, ...found })) }),
  };
}

/** On one line, without anything that a terminal obeys or that hides text. */
function plain(text: string): string {
  return escapeInvisible(text)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
}
