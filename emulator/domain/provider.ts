/** The port to the simulated provider: it inspects the input files of a create. */

import type { Resolution, Size } from '../../contract/dimensions.ts';
import type { Problem } from '../../contract/problem.ts';
import type { Workflow } from '../../contract/workflow.ts';
import type { Failure } from './plan.ts';

export interface Inspected {
  /** The size of the clip: as asked, or adapted to the inputs. */
  readonly size: Size;
  /** The problem of an input file, so that the generation fails. */
  readonly failure?: Failure | undefined;
  /** The same where the settings refuse the create instead. */
  readonly problems: readonly Problem[];
}

/** Files that have to be fetched: the create answers at once, and the generation is pending until they arrive. */
export interface Waiting {
  readonly provisional: Size;
}

export interface InspectionOrder {
  readonly imageUrls: readonly string[];
  readonly audioUrls: readonly string[];
  readonly workflow: Workflow;
  readonly resolution: Resolution;
  /** Absent where it follows from the inputs. */
  readonly size: Size | undefined;
  /** The sizes of the source videos. */
  readonly sourceSizes: readonly Size[];
}

export interface Provider {
  /** Inspects the files of a create, unless they have to be fetched. It begins no fetch. */
  inspect(order: InspectionOrder): Promise<Inspected | Waiting>;
  /** Fetches what an inspection did not wait for. */
  fetch(order: InspectionOrder): Promise<Inspected>;
}
