/** The careful client in every scenario. */

import { carefulClientSuite } from './careful-client.suite.ts';

carefulClientSuite(undefined);
