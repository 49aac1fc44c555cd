/** The flags of `standin conformance`. */

import { Option, type Command } from 'commander';
import { duration, list, numberFlag } from '../flag-values.ts';
import { PROFILE_FLAGS, type ProfileFlag } from '../../conformance/profile/flag-table.ts';

/** The changes between two reports that `diff --fail-on` can count. */
export const FAIL_ON = ['fail', 'observed', 'any'] as const;
export type FailOn = (typeof FAIL_ON)[number];

const number = numberFlag('Use a number that is 0 or greater.', (value) => value >= 0);

/** Adds the flags to a command. */
export function conformanceFlags(command: Command): Command {
  command.option(
    '--profile <name or file>',
    'description of the server: a JSON or TypeScript file, or "standin" for the emulator',
  );
  PROFILE_FLAGS.forEach((row) => command.addOption(optionOf(row)));
  return command
    .option('--plan', 'print every check with its highest possible cost, without sending a request')
    .option('--baseline <file>', 'file of known failures; known failures do not fail the run')
    .option('--write-baseline', 'update the --baseline file: add checks that fail now, remove checks that pass now')
    .option(
      '--journal <file>',
      'file that records paid create requests, so that the next run reuses their clips (default: a file in .standin/)',
    )
    .option('--no-journal', 'do not record paid create requests in a file')
    .option('--report <format=file,...>', 'write reports to files; formats: json, junit, html, markdown, sarif')
    .option('--observed <file>', 'write the observations to a JSON file')
    .option('--previous <report.json>', 'earlier JSON report; this run marks failures as new, ongoing, fixed or back')
    .option('--verbose', 'print a line for every check')
    .option('--json', 'print the JSON report instead of text');
}

function optionOf({ flag, argument, variable, says, reads }: ProfileFlag): Option {
  const other = variable === undefined ? '' : ` (or ${variable})`;
  const option = new Option(argument === undefined ? flag : `${flag} <${argument}>`, says + other);
  if (reads === 'list') return option.argParser(list);
  if (reads === 'time') return option.argParser(duration);
  return reads === 'number' ? option.argParser(number) : option;
}
