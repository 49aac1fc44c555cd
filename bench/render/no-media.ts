/** The library of a benchmark whose clips have no input files. */

import type { MediaLibrary } from '../../emulator/domain/ports.ts';

const refuse = (): Promise<never> => Promise.reject(new Error('A text clip has no input files'));

export const noMedia: MediaLibrary = { look: refuse, open: refuse };
