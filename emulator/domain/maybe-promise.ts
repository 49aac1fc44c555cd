/** A value or a promise of it: what a store in memory answers at once, and one on a disk or behind a socket later. */

/** Awaiting a plain value costs a microtask per request, so whoever is on the path of every poll awaits promises only. */
export type MaybePromise<Result> = Result | Promise<Result>;
