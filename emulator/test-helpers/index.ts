/** The public entry `standin/testing`: a separate account for each test, on one emulator. */

export { ControlCallError } from './control-client.ts';
export { ExpectationError } from './expect-requests.ts';
export type { AccountOptions, TestAccount } from './test-account.ts';
export type { Hook, Hooks } from './hooks.ts';
export { useStandin } from './use-standin.ts';
export type { Standin, StandinOptions } from './use-standin.ts';
