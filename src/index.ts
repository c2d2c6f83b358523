/** OneVoice, from a program. */
export { createOneVoice, type OneVoice, type VoiceRequest } from './one-voice.ts'
export { StartError } from './app.ts'
export {
  RefusedError,
  SettingsError,
  type Frame,
  type FrameType,
  type SettingsInput,
  type StartProblem,
  type TurnResult,
  type Usage,
} from './contract/index.ts'
