/** The explanation of a check, for people. */

import { SECTIONS } from '../../contract/requirements/requirement.ts';
import { requirementById } from '../../contract/requirements/requirements.ts';
import { withNeeds, type Check, type Probe } from './define.ts';

/** Returns a page of text about one check: its promise, its source, its requests and a failing server. */
export function explain(check: Check): string {
  const { id, requirement, authority, level, since, proves, failing, from } = check;
  const entry = requirementById(requirement);
  const probes = [...new Set(from.flatMap((probe) => withNeeds(probe)))];
  const controls = probes.filter(({ isControl }) => isControl === true);
  return [
    id,
    '',
    `Proves:       ${proves}`,
    `Promised:     ${entry.text}`,
    `              (${requirement}, ${SECTIONS[entry.section]}, docs/api.md#${requirement})`,
    `Authority:    ${authority}; level: ${level}; edition: ${since}`,
    `Typical mistake: ${failing}`,
    '',
    'Sends:',
    ...ownProbes(probes).map(({ id: probe, sends }) => `  ${probe}: ${sends}`),
    ...(controls.length === 0
      ? []
      : [`Compared with valid create requests (${controls.map(({ id: name }) => name).join(', ')}).`]),
    ...needsOf(probes).map((need) => `${check.passive === true ? 'Uses, if given: ' : 'Needs:        '}${need}`),
    '',
  ].join('\n');
}

/** Returns the probes whose requests a check is about. */
function ownProbes(probes: readonly Probe[]): readonly Probe[] {
  const own = probes.filter(({ isControl }) => isControl !== true);
  return own.length === 0 ? probes : own;
}

function needsOf(probes: readonly Probe[]): string[] {
  const keys = probes.flatMap((probe) => probe.keys ?? []);
  const groups = probes.flatMap((probe) => probe.group ?? []);
  const isRaw = probes.some(({ raw }) => raw === true);
  const needsClip = probes.some(({ after }) => after?.includes('any-clip') === true);
  return [
    ...[...new Set(keys)].map((key) => `the key "${key}" in the profile`),
    ...[...new Set(groups)].map((group) => `--${group}`),
    ...(isRaw ? ['a socket'] : []),
    ...(needsClip ? ['a completed clip: the run pays for a clip, or --reuse <id> names a clip'] : []),
  ];
}
