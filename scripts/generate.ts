/** Writes every generated file again: `npm run generate`. A test tells when one is stale. */

import { writeFileSync } from 'node:fs';
import { GENERATED } from './generated.ts';

for (const [path, text] of GENERATED) writeFileSync(new URL(`../${path}`, import.meta.url), await text());
