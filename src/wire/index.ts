export type { Dialect } from './dialect.ts'
export { encodeSse, SSE_DONE, SSE_HEARTBEAT, sseV05 } from './sse-v05.ts'
export { verifyFrames, type FrameChecker, type FrameViolation, type VerifyOptions } from './verify.ts'
