export { createOfflineModel, OFFLINE_MODEL_NAME, type OfflineModelOptions } from './offline-model.ts'
export type { Phrasebook } from './phrasebook.ts'
