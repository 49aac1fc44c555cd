/**
 * Whether a history is linearizable: whether its operations can be put in one order that each client would have seen, in which
 * none comes before one that had ended when it began. The algorithm of Wing and Gong (1993), with Lowe's (2017) memory of what was
 * tried: the set of operations that were taken, and the state that they led to.
 */

/** One operation of a history. */
export interface Operation<Asked, Answered> {
  /** Operations of different parts do not touch each other: each part is judged by itself (Herlihy and Wing 1990). */
  readonly part: string;
  readonly asked: Asked;
  readonly answered: Answered;
  /** When it began and ended, by one counter for all of the history. */
  readonly begun: number;
  readonly ended: number;
}

/** What the operations ought to do. States never change. */
export interface Model<State, Asked, Answered> {
  readonly initial: State;
  /** The state after an operation; nothing where the answer would have been another one. */
  step(state: State, asked: Asked, answered: Answered): State | undefined;
  /** Equal for equal states. */
  keyOf(state: State): string;
}

/** The operations of a part whose answers fit no order; nothing where there is none such. */
export function findViolation<State, Asked, Answered>(
  history: readonly Operation<Asked, Answered>[],
  model: Model<State, Asked, Answered>,
): readonly Operation<Asked, Answered>[] | undefined {
  const parts = new Map<string, Operation<Asked, Answered>[]>();
  for (const operation of history) {
    const part = parts.get(operation.part);
    if (part === undefined) parts.set(operation.part, [operation]);
    else part.push(operation);
  }
  return [...parts.values()].find((part) => !isLinearizable(part, model));
}

/** The sets of operations are bits of a number. */
const MOST_OPERATIONS = 30;

function isLinearizable<State, Asked, Answered>(
  unordered: readonly Operation<Asked, Answered>[],
  model: Model<State, Asked, Answered>,
): boolean {
  if (unordered.length > MOST_OPERATIONS) throw new Error(`A part has more than ${MOST_OPERATIONS} operations.`);
  const operations = unordered.toSorted((a, b) => a.begun - b.begun);
  const all = 2 ** operations.length - 1;
  const tried = new Set<string>();
  const search = (taken: number, state: State): boolean => {
    if (taken === all) return true;
    const known = `${taken} ${model.keyOf(state)}`;
    if (tried.has(known)) return false;
    tried.add(known);
    // Whatever comes next began before each of those that are left had ended.
    const firstEnd = operations.reduce(
      (end, { ended }, at) => (isIn(taken, at) ? end : Math.min(end, ended)),
      Infinity,
    );
    for (const [at, { asked, answered, begun }] of operations.entries()) {
      if (begun > firstEnd) break;
      if (isIn(taken, at)) continue;
      const after = model.step(state, asked, answered);
      if (after !== undefined && search(taken | (1 << at), after)) return true;
    }
    return false;
  };
  return search(0, model.initial);
}

function isIn(taken: number, at: number): boolean {
  return (taken & (1 << at)) !== 0;
}
