/** The public entry `standin/audition`: judges a client by what the emulator saw of it. */

export { audition, AuditionFailure } from './library.ts';
export type { Audition, AuditionInput, CaseTest } from './library.ts';
export { planAudition, runAudition, judgeSaved, watchAudition } from './run-audition.ts';
export type { AuditionOptions, AuditionPlan, ClientOutput, FinishedAudition } from './run-audition.ts';
export type { ConductEvent, NamedClient } from './conduct/conduct.ts';
export { StageError } from './stage/stage.ts';
export { OwnScenarioError, readOwnScenario } from './cases/own-scenario.ts';
export type { OwnScenario } from './cases/own-scenario.ts';
export { SelectionProblem } from './cases/select.ts';
export type { Edition } from '../conformance/engine/edition.ts';
export { CLIENT_CHECKS } from './checks/client-checks.ts';
export type { ClientCheck } from './checks/client-check.ts';
export { DriverError } from './drive/client-driver.ts';
export type { ClientCall } from './drive/client-driver.ts';
export { functionDriver } from './drive/function-driver.ts';
export type { ClientFunction, FunctionAnswer } from './drive/function-driver.ts';
export { linesDriver } from './drive/lines-driver.ts';
export { processDriver } from './drive/process-driver.ts';
export type { AuditionReport, CaseVerdict, ClientReport } from './judge/audition-report.ts';
export { KnownVerdicts } from './judge/known-verdicts.ts';
export { readRun, SavedRunError } from './judge/saved-run.ts';
export { createAuditionProgress } from './reporters/progress.ts';
export { isReportFormat, renderAudition, REPORT_FORMATS } from './reporters/formats.ts';
export type { ReportFormat } from './reporters/formats.ts';
export { terminalText } from './reporters/terminal.ts';
