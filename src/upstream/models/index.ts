export { loadModel, type LoadModelOptions } from './load-model.ts'
export { ModelError } from './model-error.ts'
export { createOfflineModel, OFFLINE_MODEL_NAME, type OfflineModelOptions, type Phrasebook } from './offline/index.ts'
