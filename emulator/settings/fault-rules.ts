/** Parses fault rules with their schema, which is loaded only if the settings have rules. */

import { fieldsAt, issueWords } from '../../contract/issue-words.ts';
import { RulesOfSettings } from '../faults/rule-input.ts';
import { FaultRules, type FaultRule } from '../faults/rule.ts';
import type { Report } from './readers.ts';

/** Returns the rules with their defaults. Each mistake is reported with its path. */
export function readFaultRules(given: unknown, report: Report): FaultRule[] | undefined {
  const result = RulesOfSettings.safeParse(given);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const steps = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
    if (issue.code !== 'unrecognized_keys') report(issueWords(issue), ...steps);
    else for (const key of issue.keys) report(unknown(issue.path), ...steps, key);
  }
  return undefined;
}

function unknown(path: readonly PropertyKey[]): string {
  const known = Object.keys(fieldsAt(FaultRules, path));
  return `is not a setting${known.length === 0 ? '' : `; the settings here are ${known.join(', ')}`}`;
}
