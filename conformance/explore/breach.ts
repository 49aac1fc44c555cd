/** A breach of a promise, which an oracle finds in the responses to a sequence. */

import type { RequirementId } from '../../contract/requirements/requirements.ts';
import type { Exchange } from '../client/exchange.ts';
import { objectOf, type Answered } from '../engine/evidence.ts';
import { describe } from '../checks/lib/rules.ts';
import type { Played } from './sequence.ts';
import type { World } from './world.ts';

export interface Breach {
  /** The same for the same mistake: a check, or the promise that is broken. */
  readonly key: string;
  readonly requirement: RequirementId;
  readonly authority: 'document' | 'http';
  readonly proves: string;
  readonly expected: string;
  readonly got: string;
  /** The exchanges that show it, the wrong response last. */
  readonly exchanges: readonly Exchange[];
  /** Not certain yet: the same requests with the primary key decide. */
  readonly isSuspicion?: boolean;
}

export type Oracle = (played: readonly Played[], world: World) => readonly Breach[];

/** A request with its response. */
export type AnsweredStep = Played & { readonly exchange: Answered };

/** The requests that were answered, and not with "busy". */
export function answeredIn(played: readonly Played[]): AnsweredStep[] {
  return played.filter(isAnswered);
}

function isAnswered(one: Played): one is AnsweredStep {
  const { response } = one.exchange;
  return response !== undefined && response.status !== 429 && response.status !== 503;
}

/** A breach of one response. The promise is its key. */
export function breachOf(
  { exchange }: AnsweredStep,
  {
    expected,
    got = describe(exchange),
    key,
    authority = 'document',
    ...about
  }: Pick<Breach, 'requirement' | 'proves' | 'expected'> & Partial<Breach>,
): Breach {
  return { key: key ?? about.requirement, authority, expected, got, exchanges: [exchange], ...about };
}

/** The JSON object of a response; empty if there is none. */
export const fieldsIn = ({ exchange }: AnsweredStep): Readonly<Record<string, unknown>> => objectOf(exchange);
