/** Which requirements the run has looked at, section by section. */

import { SECTIONS, type Section } from '../../../contract/requirements/requirement.ts';
import { requirementsOf } from '../../../contract/requirements/requirements.ts';
import type { Result } from '../../engine/judge.ts';
import { escapeXml as escape } from '../../text/safe-text.ts';

export function coverageTable(results: readonly Result[]): string {
  const rows = Object.entries(SECTIONS).map(([section, title]) => row(section as Section, title, results));
  return `<table><tr><th>Section</th><th>promises kept</th><th>broken</th><th>not tried</th><th>left open, observed</th></tr>${rows.join('')}</table>`;
}

function row(section: Section, title: string, results: readonly Result[]): string {
  const requirements = requirementsOf(section);
  const demands = requirements.filter(
    ({ level, ...entry }) => level !== 'silent' && !('binds' in entry && entry.binds !== undefined),
  );
  const silences = requirements.filter(({ level }) => level === 'silent');
  const verdicts = (id: string): string[] =>
    results.filter(({ requirement }) => requirement === id).map(({ verdict }) => verdict);
  const broken = demands.filter(({ id }) =>
    verdicts(id).some((verdict) => verdict === 'fail' || verdict === 'warning'),
  ).length;
  const kept = demands.filter(({ id }) => verdicts(id).includes('pass')).length;
  const observed = silences.filter(({ id }) => verdicts(id).includes('observed')).length;
  const both = demands.filter(
    ({ id }) =>
      verdicts(id).includes('pass') && verdicts(id).some((verdict) => verdict === 'fail' || verdict === 'warning'),
  ).length;
  const open = demands.length - broken - (kept - both);
  const cells = [kept - both, broken, open, `${observed} of ${silences.length}`];
  return `<tr><td>${escape(title)}</td>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}
