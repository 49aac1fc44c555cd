/** A mutant: a server that breaks one promise on purpose, and the check that has to notice. */

import type { SettingsInput } from '../../emulator/index.ts';
import type { RunOptions } from '../index.ts';
import type { Spelling } from './run/socket.ts';
import type { Tampering } from './server.ts';

/**
 * What a mutant needs besides the default suite: a group, and what else has to be sent where its check is shown alone.
 */
export type Selection = Pick<
  RunOptions,
  'thorough' | 'hostile' | 'provoke' | 'only' | 'skip' | 'explore' | 'budget' | 'balance'
>;

export interface Mutant {
  /** Permanent. */
  readonly id: string;
  /** The check that is meant to kill it; the requirement of that check is the one that the mutant breaks. */
  readonly killedBy: string;
  /** What the server does, after "It". */
  readonly does: string;
  /** Stands between the kit and the engine; made anew for each run, because it may remember. */
  readonly tamper?: () => Tampering;
  /** Settings of the engine: fault rules, prices, statuses. */
  readonly settings?: SettingsInput;
  readonly selection?: Selection;
  /** Meets the check that is meant for it, and not the whole default suite: one of many that differ in one create. */
  readonly alone?: true;
  /**
   * How likely one run is to show it, for one that breaks by race or at random: it is run until it shows, as often as a
   * chance of one in a thousand to miss it allows.
   */
  readonly chance?: number;
  /** Reached over a socket, for what a function call cannot show. */
  readonly socket?: Spelling;
  /**
   * A server that keeps the promise, where the engine as it is never comes to it: `explain` shows this one beside the
   * mutant.
   */
  readonly keeper?: Pick<Mutant, 'tamper' | 'settings'>;
}

type How = Omit<Mutant, 'id' | 'killedBy' | 'does'> & { readonly id?: string };

/**
 * Defines a mutant. It is named after the check that is meant for it, unless that check has several.
 *
 * @example
 * mutant('create.answer.status', 'answers 201', { tamper: onAnswer('create', (answer) => withStatus(answer, 201)) })
 */
export function mutant(killedBy: string, does: string, { id = killedBy, ...how }: How): Mutant {
  return { id, killedBy, does, ...how };
}

/** Another mutant of a check that has one already, with a name of its own behind that of the check. */
export function also(
  [killedBy, name]: readonly [string, string],
  does: string,
  how: Parameters<typeof mutant>[2],
): Mutant {
  return mutant(killedBy, does, { id: `${killedBy}.${name}`, ...how });
}
