/** The generated pages of the kit. The page of a section has a line for each case. `explain <id>` shows the rest. */

import { SECTIONS, type Section } from '../../contract/requirements/requirement.ts';
import { REQUIREMENTS } from '../../contract/requirements/requirements.ts';
import { blocks, table } from '../../contract/docs/markdown.ts';
import { CHECKS } from '../checks/checks.ts';
import { fieldChecks } from '../checks/lib/field.ts';
import { FIELDS } from '../checks/request/every-workflow.ts';
import { RATIOS } from '../checks/workflows/ratios.ts';
import type { Check } from '../engine/define.ts';
import { FIRST_EDITION } from '../engine/edition.ts';
import { sectionOf } from '../engine/judge.ts';
import { sentencesPage } from './sentences-page.ts';

const HEAD = '<!-- Made by `npm run generate` from conformance/checks; edit there. -->';
const COLUMNS = ['Case', 'Promise', 'What it proves', 'Level'];
const INTRODUCTION =
  'Each case belongs to a promise of the [API](../api.md). `standin conformance explain <case>` shows what a case sends and how a failing server behaves. [Sentences](sentences.md) lists the cases of each sentence.';

/** The field whose table makes a check, by the id of the check. */
const FIELD_OF = new Map(
  [...FIELDS, RATIOS].flatMap((field) => fieldChecks(field).map(({ id }) => [id, field.name] as const)),
);

const IS_OF_RANGES = /^content\.((if-)?range\.|\w[\w-]*\.(in-part|part|range|range-first)$)/;
/** The subjects that the field of the create request determines. */
const SUBJECTS: Readonly<Record<string, string>> = { duration: 'duration_seconds' };

export const CONFORMANCE_PAGES: readonly (readonly [path: string, text: () => string])[] = [
  ['docs/conformance/sentences.md', sentencesPage],
  ...Array.from(
    new Set(CHECKS.map(sectionOf)),
    (section) => [`docs/conformance/${section}.md`, () => sectionPage(section)] as const,
  ),
];

/** The page of a section, by subject. The page of the create request shows all cases of a field together. */
function sectionPage(section: Section): string {
  const bySubject = new Map<string, string[][]>();
  for (const check of REQUIREMENTS.flatMap(({ id }) => CHECKS.filter(({ requirement }) => requirement === id))) {
    const field = FIELD_OF.get(check.id);
    if (sectionOf(check) !== section && (section !== 'request' || field === undefined)) continue;
    const [, named = ''] = check.requirement.split('.');
    const subject = IS_OF_RANGES.test(check.id) ? 'range' : (field ?? SUBJECTS[named] ?? named.replaceAll('-', '_'));
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), row(check)]);
  }
  const cases = [...bySubject].flatMap(([subject, rows]) => [`## ${subject}`, table(COLUMNS, rows)]);
  return `${blocks(HEAD, `# Cases: ${SECTIONS[section]}`, INTRODUCTION, ...cases)}\n`;
}

function row({ id, requirement, level, authority, since, proves, from }: Check): string[] {
  const group = from.find((probe) => probe.group !== undefined)?.group;
  const facts = [
    authority === 'document' ? level : `${level}, ${authority}`,
    ...(since === FIRST_EDITION ? [] : [`new in ${since}`]),
    ...(group === undefined ? [] : [`\`--${group}\``]),
  ].join('; ');
  return [`\`${id}\``, `[\`${requirement}\`](../api.md#${requirement})`, proves, facts];
}
