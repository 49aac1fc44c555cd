/** Who may reach the control API, as the settings say. */

import type { AccessSettings } from '../control/access.ts';
import { isLoopback } from '../control/loopback.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { Settings } from '../settings/settings.ts';

/** What the gate asks for; nothing when the control API is turned off. */
export function toGate({ control, controlToken, controlHosts }: Settings): AccessSettings | undefined {
  return control ? { token: controlToken, hosts: controlHosts } : undefined;
}

/** Whoever reaches the control API owns the emulator, so where other machines can reach it there has to be a token. */
export function refuseOpenControl({ control, controlToken }: Settings, host: string): void {
  if (!control || controlToken !== undefined || isLoopback(host)) return;
  throw new SettingsError(
    `${host} can be reached from other machines; set controlToken (--control-token) to protect the control API, or turn it off with control: false (--no-control)`,
    { path: 'host' },
  );
}
