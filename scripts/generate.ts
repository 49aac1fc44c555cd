/** `npm run generate`: rewrites all generated files. A test detects stale files. */

import { writeFileSync } from 'node:fs';
import { GENERATED } from './generated.ts';

for (const [path, text] of GENERATED) writeFileSync(new URL(`../${path}`, import.meta.url), await text());
