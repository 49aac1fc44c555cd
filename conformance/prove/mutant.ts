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
  /** The check and the behavior. */
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

/** A tampering, or a tampering with other settings of a mutant. */
type How = (() => Tampering) | Omit<Mutant, 'id' | 'killedBy' | 'does'>;

/** The mutants of each check: the behavior as a phrase after "It", and the tampering. */
export type MutantTable<Value = How> = Readonly<Record<string, Readonly<Record<string, Value>>>>;

/**
 * Defines mutants.
 *
 * @example
 * mutants({ 'create.answer.status': { 'answers 201': answering('create', toStatus(201)) } })
 */
export function mutants(table: MutantTable): Mutant[] {
  return mutantsWith({}, table);
}

/** Defines mutants that have more in common than a table says. */
export function mutantsWith<Value = How>(
  more: Partial<Mutant>,
  table: MutantTable<Value>,
  toHow: (value: Value) => How = (value) => value as How,
): Mutant[] {
  return Object.entries(table).flatMap(([killedBy, rows]) =>
    Object.entries(rows).map(([does, value]) => ({ ...mutant(killedBy, does, toHow(value)), ...more })),
  );
}

export const ALONE = { alone: true } as const;
export const THOROUGH = { selection: { thorough: true } } as const;

/** Defines one mutant. */
export function mutant(killedBy: string, does: string, how: How): Mutant {
  const id = `${killedBy}: ${does}`;
  return typeof how === 'function' ? { id, killedBy, does, tamper: how } : { id, killedBy, does, ...how };
}
