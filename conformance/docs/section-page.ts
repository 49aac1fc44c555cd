/** `docs/conformance/<section>.md`: every check of a section, what it proves and what a failing server looks like. */

import { SECTIONS, type Section } from '../../contract/requirements/requirement.ts';
import { requirementsOf } from '../../contract/requirements/requirements.ts';
import { CHECKS } from '../checks/checks.ts';
import type { Check } from '../engine/define.ts';
import { defectOf } from '../engine/defects.ts';
import { FIRST_EDITION } from '../engine/edition.ts';
import { everyProbe, ownProbes } from '../engine/explain.ts';
import { sectionOf } from '../engine/judge.ts';

const HEAD = '<!-- Made by `npm run generate` from conformance/checks; edit there. -->';

/** The sections that have checks. */
export const DOCUMENTED: readonly Section[] = Object.keys(SECTIONS)
  .map((name) => name as Section)
  .filter((section) => CHECKS.some((check) => sectionOf(check) === section));

/** The page of a section. */
export function sectionPage(section: Section): string {
  const parts = requirementsOf(section).flatMap(({ id, text, level }) => {
    const own = CHECKS.filter(({ requirement }) => requirement === id);
    if (own.length === 0) return [];
    return [`## \`${id}\`\n\n[${level}](../api.md#${id}): ${text}`, ...own.map(entry)];
  });
  return `${[HEAD, `# Checks: ${SECTIONS[section]}`, ...parts].join('\n\n')}\n`;
}

function entry(check: Check): string {
  const { id, level, authority, since, proves, failing, from } = check;
  const sends = everyProbe(ownProbes(from).slice(0, 2))
    .slice(-2)
    .map((probe) => probe.sends)
    .join(' Then: ');
  const group = from.find((probe) => probe.group !== undefined)?.group;
  const facts = [
    `${authority}, ${level}`,
    ...(level === 'observe' ? [] : [defectOf(check)]),
    ...(since === FIRST_EDITION ? [] : [`new in edition ${since}`]),
    ...(group === undefined ? [] : [`only with --${group}`]),
  ].join('; ');
  const red = level === 'observe' ? [] : [`- Typical mistake: ${failing}`];
  return [`### \`${id}\``, '', `- ${proves} (${facts})`, `- Sends: ${sends}`, ...red].join('\n');
}
