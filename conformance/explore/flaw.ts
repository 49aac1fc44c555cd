/** What an oracle finds wrong with the responses to a sequence. */

import type { RequirementId } from '../../contract/requirements/requirements.ts';
import type { Exchange } from '../client/exchange.ts';
import { objectOf, type Answered } from '../engine/evidence.ts';
import { tell } from '../checks/lib/rules.ts';
import type { Played } from './sequence.ts';
import type { World } from './world.ts';

export interface Flaw {
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

export type Oracle = (played: readonly Played[], world: World) => readonly Flaw[];

/** A request with its response. */
export type Heard = Played & { readonly exchange: Answered };

/** The requests that were answered, and not with "busy". */
export function heardIn(played: readonly Played[]): Heard[] {
  return played.filter(isHeard);
}

function isHeard(one: Played): one is Heard {
  const { response } = one.exchange;
  return response !== undefined && response.status !== 429 && response.status !== 503;
}

/** A flaw of one response. The promise is its key. */
export function flawOf(
  { exchange }: Heard,
  {
    expected,
    got = tell(exchange),
    key,
    authority = 'document',
    ...about
  }: Pick<Flaw, 'requirement' | 'proves' | 'expected'> & Partial<Flaw>,
): Flaw {
  return { key: key ?? about.requirement, authority, expected, got, exchanges: [exchange], ...about };
}

/** The JSON object of a response; empty if there is none. */
export const recordIn = ({ exchange }: Heard): Readonly<Record<string, unknown>> => objectOf(exchange);
