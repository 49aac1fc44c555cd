/** The type of one entry of the requirements: a demand of the API document, or a point that it leaves open. */

/** The parts of the API document, in its order; the part about resources and the one about endpoints are split by what they describe. */
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

/** The emulator's settings that change a decision; spelled as in its configuration file. */
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
  /** Permanent: reports, coverage and pinned observations name it. A rule that goes away leaves its id unused. */
  readonly id: string;
  readonly text: string;
  /** Other parts of the document that say the same. */
  readonly also?: readonly Section[];
}

/** Something that the document says. */
export interface Demand extends Statement {
  readonly level: 'must' | 'should';
  /**
   * The party that has to keep it; by default the server. `client`: advice and rules for callers. `operator`: a promise
   * about the business or about what goes on inside, which no exchange over the API can show.
   */
  readonly binds?: 'client' | 'operator';
}

/** Something that the document leaves open, with what the emulator does; a conformance run observes it and never judges it. */
export interface Silence extends Statement {
  readonly level: 'silent';
  readonly default: string;
  /** The settings of the emulator that change it. */
  readonly settings?: readonly SettingName[];
}

/** An entry as the files of this folder list it; the file that gathers them adds the section. */
export type Entry = Demand | Silence;
