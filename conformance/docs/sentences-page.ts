/**
 * Generates `docs/conformance/sentences.md`. It lists the sentences of the API document and of the RFCs. Each sentence
 * has the cases that judge it, or the reason why there is none.
 */

import { blocks, table } from '../../contract/docs/markdown.ts';
import { requirementById, REQUIREMENTS, type RequirementId } from '../../contract/requirements/requirements.ts';
import { SENTENCES, type Sentence } from '../../contract/sentences.ts';
import { CHECKS } from '../checks/checks.ts';
import { HTTP_REASONS, REASONS } from '../checks/reasons.ts';
import { DEFECTS, defectOf } from '../engine/defects.ts';
import { citedIn, RFC_SENTENCES } from '../engine/rfc-sentences.ts';
import type { Check } from '../engine/define.ts';

export const JUDGING: readonly Check[] = CHECKS.filter(({ level }) => level !== 'observe');

/** The requirements that sentences of the API document state. */
export const STATED: ReadonlySet<string> = new Set(SENTENCES.flatMap(([, all]) => all.flatMap(({ rules }) => rules)));

/** Returns the cases that judge a requirement, or the reason for their absence; undefined without both. */
export function answerTo(rule: RequirementId): string | undefined {
  const judging = JUDGING.filter((check) => check.requirement === rule && check.authority === 'document');
  if (judging.length > 0) return codes(judging);
  if (requirementById(rule).level !== 'silent') return REASONS[rule];
  const observing = CHECKS.filter((check) => check.requirement === rule);
  if (observing.length > 0) return `The document does not define this behavior. Cases: ${codes(observing)}.`;
  return `The document does not define this behavior. ${REASONS[rule] ?? ''}`.trim();
}

/** Returns the text of the page. */
export function sentencesPage(): string {
  const all = SENTENCES.flatMap(([, sentences]) => sentences);
  const intro = `The API document has ${all.length} sentences. Each row of a table counts as a sentence. The kit has ${CHECKS.length} cases: ${JUDGING.length} judge, ${CHECKS.length - JUDGING.length} observe. Each case that judges is based on a sentence of the API document. The cases of \`--gate http\` are based on a sentence of an RFC. [Some sentences](doubts.md) allow more than one behavior.`;
  return `${blocks(
    '<!-- Made by `npm run generate` from contract/sentences.ts and conformance/checks; edit there. -->',
    '# Sentences',
    intro,
    ...SENTENCES.map(([part, sentences]) => partTable(part, sentences)),
    openTable(),
    rfcTable(),
    blocks('## Rules of HTTP without a case, or with few', table(['Rule', 'Why'], Object.entries(HTTP_REASONS))),
    defectTable(),
  )}\n`;
}

function partTable(part: string, sentences: readonly Sentence[]): string {
  const rows = sentences.map(({ says, rules, reason }, at) => {
    const answers = rules.map((rule) => `${linked(rule)}: ${answerTo(rule) ?? ''}`);
    return [String(at + 1), escaped(says), reason ?? answers.join('<br>')];
  });
  return blocks(`## ${part}`, table(['', 'Sentence', 'Cases that judge it, or why there are none'], rows));
}

/** Lists points that the document does not mention. */
function openTable(): string {
  const open = REQUIREMENTS.filter(({ id }) => !STATED.has(id));
  const rows = open.map(({ id, text }) => [linked(id), escaped(text), answerTo(id) ?? '']);
  return blocks('## Points that no sentence mentions', table(['Point', 'About', 'Cases'], rows));
}

function rfcTable(): string {
  const citing = (section: string): Check[] => CHECKS.filter(({ proves }) => citedIn(proves).includes(section));
  const rows = Object.entries(RFC_SENTENCES).map(([section, says]) => [section, escaped(says), codes(citing(section))]);
  return blocks('## RFCs', table(['Section', 'Summary', 'Cases'], rows));
}

function defectTable(): string {
  const judging = (defect: string): Check[] => JUDGING.filter((check) => defectOf(check) === defect);
  const rows = Object.entries(DEFECTS).map(([defect, about]) => [defect, about, String(judging(defect).length)]);
  return blocks('## Kinds of defects', table(['Kind', 'Description', 'Cases that judge'], rows));
}

function linked(id: string): string {
  return `[\`${id}\`](../api.md#${id})`;
}

function codes(checks: readonly Check[]): string {
  return checks.map(({ id }) => `\`${id}\``).join(', ');
}

function escaped(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
