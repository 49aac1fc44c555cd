/** The flags of `standin audition`. */

import { InvalidArgumentError, type Command } from 'commander';
import { count, duration, list, numberFlag } from '../flag-values.ts';
import { EDITION_TEXT, NEWEST_EDITION } from '../../conformance/engine/edition.ts';

const seconds = numberFlag('Use a number of seconds above 0.', (value) => value > 0);
const seed = numberFlag(
  'Use a whole number that is 0 or greater.',
  (value) => Number.isSafeInteger(value) && value >= 0,
);

/** Adds the flags of a run. */
export function auditionFlags(command: Command): Command {
  return judgingFlags(command)
    .option('--client <name=command>', 'name and command of a client; repeat the flag to compare several clients', more)
    .option(
      '--lines',
      'start the client only once, for all cases; the client reads one line of JSON per case and writes one line per case',
    )
    .option(
      '--scenarios <files>',
      'scenario files, or folders with scenario files, to run instead of the built-in scenarios; separate them with commas',
      list,
    )
    .option(
      '--explore <rounds>',
      'instead of the scenarios, play this many random schedules of faults; for each mistake, write the smallest schedule to a file',
      count,
    )
    .option('--seed <n>', 'with --explore: seed of the random schedules (default: 1)', seed)
    .option('--for <time>', 'with --explore: end after this time, such as 90s, 5m or 1h (default: no limit)', duration)
    .option(
      '--replay <folder>',
      'with --explore: run the findings in this folder first, and add new findings to it (default: only add new findings to the folder findings)',
    )
    .option('--watch', 'do not start a client; judge the requests that your own program sends to the printed URL')
    .option(
      '--until-idle [seconds]',
      'with --watch: end after this many seconds without a request (default: 5)',
      seconds,
    )
    .option('--port <n>', 'with --watch: port to listen on (default: a free port)', count)
    .option(
      '--pace <pace>',
      'delays of scenarios: quick uses short delays, real uses the delays as written (default: quick)',
      pace,
    )
    .option('--parallel <n>', 'number of cases that run in parallel (default: all)', count)
    .option('--cwd <folder>', 'folder to run the client in (default: an empty folder for each case)')
    .option('--list', 'list the cases and the checks, without running them');
}

/** Adds the flags that a run and `judge` share. */
export function judgingFlags(command: Command): Command {
  return command
    .option('--only <globs>', 'run only these scenarios or checks; * matches any characters', list)
    .option('--skip <globs>', 'skip these scenarios or checks; * matches any characters', list)
    .option('--edition <edition>', `${EDITION_TEXT} (default: ${NEWEST_EDITION})`)
    .option('--expect <file>', 'JSON file of expected verdicts, each with a reason; they do not fail the run')
    .option('--report <format=file,...>', 'write reports to files; formats: json, junit, html, markdown, sarif, advice')
    .option(
      '--keep <folder>',
      'folder for the saved run and the output of the clients (default: the folder of the first report)',
    )
    .option('--verbose', 'also print the observations of each case')
    .option('--json', 'print the JSON report instead of text');
}

function more(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

function pace(text: string): string {
  if (text !== 'quick' && text !== 'real') throw new InvalidArgumentError('Give quick or real.');
  return text;
}
