/** Collects the results of `--check`: the number of judged responses, and the broken promises. */

import { escapeInvisible } from '../contract/invisible.ts';
import type { JudgeOfTraffic } from '../conformance/passive/passive-judge.ts';
import type { Checked } from '../emulator/api/service.ts';
import type { UpstreamWarning } from '../emulator/domain/trace.ts';
import type { PassiveJudge } from './parts.ts';

export interface Checking {
  readonly judge: PassiveJudge;
  /** Notes that the length of a body differs from its range. */
  readonly noteLength: () => void;
  readonly found: () => Checked;
}

const LENGTH: UpstreamWarning = {
  check: 'content.range.length',
  why: 'The body of a 206 does not have the number of bytes that its Content-Range states.',
};

/** Replaces a finding whose response repeats the API key, because it could quote a part of the key. */
const ECHO = 'The response repeats the API key of the request. So the text of the response is not shown.';

/** Creates a judge that counts responses and broken promises. */
export function createChecking(judgeOf: JudgeOfTraffic): Checking {
  const broken = new Map<string, { times: number; readonly why: string }>();
  let judged = 0;
  const note = ({ check, why }: UpstreamWarning): void => {
    const known = broken.get(check);
    if (known === undefined) broken.set(check, { times: 1, why });
    else known.times += 1;
  };
  return {
    judge: (exchange, redact) => {
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

/** Returns a text on one line, without control sequences and invisible characters. */
function plain(text: string): string {
  return escapeInvisible(text)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
}
