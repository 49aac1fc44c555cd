/** A mutant is a server that breaks one promise on purpose. One check has to notice it. */

import type { SettingsInput } from '../../emulator/index.ts';
import type { RunOptions } from '../index.ts';
import type { Spelling } from './run/socket.ts';
import type { Tampering } from './server.ts';

/** The options that a mutant adds to the default suite: a group, and other checks if its check runs alone. */
export type Selection = Pick<
  RunOptions,
  'thorough' | 'hostile' | 'provoke' | 'only' | 'skip' | 'explore' | 'budget' | 'balance'
>;

export interface Mutant {
  /** The permanent id. */
  readonly id: string;
  /** The check that is meant to kill the mutant. The mutant breaks the requirement of this check. */
  readonly killedBy: string;
  /** The behavior of the server, as a phrase after "It". */
  readonly does: string;
  /** Makes the handler between the kit and the engine. Each run makes a new one, because it may keep state. */
  readonly tamper?: () => Tampering;
  /** The settings of the engine, such as fault rules, prices and statuses. */
  readonly settings?: SettingsInput;
  readonly selection?: Selection;
  /** The mutant meets only its own check. It is one of many mutants that differ in one create request. */
  readonly alone?: true;
  /** The chance that one run shows a race or a random defect. The runner repeats the run until the defect shows. */
  readonly chance?: number;
  /** The mutant is reached over a socket, for defects that a function call cannot show. */
  readonly socket?: Spelling;
  /** A server that keeps the promise, if the engine never reaches the case. `explain` shows it beside the mutant. */
  readonly keeper?: Pick<Mutant, 'tamper' | 'settings'>;
}

type How = Omit<Mutant, 'id' | 'killedBy' | 'does'> & { readonly id?: string };

/**
 * Defines a mutant. Its id is the id of its check, unless that check has several mutants.
 *
 * @example
 * mutant('create.answer.status', 'answers 201', { tamper: onAnswer('create', (answer) => withStatus(answer, 201)) })
 */
export function mutant(killedBy: string, does: string, { id = killedBy, ...how }: How): Mutant {
  return { id, killedBy, does, ...how };
}

/** Defines another mutant of a check. Its id is the id of the check and a name. */
export function also(
  [killedBy, name]: readonly [string, string],
  does: string,
  how: Parameters<typeof mutant>[2],
): Mutant {
  return mutant(killedBy, does, { id: `${killedBy}.${name}`, ...how });
}
