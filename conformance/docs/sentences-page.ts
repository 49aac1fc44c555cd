/**
 * `docs/conformance/sentences.md`: each sentence of the API document, and each of the RFCs', with the checks whose
 * verdicts stand on it, or why there is none; and for each check that judges, the sentences on which it stands.
 */

import { requirementById, type RequirementId } from '../../contract/requirements/requirements.ts';
import type { Sentence } from '../../contract/sentences/sentence.ts';
import { SENTENCES } from '../../contract/sentences/sentences.ts';
import { CHECKS } from '../checks/checks.ts';
import { REASONS } from '../checks/reasons.ts';
import { citedIn, RFC_SENTENCES } from '../engine/rfc-sentences.ts';
import type { Check } from '../engine/define.ts';

export const JUDGING: readonly Check[] = CHECKS.filter(({ level }) => level !== 'observe');

/** The places in the API document, such as `Limits 3`, that a requirement stands on. */
const placesOf = new Map<string, string[]>();
for (const [part, sentences] of SENTENCES)
  for (const [at, { rules }] of sentences.entries())
    for (const rule of rules) placesOf.set(rule, [...(placesOf.get(rule) ?? []), `${part} ${at + 1}`]);

/** The sentences on which the verdict of a check stands: of the API document by their places, of RFCs by sections. */
export function standsOn({ authority, requirement, proves }: Check): readonly string[] {
  return authority === 'http' ? citedIn(proves) : (placesOf.get(requirement) ?? []);
}

/** The checks on a rule of a sentence, or why there is none; nothing if neither is there. */
export function answerTo(rule: RequirementId): string | undefined {
  const judging = JUDGING.filter((check) => check.requirement === rule && check.authority === 'document');
  if (judging.length > 0) return judging.map(({ id }) => `\`${id}\``).join(', ');
  if (requirementById(rule).level !== 'silent') return REASONS[rule];
  const isObserved = CHECKS.some((check) => check.requirement === rule);
  return isObserved ? 'It is left open: observed, not judged.' : `It is left open. ${REASONS[rule] ?? ''}`.trim();
}

/** The page. */
export function sentencesPage(): string {
  const all = SENTENCES.flatMap(([, sentences]) => sentences);
  const intro = `The API document has ${all.length} sentences. Each row of a table counts as a sentence. ${JUDGING.length} checks judge. Each check is based on a sentence of the document or, with \`--gate http\`, on a sentence of an RFC. Other behavior is [observed](coverage.md). [Some sentences](doubts.md) allow more than one behavior.`;
  return `${[
    '<!-- Made by `npm run generate` from contract/sentences and conformance/checks; edit there. -->',
    '# Sentences',
    intro,
    ...SENTENCES.map(([part, sentences]) => partTable(part, sentences)),
    rfcTable(),
    checkTable(),
  ].join('\n\n')}\n`;
}

function partTable(part: string, sentences: readonly Sentence[]): string {
  const rows = sentences.map(({ says, rules, reason }, at) => {
    const answers = rules.map((rule) => `[\`${rule}\`](../api.md#${rule}): ${answerTo(rule) ?? ''}`);
    return `| ${at + 1} | ${cell(says)} | ${reason ?? answers.join('<br>')} |`;
  });
  return [
    `## ${part}`,
    '',
    '| | Sentence | Checks that judge it, or why no check judges it |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

function rfcTable(): string {
  const rows = Object.entries(RFC_SENTENCES).map(([section, says]) => {
    const own = CHECKS.filter(({ proves }) => citedIn(proves).includes(section)).map(({ id }) => `\`${id}\``);
    return `| ${section} | ${cell(says)} | ${own.join(', ')} |`;
  });
  return ['## RFCs', '', '| Section | Summary | Checks |', '|---|---|---|', ...rows].join('\n');
}

function checkTable(): string {
  const rows = JUDGING.map((check) => `| \`${check.id}\` | ${standsOn(check).join('; ')} |`);
  return ['## From the check to its sentence', '', '| Check | Based on |', '|---|---|', ...rows].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
