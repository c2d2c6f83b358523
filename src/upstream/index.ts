export { createContextService } from './context-service/index.ts'
export { startDemoContextService } from './demo/index.ts'
export { createOfflineModel, loadModel, ModelError, type Phrasebook } from './models/index.ts'
