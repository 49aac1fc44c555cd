/** Formats requirements for the page: demands as a list, open points as a table, each with an anchor. */

import type { Demand, Section, Silence } from '../requirements/requirement.ts';
import { requirementsOf } from '../requirements/requirements.ts';
import { anchor, code, table } from './markdown.ts';

/** Returns the demands in some parts of the document. */
export function demandList(...sections: readonly Section[]): string {
  return sections
    .flatMap(requirementsOf)
    .filter((requirement) => requirement.level !== 'silent')
    .map(demandLine)
    .join('\n');
}

/** Returns the open points in one part of the document and the behavior of the emulator. Empty if no point is open. */
export function silenceTable(section: Section): string {
  const silences = requirementsOf(section).filter((requirement) => requirement.level === 'silent');
  return silences.length === 0 ? '' : table(['Open', 'The emulator', 'Setting', 'Id'], silences.map(silenceRow));
}

function demandLine(demand: Demand): string {
  return `- ${anchor(demand.id)}**${strength(demand)}** ${demand.text} (${code(demand.id)})`;
}

function strength({ level, binds }: Demand): string {
  return binds === undefined ? level : `${binds} ${level}`;
}

function silenceRow(silence: Silence): string[] {
  const settings = (silence.settings ?? []).map((setting) => code(setting)).join(', ');
  return [`${anchor(silence.id)}${silence.text}`, silence.default, settings, code(silence.id)];
}
