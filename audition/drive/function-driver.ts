/** Drives a client that is a function of this process, for use in a test suite. */

import { toWord, type ClientOutcome, type ClientWord } from '../evidence/case-record.ts';
import { GOALS, type Goal } from '../expectations/expectation.ts';
import { endInTime, type ClientCall, type ClientDriver, type Ending } from './client-driver.ts';

/** The return value of a function; without an outcome, the function has delivered. */
export type FunctionAnswer =
  | undefined
  | (Partial<ClientWord> & { readonly outcome: 'delivered' | 'gave-up' | 'unsupported' });

/** A client as a function: it writes the clip to `call.output`, or throws the error with which it gave up. */
export type ClientFunction = (call: ClientCall & { readonly signal: AbortSignal }) => Promise<FunctionAnswer | void>;

/** Errors of the program itself. A client does not give up with them. */
const DEFECTS = [TypeError, RangeError, ReferenceError, SyntaxError];

/**
 * Returns a driver for a function. A thrown error means that the client gave up, but an error from `DEFECTS` is a
 * crash. A case whose goal is not listed is unsupported, and the function is not called for it.
 */
export function functionDriver(client: ClientFunction, goals: readonly Goal[] = GOALS): ClientDriver {
  return {
    drive: async (call, signal, firstRequestMs) => {
      if (!goals.some((goal) => goal === call.goal)) return { outcome: UNSUPPORTED };
      const ending = await endInTime(call, { signal, firstRequestMs }, (over) =>
        play(client, { ...call, signal: over }),
      );
      return { outcome: { ...ending, leaks: [] } };
    },
  };
}

const UNSUPPORTED: ClientOutcome = { end: 'unsupported', how: 'was not called for this goal', ranMs: 0, leaks: [] };

async function play(client: ClientFunction, call: Parameters<ClientFunction>[0]): Promise<Ending> {
  try {
    const answer = await client(call);
    // A client in JavaScript may return another value, such as the record of its generation.
    const outcome = answer?.outcome;
    if (outcome === undefined) return { end: 'delivered', how: 'returned', said: toWord(answer) };
    return { end: outcome, how: `answered ${outcome}`, said: toWord(answer) };
  } catch (cause) {
    return endOfThrown(cause);
  }
}

/**
 * Classifies a thrown error. A broken connection makes `fetch` throw a TypeError with a cause, which is not a defect.
 */
function endOfThrown(cause: unknown): Ending {
  const isNetwork = cause instanceof TypeError && cause.cause !== undefined;
  const isDefect = !(cause instanceof Error) || (!isNetwork && DEFECTS.some((kind) => cause instanceof kind));
  const message = cause instanceof Error ? cause.message : String(cause);
  const said = toWord({ ...fieldsOf(cause), error: { message, ...fieldsOf(cause) } });
  return { end: isDefect ? 'crashed' : 'gave-up', how: `threw ${message}`, said };
}

function fieldsOf(cause: unknown): object {
  return typeof cause === 'object' && cause !== null ? { ...cause } : {};
}
