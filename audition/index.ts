/** The public entry `standin/audition`: judges a client by the requests that the emulator received. */

export { audition, AuditionFailure, type Audition, type AuditionInput, type CaseTest } from './library.ts';
export { exploreAudition, judgeSaved, planAudition, runAudition, watchAudition } from './run-audition.ts';
export type { ExploreOptions } from './explore/explore.ts';
export type { AuditionOptions, ExploreAuditionOptions, FinishedAudition, FinishedExploration } from './run-audition.ts';
export type { ClientOutput, NamedClient } from './conduct/conduct.ts';
export type { ConductEvent } from './conduct/play-case.ts';
export { StageError } from './stage/stage.ts';
export { OwnScenarioError, readOwnScenario, type CaseScenario } from './cases/case-scenario.ts';
export { SelectionProblem } from './cases/select.ts';
export type { Edition } from '../conformance/engine/edition.ts';
export { CLIENT_CHECKS } from './checks/client-checks.ts';
export type { ClientCheck } from './checks/client-check.ts';
export { DriverError, type ClientCall } from './drive/client-driver.ts';
export { functionDriver, type ClientFunction, type FunctionAnswer } from './drive/function-driver.ts';
export { linesDriver } from './drive/lines-driver.ts';
export { processDriver } from './drive/process-driver.ts';
export { KnownVerdicts, type AuditionReport, type CaseVerdict, type ClientReport } from './judge/audition-report.ts';
export { readRun, SavedRunError } from './judge/saved-run.ts';
export { createAuditionProgress } from './reporters/progress.ts';
export { isReportFormat, renderAudition, REPORT_FORMATS, type ReportFormat } from './reporters/formats.ts';
export { terminalText } from './reporters/terminal.ts';
