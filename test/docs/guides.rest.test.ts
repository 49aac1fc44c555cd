/** Every block of the guides runs and prints what the page shows. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ofPart } from '../support/part.ts';
import { ROOT } from '../support/run.ts';
import { pagesSuite, readPage } from './pages.suite.ts';

/** Other pages that show code or data. */
const OTHERS = ['emulator/faults/README.md', 'AGENTS.md', 'docs/skills/standin/SKILL.md'];

const guides = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
pagesSuite(await Promise.all(ofPart([...guides, ...OTHERS]).map(readPage)));
