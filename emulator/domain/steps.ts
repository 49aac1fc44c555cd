/** Work over a whole account in steps. Other work may run between two steps. */

export type Steps<Result> = Generator<undefined, Result, undefined>;
