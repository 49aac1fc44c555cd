/** Renders the summary of an exploration: its rounds, and each mistake with the command that replays it. */

import { counted } from '../../conformance/text/lay-out.ts';
import type { Explored } from '../judge/explored.ts';

export function exploredLines(explored: Explored | undefined, paths: ReadonlyMap<string, string>): string[] {
  if (explored === undefined) return [];
  const { seed, rounds, played, unreached, unconfirmed, findings } = explored;
  const missed = unreached === 0 ? '' : ` In ${unreached} of these rounds, no fault reached the client.`;
  const all = `Played ${played} of ${counted(rounds, 'round')} with seed ${seed}: ${counted(findings.length, 'mistake')}.${missed}`;
  const dropped = `The mistakes of these rounds did not appear again, so they do not count: ${unconfirmed.join(', ')}.`;
  return [
    all,
    ...(unconfirmed.length === 0 ? [] : [dropped]),
    ...findings.map(({ scenario, check, round, rules, failed, runs, isShrunk }) => {
      const shrunk = isShrunk ? '' : ' The run ended early, so a smaller schedule may show the same mistake.';
      const command = `standin audition --scenarios ${paths.get(scenario) ?? scenario} -- <client>`;
      return `${check}: found in round ${round}, with ${counted(rules, 'rule')}. The scenario ${scenario} failed in ${failed} of ${counted(runs, 'run')}.${shrunk} Replay it: ${command}`;
    }),
  ];
}
