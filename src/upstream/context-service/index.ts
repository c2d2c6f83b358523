export { createContextService, type ContextCall, type ContextServiceOptions } from './create-context-service.ts'
