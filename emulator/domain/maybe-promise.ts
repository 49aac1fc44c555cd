/** What is there at once nearly always, and otherwise will be: waiting for what is there already would take a part of each request's time. */

export type MaybePromise<Result> = Result | Promise<Result>;

/** Goes on with it, now or once it is there. */
export function onceThere<Result, Next>(soon: MaybePromise<Result>, go: (result: Result) => MaybePromise<Next>): MaybePromise<Next> {
  return soon instanceof Promise ? soon.then(go) : go(soon);
}
