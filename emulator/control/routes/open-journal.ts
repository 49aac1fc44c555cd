/** The journal as routes read it. */

import { ControlError } from '../control-error.ts';
import type { ControlServices } from '../route.ts';

/** The journal with all that any replica has answered before; throws a ControlError where it is turned off. */
export async function openJournal({ journal }: ControlServices): Promise<ControlServices['journal']> {
  if (journal.isOn) {
    await journal.sync();
    return journal;
  }
  throw new ControlError('journal_off', 'The journal is turned off. Start the emulator with journal: true.');
}
