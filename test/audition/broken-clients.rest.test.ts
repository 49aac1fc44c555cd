/** The broken clients that `broken-clients.test.ts` leaves out. */

import { brokenClientsSuite, OTHERS } from './broken-clients.suite.ts';

brokenClientsSuite(OTHERS);
