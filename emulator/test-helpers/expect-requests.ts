/** Compares the requests of an account with the expected requests, and reports the most similar ones. */

import type { Entry, FilterInput, SequenceReport } from '../index.ts';

/** Thrown if the requests differ from the expected ones. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
}

export interface Expectation {
  readonly expected: readonly FilterInput[];
  readonly report: SequenceReport;
  readonly entries: readonly Entry[];
  readonly others: 'none' | 'allowed';
}

/** Throws an ExpectationError unless the requests arrived in order, and without others if `others` is `none`. */
export function judgeRequests({ expected, report, entries, others }: Expectation): void {
  const came = entries.map(({ method, path, status }) => `  ${method} ${path} ${status}`).join('\n');
  const whole = entries.length === 0 ? 'No request came.' : `These came:\n${came}`;
  if (!report.holds) throw new ExpectationError(`${missed(expected, report)}\n${whole}`);
  if (others === 'allowed' || entries.length === expected.length) return;
  const ids = new Set(report.entries.map(({ request_id }) => request_id));
  const surplus = entries.filter(({ request_id }) => !ids.has(request_id));
  const list = surplus.map(({ method, path, status }) => `${method} ${path} ${status}`).join(', ');
  throw new ExpectationError(
    `Expected ${expected.length} request${expected.length === 1 ? '' : 's'}, but ${entries.length} arrived. Not expected: ${list}.\n${whole}`,
  );
}

function missed(expected: readonly FilterInput[], { missing }: Extract<SequenceReport, { holds: false }>): string {
  const wanted = `Expected request ${missing.index + 1} of ${expected.length} did not arrive: ${JSON.stringify(expected[missing.index])}.`;
  const [nearest] = missing.nearest;
  if (nearest === undefined) return wanted;
  const differs = nearest.differs.map(({ field, wanted, was }) => {
    return `${field} should be ${JSON.stringify(wanted)} and was ${JSON.stringify(was)}`;
  });
  return `${wanted} The most similar request was ${nearest.request}: ${differs.join(', ')}.`;
}
