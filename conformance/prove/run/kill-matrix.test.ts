import { expect, test } from 'vitest';
import { constantLines } from './kill-matrix.ts';

const page = ({ diesBy = '`a.check`', also = '', kills = 1, end = 'green' } = {}): string =>
  [
    '# The kill matrix',
    '',
    '## Mutants',
    '',
    '| Mutant | What the server does | Dies by | Also dies by |',
    '|---|---|---|---|',
    `| \`a.mutant\` | It breaks a promise. | ${diesBy} | ${also} |`,
    '',
    '## Checks',
    '',
    '| Check | Mutants |',
    '|---|---|',
    `| \`a.check\` | ${kills} |`,
    '',
    '## Legal servers',
    '',
    '| Server | What it does | What is observed of it | |',
    '|---|---|---|---|',
    `| \`a-server\` | It is legal. | \`sent = yes\` | ${end} |`,
    '',
  ].join('\n');

test.each([{ also: '`another.check`' }, { also: '<details><summary>5 others</summary>`a`</details>' }, { kills: 7 }])(
  'of two proofs in a row may differ: %j',
  (changed) => {
    expect(constantLines(page(changed))).toEqual(constantLines(page()));
  },
);

test.each([{ diesBy: '`another.check`' }, { diesBy: '**survived**' }, { end: 'red' }])(
  'of two proofs in a row may not differ: %j',
  (changed) => {
    expect(constantLines(page(changed))).not.toEqual(constantLines(page()));
  },
);
