export { collectTurn } from './collect-turn.ts'
export { createLocalDispatcher, type LocalDispatcher } from './local-dispatcher.ts'
export type { ObserveTurn, TurnObserver } from './turn-observer.ts'
export type { TurnServices } from './turn.ts'
