export {
  getScope,
  getStreamWriter,
  OutsideTurnError,
  runInScope,
  tryGetScope,
  type ContextCall,
  type Scope,
  type StreamWriter,
} from './ambient.ts'
export { boundName } from './bound-name.ts'
export { boundData, boundTrustedEvent, jsonBytes } from './bound-trusted-event.ts'
export { createWriter, REFUSALS, type Refusal, type WriterSink } from './writer.ts'
