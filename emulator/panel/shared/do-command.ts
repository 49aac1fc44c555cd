/** Carries commands out, and remembers them: what was done by clicks ends as a test to copy. */

import { pageSignal } from '../signal.ts';
import { useState } from 'preact/hooks';
import { hasToken, problemText, send } from '../api.ts';
import type { CommandPlace, PanelCommand } from '../model/command.ts';

/** What was done since the page opened, the oldest first. */
export const doneCommands = pageSignal<readonly PanelCommand[]>([]);

export interface Doing {
  /** Carries a command out; resolves to its answer, or to undefined where it was refused. */
  readonly run: (command: PanelCommand) => Promise<unknown>;
  readonly said: string;
  readonly problem: string | undefined;
}

/** Commands of one part of a view, and what came of the last; `after` reloads what it changed. */
export function useDoing(after: () => void): Doing {
  const [problem, setProblem] = useState<string>();
  const [said, setSaid] = useState('');
  const run = async (command: PanelCommand): Promise<unknown> => {
    try {
      const answer = await carryOut(command);
      setProblem(undefined);
      setSaid(`Done: ${command.label}`);
      after();
      return answer;
    } catch (cause) {
      setSaid('');
      setProblem(problemText(cause));
      return undefined;
    }
  };
  return { run, said, problem };
}

/** Where commands go, for the texts that are shown. */
export function commandPlace(): CommandPlace {
  return { origin: location.origin, hasToken: hasToken() };
}

async function carryOut(command: PanelCommand): Promise<unknown> {
  const { method, path, body } = command.request;
  const answer = await send(method, `/_standin${path}`, body);
  doneCommands.value = [...doneCommands.value, command];
  return answer;
}
