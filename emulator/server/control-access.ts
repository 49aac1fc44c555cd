/** Derives access to the control API from the settings. */

import type { AccessSettings } from '../control/access.ts';
import { isLoopback } from '../control/loopback.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { Settings } from '../settings/settings.ts';

/** Returns the conditions for control requests, or undefined if the control API is turned off. */
export function toAccessSettings({ control, controlToken, controlHosts }: Settings): AccessSettings | undefined {
  return control ? { token: controlToken, hosts: controlHosts } : undefined;
}

/** Requires a token for the control API if other machines can reach the address. */
export function refuseOpenControl({ control, controlToken }: Settings, host: string): void {
  if (!control || controlToken !== undefined || isLoopback(host)) return;
  throw new SettingsError(
    `${host} is reachable from other machines; set controlToken (--control-token) to protect the control API, or turn it off with control: false (--no-control)`,
    { path: 'host' },
  );
}
