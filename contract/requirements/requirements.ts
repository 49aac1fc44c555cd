/** All requirements, in the order of the API document. */

import { AUTHENTICATION, CONTENT, CREATE, GET } from './endpoints.ts';
import { ERROR_RULES } from './errors.ts';
import { BILLING, FILES, LIMIT_RULES, VERSIONING } from './limits.ts';
import { REQUEST } from './request.ts';
import { SECTIONS, type Demand, type Rules, type Section, type Silence } from './requirement.ts';
import { ERROR, RECORD, SUBJECT_MAP } from './resources.ts';
import { SERVICE } from './service.ts';
import { EVENTS, STATES } from './states.ts';
import { WORKFLOW_RULES } from './workflows.ts';

const BY_SECTION = {
  service: SERVICE,
  record: RECORD,
  error: ERROR,
  'subject-map': SUBJECT_MAP,
  request: REQUEST,
  workflows: WORKFLOW_RULES,
  states: STATES,
  create: CREATE,
  get: GET,
  content: CONTENT,
  authentication: AUTHENTICATION,
  events: EVENTS,
  errors: ERROR_RULES,
  limits: LIMIT_RULES,
  files: FILES,
  billing: BILLING,
  versioning: VERSIONING,
} satisfies Record<Section, Rules>;

/** The ids of all requirements. */
export type RequirementId = { [Part in Section]: keyof (typeof BY_SECTION)[Part] }[Section];

/** A requirement with the part of the document that contains it. */
export type Requirement = (Demand | Silence) & { readonly id: RequirementId; readonly section: Section };

export const REQUIREMENTS: readonly Requirement[] = (Object.keys(SECTIONS) as Section[]).flatMap(requirementsOf);

const byId = new Map<string, Requirement>(REQUIREMENTS.map((requirement) => [requirement.id, requirement]));

/** Finds a requirement by its id, for example `create.prompt.length`. Returns undefined if the id is unknown. */
export function requirementById(id: RequirementId): Requirement;
export function requirementById(id: string): Requirement | undefined;
export function requirementById(id: string): Requirement | undefined {
  return byId.get(id);
}

/** Returns the requirements of one part of the document. */
export function requirementsOf(section: Section): Requirement[] {
  const rules: Rules = BY_SECTION[section];
  return Object.entries(rules).map(([id, rule]) => {
    const about = typeof rule === 'string' ? ({ level: 'must', text: rule } as const) : rule;
    return { ...about, id: id as RequirementId, section };
  });
}
