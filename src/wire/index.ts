export type { Dialect } from './dialect.ts'
export { DIALECTS, MEDIA_TYPES, type MediaType } from './dialects.ts'
export { verifyFrames, type FrameChecker, type FrameViolation, type VerifyOptions } from './verify.ts'
export {
  ORCHESTRATOR,
  toUniversal,
  UNIVERSAL_KINDS,
  universalRecordSchema,
  type UniversalKind,
  type UniversalRecord,
} from './universal.ts'
