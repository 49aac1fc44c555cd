/** The public entry `standin/proxy`: a proxy inside a program, for suites that test against a real service. */

export type { BrokenCheck, Checked, Spending } from '../emulator/api/service.ts';
export { createProxy } from './create-proxy.ts';
export type { Proxy, ProxyOptions } from './create-proxy.ts';
export { ProxyError } from './proxy-error.ts';
