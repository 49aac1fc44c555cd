/**
 * A value or a promise of it: a store in memory answers with values, one on a disk or behind a socket with promises.
 */

/** Awaiting a plain value costs a microtask, so the path of a poll awaits promises only (bench:api, row `polls`). */
export type MaybePromise<Result> = Result | Promise<Result>;
