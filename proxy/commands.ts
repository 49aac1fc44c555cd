/** The entry of `bin`: what the command needs to start a proxy. This file does not read settings. */

export type { Checked, Spending } from '../emulator/api/service.ts';
export { openProxy } from './open-proxy.ts';
export type { OpenedProxy } from './open-proxy.ts';
export { ProxyError } from './proxy-error.ts';
