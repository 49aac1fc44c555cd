/** The entry point for `bin`: the exports that a command needs to start a proxy. */

export type { Checked, Spending } from '../emulator/api/service.ts';
export { openProxy } from './open-proxy.ts';
export type { OpenedProxy } from './open-proxy.ts';
export { ProxyError } from './proxy-error.ts';
