/** What this server is, an emulator or a proxy, and what cannot be done here. */

import { call, type PanelAnswer } from './api.ts';
import { pageSignal } from './signal.ts';

type Server = PanelAnswer<'GET /_standin/server'>;

/** Undefined until it was read. */
export const server = pageSignal<Server | undefined>(undefined);

/** Reads it, and what was spent so far. */
export async function readServer(): Promise<void> {
  server.value = await call('GET /_standin/server');
}

/** Why an operation of the control API makes no sense here; undefined where it does. */
export function whyNot(operationId: string): string | undefined {
  return server.value?.refused.find(({ operation_id: id }) => id === operationId)?.why;
}

/** Whether a real service stands behind it. */
export function isProxy(): boolean {
  return server.value?.kind === 'proxy';
}
