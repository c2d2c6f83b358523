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
export { BOUNDS, boundChannel, boundData, boundMessage, headOf, jsonBytes, splitText } from './bounds.ts'
export { boundTrustedEvent, createWriter, REFUSALS, type Refusal, type WriterSink } from './writer.ts'
