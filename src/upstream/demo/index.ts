export { createDemoHandler, type DemoOptions } from './create-demo-handler.ts'
export { startDemoContextService, type DemoContextService } from './start-demo-context-service.ts'
