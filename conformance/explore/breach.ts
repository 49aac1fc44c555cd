/** A breach of a promise, which an oracle finds in the responses to a sequence. */

import { requirementById, type RequirementId } from '../../contract/requirements/requirements.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Answered } from '../engine/evidence.ts';
import { RFC_SENTENCES } from '../engine/rfc-sentences.ts';
import { describe } from '../checks/lib/rules.ts';
import type { Played } from './sequence.ts';
import type { World } from './world.ts';

export interface Breach {
  /** The id of the mistake: a check, or the broken promise. The same mistake has the same id. */
  readonly key: string;
  readonly requirement: RequirementId;
  readonly authority: 'document' | 'http';
  readonly proves: string;
  readonly expected: string;
  readonly got: string;
  /** The exchanges that show the breach, the wrong response last. */
  readonly exchanges: readonly Exchange[];
  /** The breach is not certain yet. The same requests with the primary key decide. */
  readonly isSuspicion?: boolean;
}

export type Oracle = (played: readonly Played[], world: World) => readonly Breach[];

/** A request with its response. */
export type AnsweredStep = Played & { readonly exchange: Answered };

/** Returns the requests that have a response other than "busy". */
export function answeredIn(played: readonly Played[]): AnsweredStep[] {
  return played.filter((one): one is AnsweredStep => ![undefined, 429, 503].includes(one.exchange.response?.status));
}

/** The promise that a response breaks, in the API document or in a section of RFC 9110, and the right response. */
export type PromiseFlaw = readonly [requirement: RequirementId, section: string, expected: string, got?: string];

/** Returns the breach of a flawed response, with the other responses that show it. */
export function breachOf(
  { exchange }: AnsweredStep,
  [requirement, section, expected, got = describe(exchange)]: PromiseFlaw,
  others: readonly AnsweredStep[] = [],
): Breach {
  const about = { requirement, expected, got, exchanges: [...others.map((one) => one.exchange), exchange] };
  if (section === '')
    return { ...about, key: requirement, authority: 'document', proves: requirementById(requirement).text };
  const rfc = `RFC 9110, ${section}`;
  return { ...about, key: `${requirement}.http`, authority: 'http', proves: `${RFC_SENTENCES[rfc]} (${rfc})` };
}

type FlawOf = (answered: AnsweredStep, world: World, all: readonly AnsweredStep[]) => PromiseFlaw | undefined;

/** Returns an oracle that judges each response, and may compare it with the other responses of the sequence. */
export function oracleOf(flawOf: FlawOf): Oracle {
  return (played, world) =>
    answeredIn(played).flatMap((answered, _, all) => {
      const flaw = flawOf(answered, world, all);
      return flaw === undefined ? [] : [breachOf(answered, flaw)];
    });
}
