/** Makes checks from tables of create requests: rejected, accepted, or left open by the document. */

import { RESOLUTIONS } from '../../../contract/dimensions.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import type { HeaderLine } from '../../client/exchange.ts';
import type { Defect } from '../../engine/defects.ts';
import { defineCheck, defineObservation, defineProbe, type Check, type Cost, type Probe } from '../../engine/define.ts';
import { FIRST_EDITION } from '../../engine/edition.ts';
import { isObject, type Answered, type Evidence } from '../../engine/evidence.ts';
import { acceptedId, type ProbeTools, type SendOptions } from '../../engine/probe-tools.ts';
import { pass, missing, type Outcome } from '../../engine/outcome.ts';
import { creates, type Fields } from './answers.ts';
import { isList } from './cases.ts';
import { asFieldsOf, fitted, lacksSamples, SAMPLE, TEXT } from './bodies.ts';
import { acceptance, acceptedForFree, allRefused, refused, statusAndCode, withOthers, worstOutcome } from './rules.ts';
import { bodyOf, CONTROL, CONTROLS } from './control-requests.ts';

export type SentBody = object | string | Uint8Array | ((kit: ProbeTools) => object | string);

type Needs = Pick<Probe, 'after' | 'group' | 'mayHangUp'>;

export interface RowOptions extends Needs, Pick<Probe, 'lacks'>, Partial<Pick<Check, 'since'>> {
  readonly headers?: readonly HeaderLine[];
  readonly authority?: 'document' | 'http';
  /** The probe that makes a clip with a create request that tests the same rule. */
  readonly by?: Probe;
  /** Whether that create request tests the same rule, if its fields differ from the fields of the row. */
  readonly as?: (sent: Fields, create: Answered) => boolean;
}

/** A phrase for "a create request with <phrase> is rejected", the body of the create request, and options. */
export type Row = readonly [what: string, body: SentBody, options?: RowOptions];

/** The rows by the end of their id, or by their whole id. */
export type Rows = Readonly<Record<string, Row>>;

/** The rows of each requirement. A single row has the id of the requirement. */
export type RowTables = Readonly<Partial<Record<RequirementId, Row | Rows>>>;

/** Builds the checks of creates that must be rejected, and the observation of each error code. */
export function mustReject(tables: RowTables): Check[] {
  return built(tables, rejection);
}

/** Builds the checks of creates that must be accepted. */
export function mustAccept(tables: RowTables): Check[] {
  return built(tables, (row) => [acceptedRow(row)]);
}

/** Builds the observations of creates that the document neither allows nor forbids. */
export function leftOpen(tables: RowTables): Check[] {
  return built(tables, (row) => [observation(row)]);
}

type NamedRow = { readonly id: string; readonly requirement: RequirementId; readonly row: Row };

/** Builds the checks of each row, with the edition of the row. */
function built(tables: RowTables, build: (row: NamedRow) => Check[]): Check[] {
  return (Object.entries(tables) as [RequirementId, Row | Rows][]).flatMap(([requirement, rows]) =>
    Object.entries(isList(rows) ? { '': rows } : rows).flatMap(([name, row]) => {
      const [, , { since = FIRST_EDITION } = {}] = row;
      return build({ id: idOf(requirement, name), requirement, row }).map((check) => ({ ...check, since }));
    }),
  );
}

/** Returns the id of a row: its name, if the name is a whole id, or the requirement and the name. */
export function idOf(requirement: RequirementId, name: string): string {
  if (name === '') return requirement;
  return /^(create|workflow|subject-map|http)\./.test(name) ? name : `${requirement}.${name}`;
}

/** Builds the check of a create request that must be rejected, and the observation of its error code. */
function rejection({ id, requirement, row: [what, body, options = {}] }: NamedRow): Check[] {
  const [sends, run] = [`A create request with ${what}.`, sendOne(body, { headers: options.headers ?? [] })];
  const probe = defineProbe({ ...needs(options, [body]), id, sends, row: { what, isRejected: true }, run });
  return [
    defineCheck({
      id,
      requirement,
      proves: `A create request with ${what} is rejected. A valid create request of the same kind is not rejected.`,
      failing: 'The server accepts the create request (202) and charges for it, or it crashes (500).',
      from: [...CONTROLS, probe],
      passive: true,
      judge: (evidence) => refused(evidence, 'create', `it has ${what}`),
    }),
    defineObservation({
      id: `error-code.${id.replace(/^create\./, '')}`,
      requirement: 'errors.codes',
      proves: `The status and the error code for a create request with ${what}.`,
      from: [probe],
      judge: (evidence) => statusAndCode(evidence.one('create')),
    }),
  ];
}

/**
 * Builds the check of a create request that must be accepted. With a key without credits it is free: the server returns
 * 402, and not 400. Without such a key, a `--thorough` run uses the create request of another clip, or pays for this
 * clip.
 */
function acceptedRow({ id, requirement, row }: NamedRow): Check {
  const [what, , { authority = 'document' } = {}] = row;
  return defineCheck({
    id,
    requirement,
    authority,
    proves: valid(`A create request with ${what}`),
    failing:
      'The server rejects a value that the document allows, for example a listed value, or the largest allowed value.',
    from: [CONTROL, payableProbe(id, row)],
    passive: true,
    judge: (evidence) => {
      const shown = evidence.maybe('create') === undefined ? shownBy(evidence, row) : undefined;
      return shown === undefined ? acceptedForFree(evidence, 'create', `a create request with ${what}`) : pass(shown);
    },
  });
}

const valid = (creates: string): string =>
  `${creates} is valid. If the key has no credits, the server returns 402. For an invalid create request, the server returns another error.`;

/** Builds the observation of a create request that the document neither allows nor forbids. The key has no credits. */
function observation({ id, requirement, row: [what, body, options = {}] }: NamedRow): Check {
  const probe = defineProbe({
    ...needs(options, [body]),
    lacks: options.lacks ?? lacksSamples([body]),
    id,
    sends: `A create request with ${what}. The key has no credits.`,
    keys: ['poor'],
    run: sendOne(body, { key: 'poor', headers: options.headers ?? [] }),
  });
  return defineObservation({
    id,
    requirement,
    proves: `Whether a create request with ${what} is accepted.`,
    from: [CONTROL, probe],
    judge: (evidence) => acceptance(evidence, 'create'),
  });
}

/** Returns the create request of a paid clip that shows that the same values are accepted. */
function shownBy({ every, trace }: Evidence, [, body, { by, as, headers } = {}]: Row): Answered | undefined {
  const create = by === undefined || as === undefined ? undefined : trace(by.id).create;
  if (create?.response.status === 202 && as?.(asFieldsOf(bodyOf(create)), create) === true) return create;
  if (!isObject(body) || headers !== undefined) return undefined;
  const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const fields = Object.keys(body).filter((field) => field !== 'prompt' || !same(body[field], TEXT.prompt));
  const special = fields.filter((field) => !same(body[field], Reflect.get(TEXT, field)));
  const telling = special.length > 0 ? special : fields;
  return creates(every).find((answer) => {
    const sent = bodyOf(answer);
    return answer.response.status === 202 && isObject(sent) && telling.every((field) => same(sent[field], body[field]));
  });
}

function payableProbe(id: string, [what, body, options = {}]: Row): Probe {
  const { by, headers = [], lacks = lacksSamples([body]) } = options;
  return defineProbe({
    ...needs(options, [body]),
    id,
    row: { what, isRejected: false },
    sends: `A create request with ${what}. The kit uses a key that has no credits. Without such a key, the run pays for the clip${by === undefined ? '' : ' if no other clip of the run tests the same rule'}.`,
    lacks: (profile) =>
      profile.keys.poor === undefined && !profile.thorough
        ? missing(
            '--key-poor',
            'The profile has no key "poor". With --key-poor this create request is free. With --thorough the run pays for it.',
          )
        : lacks?.(profile),
    paidCreates: ({ keys, thorough }) => (keys.poor === undefined && thorough ? [costOf(body)] : []),
    skippedIf: by,
    run: async (kit) => {
      if (kit.hasKey('poor')) await sendOne(body, { key: 'poor', headers })(kit);
      else if (by === undefined || kit.find(by) === undefined) await sendOne(body, { headers })(kit);
    },
  });
}

/** Returns an upper bound of the cost of a row. A computed body is one of the cheapest kind. */
function costOf(body: SentBody): Cost {
  const sent = typeof body === 'object' && !(body instanceof Uint8Array) ? body : TEXT;
  const asked: unknown = Reflect.get(sent, 'resolution');
  const seconds: unknown = Reflect.get(sent, 'duration_seconds');
  const output = typeof seconds === 'number' ? seconds : TEXT.duration_seconds;
  return { resolution: RESOLUTIONS.find((tier) => tier === asked) ?? '720p', output, source: 0 };
}

/** The create requests of a check, each by a phrase that completes "because it has <this>". */
type Bodies = Readonly<Record<string, SentBody>>;

interface TableOptions extends Needs, Partial<Pick<Check, 'authority' | 'level' | 'defect' | 'since'>> {
  /** The requirement of the check. By default, the id of the check begins with its id. */
  readonly requirement?: RequirementId;
}

/** Phrases for "each create request with <this> is rejected" and for a server that breaks the rule, and the bodies. */
export type Table = readonly [what: string, failing: string, bodies: Bodies, options?: TableOptions];
export type Tables = Readonly<Record<string, Table>>;

/** Builds one check of many creates that must all be rejected, for each id. The probe ends after an accepted one. */
export function refusals(defect: Defect, tables: Tables): Check[] {
  return Object.entries(tables).map(([id, [what, failing, bodies, { after, group, mayHangUp, ...about } = {}]]) => {
    const [labels, sends] = [Object.keys(bodies), `The kit sends create requests with ${what}.`];
    const needed = needs({ after, group, mayHangUp }, Object.values(bodies));
    return defineCheck({
      defect,
      ...about,
      id,
      proves: `Each create request with ${what} is rejected. A valid create request of the same kind is not rejected. Cases: ${labels.join('; ')}.`,
      failing,
      from: [...CONTROLS, defineProbe({ ...needed, id, sends, run: sendAll(bodies, {}) })],
      passive: true,
      judge: (evidence) => allRefused(evidence, labels),
    });
  });
}

/** Builds one check of many creates that must all be accepted, for each id. The key has no credits. */
export function acceptances(defect: Defect, tables: Tables): Check[] {
  return Object.entries(tables).map(([id, [what, failing, bodies, { after, group, mayHangUp, ...about } = {}]]) => {
    const sent = Object.values(bodies);
    const probe = defineProbe({
      ...needs({ after, group, mayHangUp }, sent),
      lacks: lacksSamples(sent),
      id,
      sends: `The kit sends create requests with ${what}. The key has no credits.`,
      keys: ['poor'],
      run: sendAll(bodies, { key: 'poor' }),
    });
    return defineCheck({
      defect,
      ...about,
      id,
      proves: valid(`Each create request with ${what}`),
      failing,
      from: [CONTROL, probe],
      judge: (evidence) => eachAccepted(evidence, Object.keys(bodies)),
    });
  });
}

function eachAccepted(evidence: Evidence, labels: readonly string[]): Outcome {
  const outcomes = labels.map((label) => acceptedForFree(evidence, label, `a create request with ${label}`));
  const failed = labels.filter((_, index) => outcomes[index]?.verdict === 'fail').map(evidence.one);
  return withOthers(worstOutcome(outcomes) ?? pass(...labels.map(evidence.one)), failed.slice(1));
}

/** Returns what a probe needs. A body that names a sample of a source video needs a completed clip. */
function needs({ after, group, mayHangUp }: Needs, bodies: readonly SentBody[]): Partial<Probe> {
  const sources = bodies.map((body) => asFieldsOf(body)['source_video_ids']);
  const usesClip = JSON.stringify(sources).includes(SAMPLE.clip);
  return { mayBeCharged: true, after: after ?? (usesClip ? ['any-clip'] : undefined), group, mayHangUp };
}

function sendOne(body: SentBody, options: SendOptions): Probe['run'] {
  return async (kit) => {
    await kit.create('create', bodyFor(kit, body), options);
  };
}

/** Sends the creates one after the other, so that a rate limit shows early. Different tables run in parallel. */
function sendAll(bodies: Bodies, options: Pick<SendOptions, 'key'>): Probe['run'] {
  return async (kit) => {
    for (const [label, body] of Object.entries(bodies)) {
      // Behind a rate limit, hundreds of creates would take hours, so the kit leaves them untested.
      kit.skipIfRateLimited();
      const { exchange } = await kit.create(label, bodyFor(kit, body), options);
      // The first create that is accepted breaks the promise, and it costs money.
      if (options.key === undefined && acceptedId(exchange) !== undefined) break;
    }
  };
}

function bodyFor(kit: ProbeTools, body: SentBody): object | string | Uint8Array {
  const made = typeof body === 'function' ? body(kit) : body;
  const isSentAsItIs = typeof made === 'string' || made instanceof Uint8Array || Array.isArray(made);
  return isSentAsItIs ? made : fitted(kit, made);
}
