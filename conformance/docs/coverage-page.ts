/**
 * `docs/conformance/coverage.md`: every requirement with its checks or the reason why it has none, and every row of
 * HTTP's demands.
 */

import { SECTIONS, type Section } from '../../contract/requirements/requirement.ts';
import { REQUIREMENTS, requirementsOf, type Requirement } from '../../contract/requirements/requirements.ts';
import { CHECKS } from '../checks/checks.ts';
import { DEFECTS, defectOf } from '../engine/defects.ts';
import { HTTP_ROWS } from '../checks/http-rows.ts';
import { REASONS } from '../checks/reasons.ts';

/** The page. */
export function coveragePage(): string {
  const judging = CHECKS.filter(({ level }) => level !== 'observe').length;
  const intro = `${CHECKS.length} checks: ${judging} judge, ${CHECKS.length - judging} observe. ${REQUIREMENTS.length} requirements, of which ${REQUIREMENTS.filter(({ id }) => checksOf(id).length > 0).length} have checks; the others say why they have none.`;
  const sections = Object.keys(SECTIONS).map((name) => sectionTable(name as Section));
  const head = '<!-- Made by `npm run generate` from conformance/checks; edit there. -->';
  return `${[head, '# Coverage', intro, defectTable(), ...sections, httpTable()].join('\n\n')}\n`;
}

/** Requirements with neither a check nor a reason. */
export function uncovered(): string[] {
  return REQUIREMENTS.filter(({ id }) => checksOf(id).length === 0 && REASONS[id] === undefined).map(({ id }) => id);
}

function defectTable(): string {
  const judging = CHECKS.filter(({ level }) => level !== 'observe');
  const rows = Object.entries(DEFECTS).map(([defect, about]) => {
    const own = judging.filter((check) => defectOf(check) === defect);
    return `| ${defect} | ${about} | ${own.length} |`;
  });
  return ['## Kinds of defects', '', '| Kind | Description | Checks that judge |', '|---|---|---|', ...rows].join('\n');
}

function sectionTable(section: Section): string {
  const rows = requirementsOf(section).map(row);
  return [
    `## ${SECTIONS[section]}`,
    '',
    '| Requirement | Level | Checks, or why there are none |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

function row(requirement: Requirement): string {
  const { id, level } = requirement;
  const binds = 'binds' in requirement && requirement.binds !== undefined ? `${requirement.binds} ` : '';
  const own = checksOf(id);
  const last = own.length > 0 ? own.map((check) => `\`${check}\``).join(', ') : (REASONS[id] ?? '');
  return `| [\`${id}\`](../api.md#${id}) | ${binds}${level} | ${last} |`;
}

function checksOf(id: string): string[] {
  return CHECKS.filter(({ requirement }) => requirement === id).map((check) => check.id);
}

function httpTable(): string {
  const rows = HTTP_ROWS.map(({ row: name, about, ends, reason = '' }) => {
    const last = [...ends.map((id) => `\`${id}\``), ...(reason === '' ? [] : [reason])].join(', ');
    return `| ${name} | ${about} | ${last} |`;
  });
  return [
    '## HTTP and its neighbors',
    '',
    '| Row | About | Checks, or why there are none |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}
