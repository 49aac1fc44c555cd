/** Every block of README runs and prints what the page shows. */

import { isKitBlock, recordedRun } from '../support/recorded-run.ts';
import { pagesSuite, readPage } from './pages.suite.ts';

pagesSuite([await readPage('README.md')], (block) => (isKitBlock(block) ? recordedRun() : undefined));
