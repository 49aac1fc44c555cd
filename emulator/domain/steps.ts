/** Work over all that an account holds, in steps: between two of them whoever runs it may let others go on. */

export type Steps<Result> = Generator<undefined, Result, undefined>;
