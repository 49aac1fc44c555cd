/** Makes texts of the target safe in a report. */

import type { Result } from '../engine/judge.ts';
import type { Report } from '../engine/report.ts';

const TEXTS = ['reason', 'expected', 'got', 'value', 'known'] as const;

/** Returns the report with safe texts of the target. Its exchanges stay unchanged. */
export function withSafeText(report: Report, safe: (text: string) => string): Report {
  const { target, stopped, problems, results } = report;
  return {
    ...report,
    target: safe(target),
    ...(stopped && { stopped: { ...stopped, reason: safe(stopped.reason) } }),
    problems: problems.map(({ kind, text }) => ({ kind, text: safe(text) })),
    results: results.map((result) => withSafeResult(result, safe)),
  };
}

function withSafeResult(result: Result, safe: (text: string) => string): Result {
  const { differences, otherRequests } = result;
  const texts = TEXTS.flatMap((name) => (result[name] === undefined ? [] : [[name, safe(result[name])] as const]));
  return {
    ...result,
    ...Object.fromEntries(texts),
    ...(differences && {
      differences: differences.map(({ at, expected, got }) => ({
        at: safe(at),
        expected: safe(expected),
        got: safe(got),
      })),
    }),
    ...(otherRequests && { otherRequests: otherRequests.map((one) => ({ ...one, got: safe(one.got) })) }),
  };
}
