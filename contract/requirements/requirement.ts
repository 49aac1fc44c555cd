/** The type of a requirement: a demand of the API document, or a point that the document leaves open. */

/** The parts of the API document in its order. Resources and endpoints are split by their subject. */
export const SECTIONS = {
  service: 'What the service does',
  record: 'Resources: the generation record',
  error: 'Resources: the error envelope',
  'subject-map': 'Resources: the subject map',
  request: 'Resources: the create request',
  workflows: 'Resources: what each workflow needs',
  states: 'States and transitions',
  create: 'Endpoints: create',
  get: 'Endpoints: get',
  content: 'Endpoints: content',
  authentication: 'Authentication',
  events: 'Events',
  errors: 'Errors',
  limits: 'Limits',
  files: 'Limits: input files',
  billing: 'Limits: billing',
  versioning: 'Versioning',
} as const;

export type Section = keyof typeof SECTIONS;

/** The settings of the emulator that change a decision, spelled as in its configuration file. */
export const DECIDING_SETTINGS = [
  'absentFields',
  'auth',
  'balance',
  'basePath',
  'contentTypes',
  'errors',
  'head',
  'idempotency',
  'inputFiles',
  'latency',
  'limits',
  'mediaFetch',
  'mismatch',
  'nullFields',
  'omittedAspectRatio',
  'prices',
  'profile',
  'ranges',
  'replayBody',
  'replayStatus',
  'requestIds',
  'settle',
  'validators',
] as const;

export type SettingName = (typeof DECIDING_SETTINGS)[number];

interface Statement {
  /** The permanent id in reports, coverage and observations. The id of a removed rule is not used again. */
  readonly id: string;
  readonly text: string;
}

/** A demand of the document. */
export interface Demand extends Statement {
  readonly level: 'must' | 'should';
  /**
   * The party that must meet the demand; by default the server. `client`: rules for callers. `operator`: a promise that
   * no exchange over the API can show.
   */
  readonly binds?: 'client' | 'operator';
}

/** A point that the document leaves open, and the behavior of the emulator. Conformance does not judge it. */
export interface Silence extends Statement {
  readonly level: 'silent';
  readonly default: string;
  /** The settings of the emulator that change the behavior. */
  readonly settings?: readonly SettingName[];
}

/** The rules of one part of the document by their ids. A text alone is a demand that the server must meet. */
export type Rules = Readonly<Record<string, string | NewDemand | NewSilence>>;
type NewDemand = Omit<Demand, 'id'>;
type NewSilence = Omit<Silence, 'id'>;

export const should = demand('should');
export const clientMust = demand('must', 'client');
export const clientShould = demand('should', 'client');
export const operatorMust = demand('must', 'operator');

/** Defines an open point: the question, the behavior of the emulator, and the settings that change it. */
export function silent(text: string, behavior: string, settings?: readonly SettingName[]): NewSilence {
  return { level: 'silent', text, default: behavior, ...(settings !== undefined && { settings }) };
}

function demand(level: Demand['level'], binds?: Demand['binds']) {
  return (text: string): NewDemand => ({ level, text, ...(binds !== undefined && { binds }) });
}
