/** Makes checks from rows: a create that is refused or accepted, one line each. */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { defineCheck, defineObservation, defineProbe, type Check, type Need, type Probe } from '../../engine/define.ts';
import type { Kit } from '../../engine/kit.ts';
import type { Profile } from '../../profile/profile.ts';
import type { HeaderLine } from '../../target/exchange.ts';
import { TEXT } from './bodies.ts';
import { acceptance, acceptedForFree, refused, statusAndCode } from './rules.ts';

type Body = object | string | Uint8Array | ((kit: Kit) => object | string);

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

/** A create that must be refused: a check, and the observation of the code that it is refused with. */
export function refusal(row: Row & { readonly authority?: 'document' | 'http' }): Check[] {
  const probe = defineProbe({ ...wants(row), id: row.id, sends: `A create with ${row.what}.`, run: sender(row, {}) });
  const check = defineCheck({
    id: row.id,
    requirement: row.requirement,
    proves: `A create with ${row.what} is refused.`,
    failing: `It accepts the create (202) and charges for it, or crashes (500).`,
    from: [probe],
    judge: (evidence) => refused(evidence.one('create'), `it has ${row.what}`),
    ...(row.authority === undefined ? {} : { authority: row.authority }),
  });
  const code = defineObservation({
    id: `error-code.${row.id.replace(/^create\./, '')}`,
    requirement: 'errors.codes',
    proves: `Status and code for a create with ${row.what}.`,
    from: [probe],
    judge: (evidence) => statusAndCode(evidence.one('create')),
  });
  return [check, code];
}

/** What a key without credits gets for a request that is not valid: any answer but 402 shows that validity comes first. */
export const CONTROL = defineProbe({
  id: 'control.poor',
  sends: 'With the key without credits: a create that is not valid, and one that is.',
  keys: ['poor'],
  run: async (kit) => {
    await kit.create('control invalid', { ...TEXT, duration_seconds: 3 }, { key: 'poor' });
    await kit.create('control valid', TEXT, { key: 'poor' });
    return undefined;
  },
});

/** A create that must be accepted, tried for nothing with a key without credits: 402 instead of 400 shows that it is valid. */
export function acceptedFree(row: Row): Check[] {
  return [
    defineCheck({
      id: row.id,
      requirement: row.requirement,
      proves: `A create with ${row.what} is valid: with a key without credits it answers 402, where an invalid one does not.`,
      failing: 'It refuses the create as invalid (400), one short of a limit or for a value that the document lists.',
      from: [CONTROL, freeProbe(row)],
      judge: (evidence) => acceptedForFree(evidence, 'create', `a create with ${row.what}`),
    }),
  ];
}

/** A create that the document neither allows nor forbids, tried for nothing. */
export function toleration(row: Row): Check[] {
  return [
    defineObservation({
      id: row.id,
      requirement: row.requirement,
      proves: `Whether a create with ${row.what} is accepted.`,
      from: [CONTROL, freeProbe(row)],
      judge: (evidence) => acceptance(evidence, 'create'),
    }),
  ];
}

function freeProbe(row: Row): Probe {
  return defineProbe({
    ...wants(row),
    id: row.id,
    sends: `With the key without credits: a create with ${row.what}.`,
    keys: ['poor'],
    run: sender(row, { key: 'poor' }),
  });
}

function wants({ after, lacks, group }: Row): Pick<Probe, 'after' | 'lacks' | 'group'> {
  return {
    ...(after === undefined ? {} : { after }),
    ...(lacks === undefined ? {} : { lacks }),
    ...(group === undefined ? {} : { group }),
  };
}

function sender({ body, headers = [] }: Row, options: { readonly key?: 'poor' }): Probe['run'] {
  return async (kit) => {
    await kit.create('create', typeof body === 'function' ? body(kit) : body, { ...options, headers });
    return undefined;
  };
}

/** For bodies that take their URLs from the profile. */
export function fromProfile(make: (profile: Profile) => object): (kit: Kit) => object {
  return (kit) => make(kit.profile);
}
