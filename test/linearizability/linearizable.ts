/**
 * Decides whether a history is linearizable: whether one order of its operations explains every response. In that
 * order, no operation may come before an operation that ended before it began. The algorithm is by Wing and Gong
 * (1993). With Lowe's extension (2017), it remembers the combinations that it has tried: the finished operations and
 * their state.
 */

/** One operation of a history. */
export interface Operation<Asked, Answered> {
  /** Operations of different parts are independent, so each part is judged by itself (Herlihy and Wing 1990). */
  readonly part: string;
  readonly asked: Asked;
  readonly answered: Answered;
  /** The begin and the end, by one counter for the whole history. */
  readonly begun: number;
  readonly ended: number;
}

/** The specification of the operations. States are immutable. */
export interface Model<State, Asked, Answered> {
  readonly initial: State;
  /** Returns the state after an operation, or undefined if the response must differ. */
  step(state: State, asked: Asked, answered: Answered): State | undefined;
  /** Returns equal keys for equal states. */
  keyOf(state: State): string;
}

/** Returns the operations of a part whose responses fit no order, or undefined. */
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

/** Each set of operations is a bit mask in one number. */
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
    // The next operation must have begun before any remaining operation ended.
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
