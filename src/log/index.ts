export { createMemoryFrameLog, FrameLogError, type MemoryFrameLogOptions } from './memory-frame-log.ts'
