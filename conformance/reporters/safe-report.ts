/** Makes texts of the target safe in a report. */

import type { Report } from '../engine/report.ts';

/** Returns the report with safe texts of the target. Its exchanges stay unchanged. */
export function withSafeText(report: Report, safe: (text: string) => string): Report {
  const optional = <Name extends string>(name: Name, text: string | undefined): Partial<Record<Name, string>> =>
    text === undefined ? {} : ({ [name]: safe(text) } as Record<Name, string>);
  return {
    ...report,
    target: safe(report.target),
    ...(report.stopped === undefined ? {} : { stopped: { ...report.stopped, reason: safe(report.stopped.reason) } }),
    problems: report.problems.map(({ kind, text }) => ({ kind, text: safe(text) })),
    results: report.results.map((result) => ({
      ...result,
      ...optional('reason', result.reason),
      ...optional('expected', result.expected),
      ...optional('got', result.got),
      ...optional('value', result.value),
      ...optional('known', result.known),
      ...(result.differences === undefined
        ? {}
        : {
            differences: result.differences.map(({ at, expected, got }) => ({
              at: safe(at),
              expected: safe(expected),
              got: safe(got),
            })),
          }),
      ...(result.otherRequests === undefined
        ? {}
        : { otherRequests: result.otherRequests.map((one) => ({ ...one, got: safe(one.got) })) }),
    })),
  };
}
