/** The entry of `bin`: the engine as a door to a real service. */

export type { Checked } from './checked.ts';
export { openProxy } from './open-proxy.ts';
export type { Proxy, ProxyOptions } from './open-proxy.ts';
export { ProxyError } from './proxy-error.ts';
export type { Spending } from './spend/spend-guard.ts';
