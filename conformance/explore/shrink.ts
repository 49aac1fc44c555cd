/** Simplifies a candidate for as long as it still fails (decision 0033). Both explorations share this module. */

/** Finds the first of some candidates that fails, and its evidence. */
export type FirstFailing<Candidate, Seen> = (
  candidates: readonly Candidate[],
) => Promise<Shrunk<Candidate, Seen> | undefined>;

export interface Shrunk<Candidate, Seen> {
  readonly candidate: Candidate;
  readonly seen: Seen;
}

/** Returns the candidates that are one step simpler, the best candidates first. */
export type Simpler<Candidate> = (candidate: Candidate) => readonly Candidate[];

/** Shrinks until no candidate of any kind fails. Kinds come in their order, and each candidate is tried once. */
export async function shrink<Candidate, Seen>(
  start: Shrunk<Candidate, Seen>,
  kinds: readonly Simpler<Candidate>[],
  firstFailing: FirstFailing<Candidate, Seen>,
): Promise<Shrunk<Candidate, Seen>> {
  const tried = new Set([JSON.stringify(start.candidate)]);
  const isUntried = (candidate: Candidate): boolean => tried.size < tried.add(JSON.stringify(candidate)).size;
  const step = async ({ candidate }: Shrunk<Candidate, Seen>): Promise<Shrunk<Candidate, Seen> | undefined> => {
    for (const simpler of kinds) {
      const found = await firstFailing(simpler(candidate).filter(isUntried));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  let best = start;
  for (let found = await step(best); found !== undefined; found = await step(best)) best = found;
  return best;
}

/** Returns lists in which one item is replaced by a variant. */
export function withVariants<Item>(items: readonly Item[], variantsOf: (item: Item) => readonly Item[]): Item[][] {
  return items.flatMap((item, at) => variantsOf(item).map((variant) => items.toSpliced(at, 1, variant)));
}

/** Returns each item alone, and the list without each item. */
export function fewerOf<Item>(items: readonly Item[]): Item[][] {
  const alone = items.length > 2 ? items.map((item) => [item]) : [];
  return [...alone, ...items.map((_, at) => items.toSpliced(at, 1))];
}
