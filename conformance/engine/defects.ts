/** The kinds of defects that checks find. A report lists the kinds that a run searched for or may have missed. */

import { requirementById, type RequirementId } from '../../contract/requirements/requirements.ts';
import type { Section } from '../../contract/requirements/requirement.ts';

/** A short description of each kind. */
export const DEFECTS = {
  'broken-rule': 'promises that the server never keeps',
  'lost-rule':
    'rules that hold only for some workflows, resolutions, aspect ratios or durations, and limits that fail only in combination',
  'near-miss':
    'nearly valid values, with extra white space, another letter case, similar Unicode characters or another JSON type',
  position:
    'references that the server checks only in the first position, and subject maps that the server compares with the wrong list',
  authentication: 'API keys at each endpoint, with each method, and sent in each way',
  idempotency: 'edge cases of the Idempotency-Key',
  money: 'amounts that the server bills, reserves, captures and refunds, also for parallel requests',
  time: 'statuses, ends, durations and sizes, each checked several times',
  ranges: 'parts, conditions and ETags of downloads',
  http: 'rules of HTTP that do not depend on this API',
} as const;

export type Defect = keyof typeof DEFECTS;

/** Kinds of checks that try one defect in many combinations. */
const COMBINED: ReadonlySet<string | undefined> = new Set<Defect>(['lost-rule', 'near-miss', 'position']);

/** Returns whether a check of this kind tries one defect in many combinations. */
export function isCombined(defect: Defect | undefined): boolean {
  return COMBINED.has(defect);
}

/** The kinds of requirements whose checks are all of one kind, by the beginning of their ids. */
const BY_REQUIREMENT: readonly (readonly [start: string, defect: Defect])[] = [
  ['idempotency', 'idempotency'],
  ['create.idempotency-key', 'idempotency'],
  ['credits', 'money'],
  ['state.refund', 'money'],
  ['state.refused-create', 'money'],
  ['record.cost-usd', 'money'],
  ['content.range', 'ranges'],
  ['content.conditional', 'ranges'],
  ['get.foreign', 'authentication'],
  ['content.foreign', 'authentication'],
  ['content.duration', 'time'],
  ['content.resolution', 'time'],
  ['content.aspect-ratio', 'time'],
];

const BY_SECTION: Readonly<Partial<Record<Section, Defect>>> = {
  authentication: 'authentication',
  billing: 'money',
  states: 'time',
};

/** The fields of a check that determine its kind. */
interface Classified {
  readonly requirement: RequirementId;
  readonly authority: 'document' | 'http' | 'silent';
  readonly defect?: Defect;
}

/** Returns the kind of a check: its own field, or else the kind of its requirement. */
export function defectOf({ defect, requirement, authority }: Classified): Defect {
  if (defect !== undefined) return defect;
  const known = BY_REQUIREMENT.find(([start]) => requirement.startsWith(start))?.[1];
  if (known !== undefined) return known;
  return BY_SECTION[requirementById(requirement).section] ?? (authority === 'http' ? 'http' : 'broken-rule');
}
