export { systemClock, type Clock } from './clock.ts'
export { createCohorts, MAX_COHORTS, type Cohort, type Cohorts, type CohortsOptions } from './cohorts.ts'
export { ALWAYS_SENT, FRAME_PAIRS, type Decision, type DecisionTable } from './decision-table.ts'
export { FLAG_DOMAIN, FLAG_TIMEOUT_MS, type Targeting } from './flags.ts'
export { MAX_VALUE_CHARACTERS } from './message-values.ts'
export { COMBINED_KEY, createRenderer, MAX_LOCALES, type Part, type Renderer } from './render.ts'
export { MAX_WAITING } from './batches.ts'
export {
  createPolicyStage,
  type PolicyObserver,
  type PolicyStage,
  type PolicyStageOptions,
  type RefusedStatus,
} from './stage.ts'
