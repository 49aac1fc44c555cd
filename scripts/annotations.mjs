/**
 * Prints the results of a SARIF file as annotations of a GitHub workflow: `action.yml` runs it. GitHub shows ten errors
 * and ten warnings of a step.
 */

import { readFileSync } from 'node:fs';

const WORDS = new Map([
  ['error', 'error'],
  ['warning', 'warning'],
  ['note', 'notice'],
]);

/** @param {string} text */
const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** @param {string} text */
const escapedProperty = (text) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const { runs } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
for (const [level, word] of WORDS) {
  // A suppressed result is a known failure.
  const results = runs.flatMap((run) => run.results).filter((one) => one.level === level && !one.suppressions);
  for (const { ruleId, message } of results) {
    console.log(`::${word} title=${escapedProperty(ruleId)}::${escaped(message.text)}`);
  }
}
