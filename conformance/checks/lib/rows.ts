/** Makes checks from rows: a create that is refused or accepted, one line each. */

import { RESOLUTIONS } from '../../../contract/dimensions.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import {
  defineCheck,
  defineObservation,
  defineProbe,
  type Check,
  type Cost,
  type Need,
  type Probe,
} from '../../engine/define.ts';
import { isObject, type Answered, type Evidence } from '../../engine/evidence.ts';
import type { ProbeTools, SendOptions } from '../../engine/probe-tools.ts';
import { pass, missing } from '../../engine/outcome.ts';
import type { Profile } from '../../profile/profile.ts';
import type { HeaderLine } from '../../client/exchange.ts';
import { asFieldsOf, TEXT, withFittingMedia } from './bodies.ts';
import { creates, type Fields } from './answers.ts';
import { acceptance, acceptedForFree, refused, statusAndCode } from './rules.ts';
import { bodyOf, CONTROL, TWINS } from './twins.ts';

type Body = object | string | Uint8Array | ((kit: ProbeTools) => object | string);

interface Row {
  readonly id: string;
  readonly requirement: RequirementId;
  /** What is sent, so that "<this> is refused" is a sentence. */
  readonly what: string;
  readonly body: Body;
  readonly headers?: readonly HeaderLine[];
  readonly after?: readonly Need[];
  readonly lacks?: Probe['lacks'];
  readonly group?: Probe['group'];
}

/** The create of a clip that shows the same as the row, for those who pay for creates. */
interface Shown {
  readonly by: Probe;
  /** Where the fields are not those of the row. */
  readonly as?: (sent: Fields, create: Answered) => boolean;
}

/** A create that must be refused: a check, and the observation of the code that it is refused with. */
export function refusal(row: Row & { readonly authority?: 'document' | 'http' }): Check[] {
  const probe = defineProbe({
    ...wants(row),
    id: row.id,
    sends: `A create request with ${row.what}.`,
    run: sender(row, {}),
  });
  const check = defineCheck({
    id: row.id,
    requirement: row.requirement,
    proves: `A create request with ${row.what} is rejected. A valid create request of the same kind is not rejected.`,
    failing: `The server accepts the create request (202) and charges for it, or it crashes (500).`,
    from: [...TWINS, probe],
    passive: true,
    judge: (evidence) => refused(evidence, 'create', `it has ${row.what}`),
    ...(row.authority === undefined ? {} : { authority: row.authority }),
  });
  const code = defineObservation({
    id: `error-code.${row.id.replace(/^create\./, '')}`,
    requirement: 'errors.codes',
    proves: `The status and the error code for a create request with ${row.what}.`,
    from: [probe],
    judge: (evidence) => statusAndCode(evidence.one('create')),
  });
  return [check, code];
}

/**
 * A create that must be accepted. With a key without credits it is tried for nothing: 402 instead of 400 shows that it
 * is valid. Without such a key, `--thorough` looks at the create of a clip that shows the same, or pays for this one.
 */
export function acceptedFree(row: Row & { readonly shown?: Shown }): Check[] {
  return [
    defineCheck({
      id: row.id,
      requirement: row.requirement,
      proves: `A create request with ${row.what} is valid. If the key has no credits, the server returns 402. For an invalid create request, the server returns another error.`,
      failing:
        'The server rejects a value that the document allows, for example a listed value, or the largest allowed value.',
      from: [CONTROL, payableProbe(row)],
      passive: true,
      judge: (evidence) => {
        const shown = evidence.maybe('create') === undefined ? shownBy(evidence, row) : undefined;
        return shown === undefined
          ? acceptedForFree(evidence, 'create', `a create request with ${row.what}`)
          : pass(shown);
      },
    }),
  ];
}

/** A create that the document neither allows nor forbids, tried for nothing. */
export function toleration(row: Row): Check[] {
  return [
    defineObservation({
      id: row.id,
      requirement: row.requirement,
      proves: `Whether a create request with ${row.what} is accepted.`,
      from: [CONTROL, freeProbe(row)],
      judge: (evidence) => acceptance(evidence, 'create'),
    }),
  ];
}

/** A clip that the run paid for may show that the same values are accepted. */
function shownBy({ every, trace }: Evidence, { body, headers, shown }: Row & { shown?: Shown }): Answered | undefined {
  const create = shown?.as === undefined ? undefined : trace(shown.by.id).create;
  if (create?.response.status === 202 && shown?.as?.(asFieldsOf(bodyOf(create)), create) === true) return create;
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

function freeProbe(row: Row): Probe {
  return defineProbe({
    ...wants(row),
    id: row.id,
    sends: `A create request with ${row.what}. The key has no credits.`,
    keys: ['poor'],
    run: sender(row, { key: 'poor' }),
  });
}

function payableProbe(row: Row & { readonly shown?: Shown }): Probe {
  const isPaid = ({ keys, thorough }: Profile): boolean => keys.poor === undefined && thorough;
  return defineProbe({
    ...wants(row),
    id: row.id,
    sends: `A create request with ${row.what}. The kit uses a key that has no credits. Without such a key, the run pays for the clip${row.shown === undefined ? '' : ' if no other clip of the run tests the same rule'}.`,
    lacks: (profile) =>
      profile.keys.poor === undefined && !profile.thorough
        ? missing(
            '--key-poor',
            'The profile has no key "poor". With --key-poor this create request is free. With --thorough the run pays for it.',
          )
        : row.lacks?.(profile),
    paidCreates: (profile) => (isPaid(profile) ? [costOf(row)] : []),
    ...(row.shown === undefined ? {} : { skippedIf: row.shown.by }),
    run: async (kit) => {
      if (kit.hasKey('poor')) return sender(row, { key: 'poor' })(kit);
      return row.shown !== undefined && kit.find(row.shown.by) !== undefined ? undefined : sender(row, {})(kit);
    },
  });
}

/** The most that the create of a row may cost; a body from the profile is one of the cheapest kind. */
function costOf({ body }: Row): Cost {
  const sent = typeof body === 'object' && !(body instanceof Uint8Array) ? body : TEXT;
  const asked: unknown = Reflect.get(sent, 'resolution');
  const seconds: unknown = Reflect.get(sent, 'duration_seconds');
  return {
    resolution: RESOLUTIONS.find((tier) => tier === asked) ?? '720p',
    output: typeof seconds === 'number' ? seconds : TEXT.duration_seconds,
    source: 0,
  };
}

function wants({ after, lacks, group }: Row): Pick<Probe, 'after' | 'lacks' | 'group' | 'mayBeCharged'> {
  return {
    mayBeCharged: true,
    ...(after === undefined ? {} : { after }),
    ...(lacks === undefined ? {} : { lacks }),
    ...(group === undefined ? {} : { group }),
  };
}

function sender({ body, headers = [] }: Row, options: Pick<SendOptions, 'key'>): Probe['run'] {
  return async (kit) => {
    const made = typeof body === 'function' ? body(kit) : body;
    const isSentAsItIs = typeof made === 'string' || made instanceof Uint8Array || Array.isArray(made);
    await kit.create('create', isSentAsItIs ? made : withFittingMedia(kit.profile, made), { ...options, headers });
    return undefined;
  };
}

/** For bodies that take their URLs from the profile. */
export function fromProfile(make: (profile: Profile) => object): (kit: ProbeTools) => object {
  return (kit) => make(kit.profile);
}
